import { IconReceipt } from '@tabler/icons-react'
import { useZone } from '../api/site.ts'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { formatDateTime } from '../ui/format/format-time.ts'

/** Says that the next automatic renewal has another price. */
export function RenewalPrice({ data, render }: EventProps<'renewal_price'>) {
  const t = useT()
  const money = useMoney()
  const zone = useZone()
  return render({
    icon: IconReceipt,
    tone: 'warn',
    title: t('renewal_price.title', { amount: money(data.amount, data.currency) }),
    text: t('renewal_price.text', { plan: data.plan, end: formatDateTime(data.expires_at, zone) }),
    link: { to: '/user/center', label: t('renewal_problem.details') },
  })
}

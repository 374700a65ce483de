import { IconClockDollar } from '@tabler/icons-react'
import type { EventProps } from '../events/event-view.ts'
import { useT } from '../i18n.ts'
import { closeGaps } from '../ui/format/close-gaps.ts'
import { useDeadline } from '../ui/format/use-date.ts'

/** Says that an order still waits for its payment. */
export function OrderWaiting({ data, render }: EventProps<'order_waiting'>) {
  const t = useT()
  const deadline = useDeadline()
  const { plan } = data
  return render({
    icon: IconClockDollar,
    tone: 'warn',
    title: plan === null ? t('order_waiting.topup') : closeGaps(t('order_waiting.plan', { plan })),
    text: t('order_waiting.text', { until: deadline(data.expires_at) }),
    link: { to: `/user/order/${data.trade_no}`, label: t('order_waiting.pay') },
  })
}

import { renewPath } from '@portico/contract/periods'
import { IconReceipt } from '@tabler/icons-react'
import type { EventProps } from '../../events/event-view.ts'
import { useT } from '../../i18n.ts'
import { useDate } from '../../ui/format/use-date.ts'
import { useMoney } from '../../ui/format/use-money.ts'

/** Says from when renewing costs more, and that it does not yet. */
export function PriceAnnounced({ data, render }: EventProps<'price_announced'>) {
  const t = useT()
  const money = useMoney()
  const date = useDate()
  const { plan_id: planId, plan, period, amount, now_amount: now, currency, from } = data
  return render({
    icon: IconReceipt,
    tone: 'warn',
    title: t('price_announced.title', { day: date(from), plan, amount: money(amount, currency) }),
    text: t('price_announced.text', { now: money(now, currency) }),
    link: { to: renewPath(planId, period), label: t('price_announced.see') },
  })
}

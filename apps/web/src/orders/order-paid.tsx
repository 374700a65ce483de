import { IconReceipt } from '@tabler/icons-react'
import type { EventProps } from '../events/event-view.ts'
import { type MessageKey, useT } from '../i18n.ts'
import { closeGaps } from '../ui/format/close-gaps.ts'

/** Says that an order was paid and delivered. */
export function OrderPaid({ data, render }: EventProps<'order_paid'>) {
  const t = useT()
  const { trade_no: number, order_type: type, plan, automatic } = data
  return render({
    icon: IconReceipt,
    tone: 'good',
    title: closeGaps(t(automatic ? 'order_paid.renewed' : titles[type], { plan: plan ?? '' })),
    text: t('order_paid.text', { number }),
    link: { to: `/user/order/${number}`, label: t('order_paid.see') },
  })
}

const titles: Record<EventProps<'order_paid'>['data']['order_type'], MessageKey> = {
  new: 'order_paid.plan',
  renew: 'order_paid.plan',
  change: 'order_paid.plan',
  reset: 'order_paid.reset',
  topup: 'order_paid.topup',
}

import type { Order } from '@portico/contract/orders'
import type { Period } from '@portico/contract/periods'
import { t } from '../i18n.ts'

/** The name of a period. The caller must render again when the language changes. */
export function periodName(period: Period | null): string {
  return period === null ? '–' : t(`period.${period}`)
}

/** What an order is for: the plan's name, or a top-up. */
export function orderedName({ type, plan_name }: Pick<Order, 'type' | 'plan_name'>): string {
  return type === 'topup' ? t('order_type.topup') : plan_name
}

/** Like `orderedName`, with the period of a plan. */
export function orderedWithPeriod(order: Pick<Order, 'type' | 'plan_name' | 'period'>): string {
  const name = orderedName(order)
  return order.period === null ? name : `${name} · ${periodName(order.period)}`
}

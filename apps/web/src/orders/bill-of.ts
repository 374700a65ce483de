import type { Order, OrderLine } from '@portico/contract/orders'
import type { useT } from '../i18n.ts'
import { methodName } from '../payments/method-name.ts'

/** What was to be paid for an order, with the fee of its payment and without what was not paid. The lines sum to the total. */
export function billOf(order: Order): { lines: OrderLine[]; total: number } {
  const { fee_amount: fee, shortfall_amount: shortfall } = order
  const more: OrderLine[] = [
    { kind: 'fee', amount: fee },
    { kind: 'shortfall', amount: -shortfall },
  ]
  return { lines: [...order.lines, ...more.filter(({ amount }) => amount !== 0)], total: order.total_amount + fee - shortfall }
}

/** What an order cost, however it was paid: its lines without the balance used for it. */
export function costOf(order: Order): { lines: OrderLine[]; total: number } {
  const { lines, total } = billOf(order)
  return { lines: lines.filter(({ kind }) => kind !== 'balance'), total: total + order.balance_amount }
}

export interface Part {
  name: string
  amount: number
}

/** From where an order was or is to be paid, if from the balance too. */
export function partsOf(order: Order, t: ReturnType<typeof useT>): Part[] {
  const { balance_amount: held, status, payment_name: method, paid_at: paidAt } = order
  if (held === 0 || status === 'cancelled' || status === 'expired') return []
  return [
    { name: t('order_line.balance'), amount: held },
    { name: method ? methodName(method) : t(paidAt ? 'order.paid_rest' : 'order.to_pay'), amount: billOf(order).total },
  ]
}

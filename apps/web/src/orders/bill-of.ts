import type { Order, OrderLine } from '@portico/contract/orders'
import type { useT } from '../i18n.ts'
import { methodName } from '../payments/method-name.ts'

/** Lines and total to pay for an order, with fee, without shortfalls. Lines sum to the total. */
export function billOf(order: Order): { lines: OrderLine[]; total: number } {
  const { fee_amount: fee, shortfall_amount: shortfall } = order
  const more: OrderLine[] = [
    { kind: 'fee', amount: fee },
    { kind: 'shortfall', amount: -shortfall },
  ]
  return { lines: [...order.lines, ...more.filter(({ amount }) => amount !== 0)], total: order.total_amount + fee - shortfall }
}

/** Lines and cost of an order, by whatever means it was paid. */
export function costOf(order: Order): { lines: OrderLine[]; total: number } {
  const { lines, total } = billOf(order)
  return { lines: lines.filter(({ kind }) => kind !== 'balance'), total: total + order.balance_amount }
}

export interface Part {
  name: string
  amount: number
}

/** Sources of an order's payment, if the balance is one. */
export function partsOf(order: Order, t: ReturnType<typeof useT>): Part[] {
  const { balance_amount: held, status, payment_name: method, paid_at: paidAt } = order
  if (held === 0 || status === 'cancelled' || status === 'expired') return []
  return [
    { name: t('order_line.balance'), amount: held },
    { name: method ? methodName(method) : t(paidAt ? 'order.paid_rest' : 'order.to_pay'), amount: billOf(order).total },
  ]
}

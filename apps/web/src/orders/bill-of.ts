import type { Order, OrderLine } from '@portico/contract/orders'

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

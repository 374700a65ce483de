import { expect, test } from 'vitest'
import type { OrderRow } from '../orders/orders.table.ts'
import { takenForTopUp } from './money-back.ts'

const topup = { id: 1, accountId: 7, type: 'topup', totalAmount: 1000, bonusAmount: 99, shortfallAmount: 0, refundedAmount: 0 } as OrderRow
const sums = (order: OrderRow, amount: number, fee: number) => {
  const legs = takenForTopUp(order, amount, fee)
  expect(legs.filter(({ kind }) => kind === 'member').every(({ ownerId }) => ownerId === order.accountId)).toBe(true)
  const of = (kind: string): number => legs.reduce((sum, leg) => sum + (leg.kind === kind ? leg.amount : 0), 0)
  return { member: of('member'), site: of('site'), revenue: of('revenue') }
}

test.each<[string, Partial<OrderRow>, [amount: number, fee: number], object]>([
  // 99 × 500 / 1000 = 49.5
  ['half takes half of the bonus along, rounded down', {}, [500, 50], { member: -549, site: 49, revenue: 0 }],
  // 99 − 49: what rounding left
  ['the other half takes the rest of it', { refundedAmount: 500 }, [500, 50], { member: -550, site: 50, revenue: 0 }],
  ['all takes all of it', {}, [1000, 0], { member: -1099, site: 99, revenue: 0 }],
  // the fee of 50 was never on the balance
  ['more than came to the balance is the fee', {}, [1050, 50], { member: -1099, site: 99, revenue: -50 }],
  ['the fee alone leaves the member alone', { refundedAmount: 1000 }, [50, 50], { member: 0, site: 0, revenue: -50 }],
  ['a part of the fee after some of it', { refundedAmount: 1020 }, [30, 30], { member: 0, site: 0, revenue: -30 }],
  ['a fee of which a part is gone', { refundedAmount: 500 }, [550, 20], { member: -580, site: 50, revenue: -20 }],
  ['without a bonus', { bonusAmount: 0 }, [400, 0], { member: -400, site: 0, revenue: 0 }],
  // 900 came in, with all of the bonus.
  ['a third of what came in, with a shortfall', { shortfallAmount: 100 }, [300, 0], { member: -333, site: 33, revenue: 0 }],
  ['all that came in, with a shortfall', { shortfallAmount: 100 }, [900, 0], { member: -999, site: 99, revenue: 0 }],
  ['of nothing paid from outside', { totalAmount: 0, bonusAmount: 5 }, [10, 10], { member: 0, site: 0, revenue: -10 }],
])('a refund of a top-up: %s', (_, facts, [amount, fee], expected) => {
  expect(sums({ ...topup, ...facts }, amount, fee)).toEqual(expected)
})

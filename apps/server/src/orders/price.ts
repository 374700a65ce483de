import type { OrderLine } from '@portico/contract/orders'
import { percentOf } from '../percent-of.ts'

export type Cut = { kind: 'amount' | 'percent'; value: number }
export type Bill = {
  price: number
  promotion: Cut | null
  coupon: Cut | null
  /** Percent off the price after promotion and coupon. */
  personalPercent: number
  /** Remaining value of the plan given up. */
  surplus: number
  /** Most that may be taken from the balance. */
  balance: number
}
export type PricedOrder = {
  priceAmount: number
  promotionAmount: number
  couponAmount: number
  personalAmount: number
  surplusAmount: number
  creditAmount: number
  balanceAmount: number
  totalAmount: number
}

/**
 * Prices an order in minor units, in fixed order: promotion, coupon, personal discount, surplus, balance. Each applies to the rest and
 * takes no more. Surplus beyond the price becomes credit.
 */
export function priceOrder(bill: Bill): PricedOrder {
  let left = bill.price
  const take = (amount: number): number => {
    const taken = Math.min(left, amount)
    left -= taken
    return taken
  }
  const promotionAmount = take(cutOf(left, bill.promotion))
  const couponAmount = take(cutOf(left, bill.coupon))
  const personalAmount = take(percentOf(left, bill.personalPercent))
  const creditAmount = bill.surplus - take(bill.surplus)
  const balanceAmount = take(bill.balance)
  const { price: priceAmount, surplus: surplusAmount } = bill
  return { priceAmount, promotionAmount, couponAmount, personalAmount, surplusAmount, creditAmount, balanceAmount, totalAmount: left }
}

/** The lines that sum to the total. Zero lines are left out, except the price. */
export function linesOf(order: Omit<PricedOrder, 'totalAmount'>): OrderLine[] {
  const lines: OrderLine[] = [
    { kind: 'price', amount: order.priceAmount },
    { kind: 'promotion', amount: -order.promotionAmount },
    { kind: 'coupon', amount: -order.couponAmount },
    { kind: 'personal', amount: -order.personalAmount },
    { kind: 'surplus', amount: order.creditAmount - order.surplusAmount },
    { kind: 'balance', amount: -order.balanceAmount },
  ]
  return lines.filter(({ kind, amount }) => kind === 'price' || amount !== 0)
}

/** Bonus of the highest tier reached, not the sum of tiers. */
export function bonusOf(amount: number, tiers: { amount: number; bonus: number }[]): number {
  return Math.max(0, ...tiers.filter((tier) => amount >= tier.amount).map((tier) => tier.bonus))
}

function cutOf(amount: number, cut: Cut | null): number {
  if (cut === null) return 0
  return cut.kind === 'amount' ? cut.value : percentOf(amount, cut.value)
}

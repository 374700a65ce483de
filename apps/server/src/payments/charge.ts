import { Amount } from '@portico/contract/money'
import { drivers } from '../payment-drivers/drivers.ts'
import type { PaymentMethodRow } from './payments.table.ts'

export type Charge = {
  feeAmount: number
  /** Order total plus fee, in the order's currency. */
  amount: number
  /** The amount in the gateway's currency. */
  payAmount: number
  payCurrency: string
  exchangeRate: number | null
}
/** Received and missing parts of an order's payment, in minor units. */
export type PaidPart = { cashAmount: number; feeAmount: number; shortfallAmount: number; feeShortfallAmount: number }
export type Due = { totalAmount: number; currency: string; mostFee?: number | null }
type Rule = Pick<PaymentMethodRow, 'driver' | 'feePercent' | 'feeFixed' | 'currency' | 'exchangeRate'>

/** A share of the total in hundredths of a percent, halves rounded up, plus the fixed part. Minor units. */
export function feeOf(total: number, { feePercent, feeFixed }: Pick<Rule, 'feePercent' | 'feeFixed'>): number {
  return Number((BigInt(total) * BigInt(feePercent) + 5_000n) / 10_000n) + feeFixed
}

/** Rounds up to a whole minor unit, so that a gateway never receives less than the price. */
export function convert(amount: number, ratePerMillion: number): number {
  return Number((BigInt(amount) * BigInt(ratePerMillion) + 999_999n) / 1_000_000n)
}

/**
 * What paying the order by this method costs. `mostFee`: the largest fee of a renewal; absent or null: no limit. Null if the cost exceeds
 * the largest amount, or the method's currency differs and has no usable rate.
 */
export function chargeOf(order: Due, method: Rule): Charge | null {
  const feeAmount = Math.min(feeOf(order.totalAmount, method), order.mostFee ?? Infinity)
  const amount = order.totalAmount + feeAmount
  if (!Amount.safeParse(amount).success) return null
  // The balance pays in the order's currency, whatever the method says.
  if (!drivers[method.driver].start || method.currency === order.currency) {
    return { feeAmount, amount, payAmount: amount, payCurrency: order.currency, exchangeRate: null }
  }
  if (method.exchangeRate === null) return null
  const payAmount = convert(amount, method.exchangeRate)
  if (!Amount.safeParse(payAmount).success) return null
  return { feeAmount, amount, payAmount, payCurrency: method.currency, exchangeRate: method.exchangeRate }
}

/** What a payment worth `value` pays: the price first, then the fee. What exceeds both is not counted. */
export function paidPart(order: { totalAmount: number }, fee: number, value: number): PaidPart {
  const cashAmount = Math.min(value, order.totalAmount)
  const feeAmount = Math.min(value - cashAmount, fee)
  return { cashAmount, feeAmount, shortfallAmount: order.totalAmount - cashAmount, feeShortfallAmount: fee - feeAmount }
}

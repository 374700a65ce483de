import { Amount, Currency } from '@portico/contract/money'
import type { Payment, Reversal } from './driver.ts'

const NUMBER = /^[^\p{Cc}]{1,200}$/u

/** Why a genuine report cannot be booked; null: it can. */
export function unusable(said: Payment | Reversal): string | null {
  const numbers =
    'reversalNo' in said ? [said.attemptNo, said.callbackNo, said.reversalNo, said.refundNo] : [said.attemptNo, said.callbackNo]
  if (numbers.some((number) => number !== null && !NUMBER.test(number))) return 'a number is too long or contains control characters'
  if (!Currency.safeParse(said.currency).success) return 'not a currency'
  return Amount.safeParse(said.amount).success ? null : 'the amount is too large'
}

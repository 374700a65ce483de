import { type Counter, guess } from '../guess.ts'
import type { Limits } from '../http/limits.ts'

/**
 * Runs work that looks up a coupon. A wrong code counts against the member and their network. Throws `limit.exceeded`
 * when either has had too many.
 */
export function guessCoupon<T>(
  limits: Limits,
  { accountId, network }: { accountId: number; network: string },
  work: () => Promise<T>,
): Promise<T> {
  const tries: Counter[] = [
    [limits.wrongCouponByAccount, String(accountId)],
    [limits.wrongCouponByAddress, network],
  ]
  return guess(tries, 'coupon.unusable', work)
}

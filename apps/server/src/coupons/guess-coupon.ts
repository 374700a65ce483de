import { type Counter, guess } from '../guess.ts'
import type { Limits } from '../http/limits.ts'

/**
 * Does what looks a coupon up. A code that leads nowhere counts against the member and their network; throws `limit.exceeded` when
 * either has had too many.
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

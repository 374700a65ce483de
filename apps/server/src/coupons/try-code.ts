import { AppError } from '../errors.ts'
import type { Limits } from '../http/limits.ts'

/**
 * Does what looks a coupon up. A code that leads nowhere counts against the member and against his network, so that codes cannot
 * be guessed; throws `limit.exceeded` when either has had too many. Every other ending costs nothing.
 */
export async function tryCode<T>(
  limits: Limits,
  { accountId, network }: { accountId: number; network: string },
  code: string | null | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!code) return work()
  const account = String(accountId)
  await limits.wrongCouponByAddress.check(network)
  // Taken before the code is looked up, so that tries sent all at once are counted too; others of his network may try beside him.
  await limits.wrongCouponByAccount.check(account)
  await limits.wrongCouponByAccount.take(account)
  let wrong = false
  try {
    return await work()
  } catch (error) {
    wrong = error instanceof AppError && error.code === 'coupon.unusable'
    if (wrong) await limits.wrongCouponByAddress.take(network)
    throw error
  } finally {
    if (!wrong) await limits.wrongCouponByAccount.giveBack(account)
  }
}

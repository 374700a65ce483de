import { AppError } from '../errors.ts'
import type { Limits } from '../http/limits.ts'

/**
 * Lets wrong codes count against the account and the network they come from. Taken before the code is looked at and given back
 * when it was right: tries sent all at once are counted too.
 */
export async function limitTries<T>(limits: Limits, by: { accountId: number; network: string }, work: () => Promise<T>): Promise<T> {
  const counters = [
    [limits.redeemByAccount, String(by.accountId)],
    [limits.redeemByAddress, by.network],
  ] as const
  for (const [counter, name] of counters) await counter.check(name)
  for (const [counter, name] of counters) await counter.take(name)
  const giveBack = async (): Promise<void> => {
    for (const [counter, name] of counters) await counter.giveBack(name)
  }
  try {
    const result = await work()
    await giveBack()
    return result
  } catch (error) {
    // Only a wrong guess counts: neither a right code that does not suit the member nor a failure of ours.
    if (!(error instanceof AppError && error.code === 'redeem.unusable')) await giveBack()
    throw error
  }
}

import type { ErrorCode } from '@portico/contract/errors'
import { AppError } from './errors.ts'
import type { Limit, Point } from './http/limits.ts'

/** A limit and the key it counts by. */
export type Counter = readonly [limit: Limit, key: string]
type Taken = { limit: Limit; key: string; point: Point }

/**
 * Does work that shows whether a guess is right. Only the failure `wrong` counts against the counters. Points are taken before the
 * work, so that guesses sent at once count too, and returned after any other outcome. Throws `limit.exceeded` and
 * `challenge.required` before the work; `solved`: the caller has just solved a challenge.
 */
export async function guess<T>(counters: readonly Counter[], wrong: ErrorCode, work: () => Promise<T>, solved = false): Promise<T> {
  await Promise.all(counters.map(([limit, key]) => limit.check(key, solved)))
  const taken = await takeAll(
    counters.filter(([limit]) => limit.guessing !== 'afterwards'),
    solved,
  )
  let result: T
  try {
    result = await work()
  } catch (error) {
    if (!(error instanceof AppError && error.code === wrong)) await giveBack(taken)
    else for (const [limit, key] of counters) if (limit.guessing === 'afterwards') await limit.take(key, true)
    throw error
  }
  await settle(taken.map(({ limit, key, point }) => (limit.guessing === 'cleared' ? limit.clear(key) : limit.giveBack(point))))
  return result
}

/** Takes points one after another: a guess that the first limit refuses takes none from the others. */
async function takeAll(counters: readonly Counter[], solved: boolean): Promise<Taken[]> {
  const taken: Taken[] = []
  for (const [limit, key] of counters) {
    try {
      taken.push({ limit, key, point: await limit.take(key, solved) })
    } catch (error) {
      await giveBack(taken)
      throw error
    }
  }
  return taken
}

function giveBack(taken: Taken[]): Promise<void> {
  return settle(taken.map(({ limit, point }) => limit.giveBack(point)))
}

/** The work is already done: a failed return must not change its answer. */
async function settle(returns: Promise<void>[]): Promise<void> {
  await Promise.allSettled(returns)
}

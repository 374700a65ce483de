import { createBudget } from '../budget.ts'
import { AppError } from '../errors.ts'

/** Searches at once; most running or waiting per account or network; most in all. */
const [AT_ONCE, OF_ONE, OF_ALL] = [3, 8, 60]
const RETRY_S = 1

/** Has a search wait for its turn. Throws `search.busy` if too many wait already. */
export type SearchQueue = <T>(who: string, search: () => Promise<T>) => Promise<T>

/** Few searches run at once, and only one of each account or network: a caller who sends many waits for their own. */
export function createSearchQueue(): SearchQueue {
  const atWork = createBudget(AT_ONCE)
  const own = new Map<string, { budget: ReturnType<typeof createBudget>; count: number }>()
  let all = 0
  return async (who, search) => {
    const mine = own.get(who) ?? { budget: createBudget(1), count: 0 }
    if (mine.count >= OF_ONE || all >= OF_ALL) throw new AppError('search.busy', { details: { retry_after: RETRY_S } })
    own.set(who, mine)
    mine.count++
    all++
    try {
      return await mine.budget(1, () => atWork(1, search))
    } finally {
      all--
      if (--mine.count === 0) own.delete(who)
    }
  }
}

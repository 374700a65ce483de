import { whileWanted } from './purpose.ts'
import { AppError } from '../../errors.ts'

/** Has a person's search wait until their earlier one has ended. Throws `search.replaced` in the earlier one. */
export type OneSearch = <T>(accountId: number, search: () => Promise<T>) => Promise<T>

/** One search of each person at a time: who types on wants the latest. */
export function oneSearch(): OneSearch {
  const running = new Map<number, { replaced: AbortController; over: Promise<void> }>()
  return async (accountId, search) => {
    const earlier = running.get(accountId)
    earlier?.replaced.abort(new AppError('search.replaced'))
    const replaced = new AbortController()
    const over = Promise.withResolvers<void>()
    const mine = { replaced, over: over.promise }
    running.set(accountId, mine)
    try {
      await earlier?.over
      replaced.signal.throwIfAborted()
      return await whileWanted(replaced.signal, search)
    } finally {
      over.resolve()
      if (running.get(accountId) === mine) running.delete(accountId)
    }
  }
}

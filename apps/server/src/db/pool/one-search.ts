import { AppError } from '../../errors.ts'
import { whileWanted } from './purpose.ts'

/** `list`: what is searched. Throws `search.replaced` in the person's earlier search of the same list. */
export type OneSearch = <T>(accountId: number, list: string, search: () => Promise<T>) => Promise<T>
type Search = { list: string; replaced: AbortController; over: Promise<void> }

/**
 * Limits each person to one search at a time. A newer one of the same list ends the earlier: people who type on want the latest. Others
 * wait.
 */
export function oneSearch(): OneSearch {
  const begun = new Map<number, Search[]>()
  return async (accountId, list, search) => {
    const earlier = begun.get(accountId) ?? []
    for (const other of earlier) if (other.list === list) other.replaced.abort(new AppError('search.replaced'))
    const [replaced, over] = [new AbortController(), Promise.withResolvers<void>()]
    const mine = { list, replaced, over: over.promise }
    begun.set(accountId, [...earlier, mine])
    try {
      await earlier.at(-1)?.over
      replaced.signal.throwIfAborted()
      return await whileWanted(replaced.signal, search)
    } finally {
      const rest = (begun.get(accountId) ?? []).filter((other) => other !== mine)
      if (rest.length === 0) begun.delete(accountId)
      else begun.set(accountId, rest)
      over.resolve()
    }
  }
}

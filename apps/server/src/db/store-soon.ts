import { mayPass } from './sql-errors.ts'

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1000, 10_000]

export type Storing = {
  /** Something waits: it is stored a moment later. */
  soon: () => void
  /** Stores what waits now. Resolves when that is done, or has failed and will be tried again. */
  flush: () => Promise<void>
}
type Given<Batch> = {
  afterMs: number
  /** What waits, as much as one statement should hold; null: nothing. */
  take: () => Batch | null
  store: (batch: Batch) => Promise<void>
  /** It could not be stored, and must wait again. */
  putBack: (batch: Batch) => void
  onError: (error: unknown) => void
}

/**
 * For what is written in bulk after the answers. While the database is away it is kept and tried again, with pauses that grow to ten
 * seconds. What the database refuses for its content is dropped, since it would hold up all the rest.
 */
export function storeSoon<Batch>({ afterMs, take, store, putBack, onError }: Given<Batch>): Storing {
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()
  let pause = afterMs

  async function storeAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    for (let batch = take(); batch !== null; batch = take()) {
      try {
        await store(batch)
        pause = afterMs
      } catch (error) {
        onError(error)
        if (!mayPass(error)) continue
        putBack(batch)
        pause = Math.min(Math.max(2 * pause, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
        return soon()
      }
    }
  }
  const flush = (): Promise<void> => (storing = storing.then(storeAll))
  function soon(): void {
    timer ??= setTimeout(() => void flush(), pause).unref()
  }
  return { soon, flush }
}

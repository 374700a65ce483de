import { mayPass } from './sql-errors.ts'

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1000, 10_000]

export type Storing = {
  /** Announces a waiting item, which is stored soon. */
  soon: () => void
  /** Stores what waits now. Resolves when that is done, or has failed and will be tried again. */
  flush: () => Promise<void>
}
type Given<Batch> = {
  afterMs: number
  /** Takes a batch for one statement; null: nothing waits. */
  take: () => Batch | null
  store: (batch: Batch) => Promise<void>
  /** Takes back a batch that could not be stored. */
  putBack: (batch: Batch) => void
  onError: (error: unknown) => void
}

/**
 * Stores items in bulk after answers were sent. Retries while the database is away, with pauses up to ten seconds. Drops what the database
 * refuses for its content, which would block the rest.
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

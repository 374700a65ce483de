const FLUSH_MS = 500
const MINUTE_MS = 60_000
/** Entries kept per minute: for one key, and for all keys together. */
const PER_KEY = 20
const IN_ALL = 1000

/** Entries beyond the cap for one key and minute; an empty `key` counts many keys together. */
export type Beyond = { key: string; minute: string; at: Date; times: number }
export type CappedLog<T> = {
  /**
   * Remembers an entry and returns at once; a moment later all entries are stored together. Calls `make` only
   * for an entry that is kept.
   */
  note: (key: string, make: (at: Date) => T) => void
  /** Stores what is waiting; resolves when it is stored. */
  flush: () => Promise<void>
}
type Setup<T> = {
  store: (entries: T[], beyond: Beyond[]) => Promise<void>
  now: () => Date
  onError: (error: unknown) => void
}

/**
 * Logs what anyone outside can cause. Each minute this process keeps 20 entries per key and 1,000 in all, and only counts the
 * rest: the disk cannot fill up. Entries that cannot be stored are lost, because logging must not break a request.
 */
export function createCappedLog<T>({ store, now, onError }: Setup<T>): CappedLog<T> {
  let minute = ''
  let kept = 0
  let counts = new Map<string, number>()
  let waiting: T[] = []
  let beyond = new Map<string, Beyond>()
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()

  function beginMinute(name: string): void {
    minute = name
    kept = 0
    counts = new Map()
  }

  function count(key: string, at: Date): void {
    // Only keys with kept entries get their own count, so there are never more counts than entries.
    const counted = counts.has(key) ? key : ''
    const name = `${minute} ${counted}`
    const before = beyond.get(name)
    if (before) before.times++
    else beyond.set(name, { key: counted, minute, at, times: 1 })
  }

  async function storeWaiting(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const [entries, more] = [waiting, [...beyond.values()]]
    waiting = []
    beyond = new Map()
    if (entries.length + more.length > 0) await store(entries, more).catch(onError)
  }
  const flush = (): Promise<void> => (storing = storing.then(storeWaiting))

  return {
    note(key, make) {
      const at = now()
      const name = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS).toISOString()
      if (name !== minute) beginMinute(name)
      const before = counts.get(key) ?? 0
      if (before < PER_KEY && kept < IN_ALL) {
        counts.set(key, before + 1)
        kept++
        waiting.push(make(at))
      } else count(key, at)
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    flush,
  }
}

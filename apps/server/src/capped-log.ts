const FLUSH_MS = 500
const MINUTE_MS = 60_000
/** Entries a minute that are kept one by one: of one key, and of all. */
const PER_KEY = 20
const IN_ALL = 1000

/** Entries beyond the cap, of one key and minute; `key` is empty for those of many keys. */
export type Beyond = { key: string; minute: string; at: Date; times: number }
export type CappedLog<T> = {
  /** Remembers an entry and returns at once: a moment later all are stored in one go. `make` is called only where it is kept. */
  note: (key: string, make: (at: Date) => T) => void
  /** Stores what is waiting, and waits for it. */
  flush: () => Promise<void>
}
type Setup<T> = {
  store: (entries: T[], beyond: Beyond[]) => Promise<void>
  now: () => Date
  onError: (error: unknown) => void
}

/**
 * Collects what anybody can cause from outside. Each minute this process keeps 20 entries of a key and 1,000 in all; of more it
 * keeps the number, so that nobody fills the disk. What cannot be stored is lost: a log is no reason to fail.
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
    // Only keys that were kept are counted one by one: there are at most as many as entries.
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

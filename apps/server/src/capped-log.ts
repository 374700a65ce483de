import { storeSoon } from './db/store-soon.ts'

const FLUSH_MS = 500
const MINUTE_MS = 60_000
/** Entries kept per minute: for one key, and for all keys together. */
const PER_KEY = 20
const IN_ALL = 1000
/** Entries that wait while they cannot be stored; the rest is only counted. */
const MAX_WAITING = 10_000
/** Entries stored by one statement. */
const AT_ONCE = 1000

/** Entries beyond the cap for one key and minute; an empty `key` counts many keys together. */
export type Beyond = { key: string; minute: string; at: Date; times: number }
export type CappedLog<T> = {
  /**
   * Remembers an entry and returns at once; a moment later all entries are stored together. Calls `make` only
   * for an entry that is kept.
   */
  note: (key: string, make: (at: Date) => T) => void
  /** Stores the queued entries; resolves when they are stored. */
  flush: () => Promise<void>
}
type Setup<T> = {
  store: (entries: T[], beyond: Beyond[]) => Promise<void>
  now: () => Date
  onError: (error: unknown) => void
}

/**
 * Logs what anyone outside can cause. Each minute this process keeps 20 entries per key and 1,000 in all, and only counts the
 * rest: the disk cannot fill up. Entries that cannot be stored wait until they can, and break no request.
 */
export function createCappedLog<T>({ store, now, onError }: Setup<T>): CappedLog<T> {
  let minute = ''
  let kept = 0
  let counts = new Map<string, number>()
  const waiting: T[] = []
  let beyond = new Map<string, Beyond>()
  const storing = storeSoon({
    afterMs: FLUSH_MS,
    take: () => {
      const batch = { entries: waiting.splice(0, AT_ONCE), more: [...beyond.values()] }
      beyond = new Map()
      return batch.entries.length + batch.more.length > 0 ? batch : null
    },
    store: ({ entries, more }) => store(entries, more),
    putBack: ({ entries, more }) => {
      waiting.unshift(...entries)
      more.forEach(add)
    },
    onError,
  })

  function beginMinute(name: string): void {
    minute = name
    kept = 0
    counts = new Map()
  }

  function count(key: string, at: Date): void {
    // Only keys with kept entries get their own count, so there are never more counts than entries.
    add({ key: counts.has(key) ? key : '', minute, at, times: 1 })
  }

  function add(more: Beyond): void {
    const name = `${more.minute} ${more.key}`
    const before = beyond.get(name)
    if (before) before.times += more.times
    else beyond.set(name, more)
  }

  return {
    note(key, make) {
      const at = now()
      const name = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS).toISOString()
      if (name !== minute) beginMinute(name)
      const before = counts.get(key) ?? 0
      if (before < PER_KEY && kept < IN_ALL && waiting.length < MAX_WAITING) {
        counts.set(key, before + 1)
        kept++
        waiting.push(make(at))
      } else count(key, at)
      storing.soon()
    },
    flush: storing.flush,
  }
}

import { forMany } from './pool/purpose.ts'

/**
 * Turns many look-ups of one key into few look-ups of many keys: while one query runs, further keys wait and share the next.
 * Nothing is cached, so every answer is as fresh as from a separate query.
 */
export function batched<K, V>(load: (keys: K[]) => Promise<Map<K, V>>, lanes = 2, maxKeys = 500): (key: K) => Promise<V | undefined> {
  type Waiter = { key: K; done: (value: V | undefined) => void; failed: (error: unknown) => void }
  const outside = forMany()
  let waiting: Waiter[] = []
  let running = 0

  async function run(): Promise<void> {
    const turn = waiting.slice(0, maxKeys)
    waiting = waiting.slice(maxKeys)
    running++
    try {
      const found = await outside(() => load(turn.map((waiter) => waiter.key)))
      for (const waiter of turn) waiter.done(found.get(waiter.key))
    } catch (error) {
      for (const waiter of turn) waiter.failed(error)
    } finally {
      running--
      if (waiting.length > 0) void run()
    }
  }

  return (key) =>
    new Promise((done, failed) => {
      waiting.push({ key, done, failed })
      // One microtask later, so that requests from one socket event travel together.
      if (running < lanes && waiting.length === 1) queueMicrotask(() => running < lanes && waiting.length > 0 && void run())
    })
}

/** `batched` for work that is given its database: what is asked of the same one travels together, for the purpose of the first. */
export function batchedIn<D extends object, K, V>(
  load: (db: D, keys: K[]) => Promise<Map<K, V>>,
): (db: D, key: K) => Promise<V | undefined> {
  const known = new WeakMap<D, (key: K) => Promise<V | undefined>>()
  return (db, key) => {
    const ask = known.get(db) ?? batched((keys: K[]) => load(db, keys))
    known.set(db, ask)
    return ask(key)
  }
}

import { EventEmitter, on } from 'node:events'
import { batched } from '../db/batch.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Places } from '../processes/places.ts'
import { type Unread, unreadOf } from './unread.ts'

/** Tabs of an account that are looked at, on all its devices. Further ones ask from time to time. */
const AT_ONCE = 5
const LONGEST_MS = 10 * 60_000
const LOOK_MS = 2000

type Surroundings = { now: () => Date; onError: (error: unknown) => void }
export type MessageWatch = {
  /**
   * How many messages an account has not read: now, then after each change, until `left` aborts or ten minutes have passed. Throws
   * `limit.exceeded` before the first if the account has too many watches, counted over all processes.
   */
  follow: (accountId: number, left: AbortSignal) => AsyncGenerator<Unread>
  /** Ends all watches: the process is stopping. */
  stop: () => void
}

/**
 * The watches of this process. While there are any, one look every two seconds reads all their accounts, and wakes those with a change.
 * NOTIFY on each message would be worse: every commit that writes one would wait for the one before.
 */
export function createMessageWatch({ db }: Database, places: Places, { now, onError }: Surroundings): MessageWatch {
  const hub = new EventEmitter().setMaxListeners(0)
  let stopping = new AbortController()
  let known = new Map<number, Unread>()
  let looking: NodeJS.Timeout | undefined
  const read = batched<number, Unread>((ids) => unreadOf(db, ids, now()))
  // `on` listens for errors, too.
  const watched = (): number[] => hub.eventNames().flatMap((name) => (name === 'error' ? [] : Number(name)))

  async function look(): Promise<void> {
    const next = await unreadOf(db, watched(), now())
    for (const [id, unread] of next) if (known.get(id)?.version !== unread.version) hub.emit(String(id), unread)
    known = next
  }

  /** One at a time: a slow database is not asked again before it has answered. */
  function lookAgain(): void {
    looking ??= setTimeout(() => {
      void look()
        .catch(onError)
        .finally(() => {
          looking = undefined
          if (watched().length > 0) lookAgain()
        })
    }, LOOK_MS).unref()
  }

  return {
    follow: async function* (accountId, left) {
      const closed = new AbortController()
      const release = await places.take(`messages ${accountId}`, AT_ONCE, () => closed.abort())
      if (!release) throw new AppError('limit.exceeded', { details: { retry_after: 60 } })
      const ended = AbortSignal.any([left, closed.signal, stopping.signal, AbortSignal.timeout(LONGEST_MS)])
      try {
        // Before the first look, so that no change is missed in between.
        const changes = on(hub, String(accountId), { signal: ended })
        lookAgain()
        let latest = await read(accountId)
        if (latest) yield latest
        for await (const [next] of changes as AsyncIterable<[Unread]>) {
          if (next.version !== latest?.version) yield (latest = next)
        }
      } catch (error) {
        if (!ended.aborted) throw error
      } finally {
        closed.abort()
        release()
      }
    },
    stop: () => {
      stopping.abort()
      stopping = new AbortController()
    },
  }
}

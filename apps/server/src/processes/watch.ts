import { EventEmitter, on } from 'node:events'
import { batched } from '../db/batch.ts'
import { forMany } from '../db/pool/purpose.ts'
import { AppError } from '../errors.ts'
import type { Places } from './places.ts'

const LONGEST_MS = 10 * 60_000
const LOOK_MS = 2000

type Versioned = { version: string }
type Watched<State> = {
  /** Prefix of the holder's name, before the account. */
  name: string
  /** Most streams of an account, over all devices. Further ones poll. */
  atOnce: number
  /** The states of many topics at once; `version` changes with what a stream must tell. */
  read: (topics: number[]) => Promise<Map<number, State>>
  onError: (error: unknown) => void
  /** Milliseconds between looks; default two seconds. */
  lookMs?: number | undefined
}
export type Watch<State> = {
  /**
   * The state of a topic: now, then after each change, until `left` aborts or ten minutes have passed. Throws `limit.exceeded` before
   * the first if the account has too many streams, counted over all processes.
   */
  follow: (accountId: number, left: AbortSignal, topic?: number) => AsyncGenerator<State>
  /** Ends all streams, because the process stops. */
  stop: () => void
}

/**
 * Creates streams of one kind. While there are any, a query every two seconds reads their topics (default: the account) and wakes those
 * that changed. NOTIFY would serialise the commits that cause changes.
 */
export function createWatch<State extends Versioned>(
  places: Places,
  { name, atOnce, read: readMany, onError, lookMs = LOOK_MS }: Watched<State>,
): Watch<State> {
  const hub = new EventEmitter().setMaxListeners(0)
  let stopping = new AbortController()
  let known = new Map<number, State>()
  let looking: NodeJS.Timeout | undefined
  const read = batched<number, State>(readMany)
  // `on` listens for errors, too.
  const outside = forMany()
  const watched = (): number[] => hub.eventNames().flatMap((topic) => (topic === 'error' ? [] : Number(topic)))

  async function look(): Promise<void> {
    const next = await readMany(watched())
    for (const [topic, state] of next) if (known.get(topic)?.version !== state.version) hub.emit(String(topic), state)
    known = next
  }

  /** Looks again later, one look at a time, so that a slow database is not asked twice. */
  function lookAgain(): void {
    looking ??= setTimeout(() => {
      void outside(look)
        .catch(onError)
        .finally(() => {
          looking = undefined
          if (watched().length > 0) lookAgain()
        })
    }, lookMs).unref()
  }

  return {
    follow: async function* (accountId, left, topic = accountId) {
      const closed = new AbortController()
      const release = await places.take(`${name} ${accountId}`, atOnce, () => closed.abort())
      if (!release) throw new AppError('limit.exceeded', { details: { retry_after: 60 } })
      const ended = AbortSignal.any([left, closed.signal, stopping.signal, AbortSignal.timeout(LONGEST_MS)])
      try {
        // Before the first look, so that no change is missed in between.
        const changes = on(hub, String(topic), { signal: ended })
        lookAgain()
        let latest = await read(topic)
        if (latest) yield latest
        for await (const [next] of changes as AsyncIterable<[State]>) {
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

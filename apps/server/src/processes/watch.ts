import { EventEmitter, on } from 'node:events'
import type { App } from '../app.ts'
import { batched } from '../db/batch.ts'
import { forMany } from '../db/pool/purpose.ts'
import { AppError } from '../errors.ts'

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
  /** For the log, when a look fails. */
  fault: string
  /** Between two looks; usually two seconds. */
  lookMs?: number
}
export type Watch<State> = {
  /**
   * The state of a topic: now, then after each change, until `left` aborts or ten minutes have passed. Throws `limit.exceeded` before
   * the first if the account has too many streams, counted over all processes.
   */
  follow: (accountId: number, left: AbortSignal, topic?: number) => AsyncGenerator<State>
}

/**
 * The streams of this process about one kind of thing. While there are any, one look every `lookMs` reads all their topics (an account's own,
 * unless another is named), and wakes those with a change. A process that stops ends them all. NOTIFY would be worse: every commit
 * that causes one would wait for the one before.
 */
export function createWatch<State extends Versioned>(
  app: App,
  { name, atOnce, read: readMany, fault, lookMs = LOOK_MS }: Watched<State>,
): Watch<State> {
  const hub = new EventEmitter().setMaxListeners(0)
  let looking: NodeJS.Timeout | undefined
  const read = batched<number, State>(readMany)
  // `on` listens for errors, too.
  const outside = forMany()
  const watched = (): number[] => hub.eventNames().flatMap((topic) => (topic === 'error' ? [] : Number(topic)))

  async function look(): Promise<void> {
    for (const [topic, state] of await readMany(watched())) hub.emit(String(topic), state)
  }

  /** Looks again later, one look at a time, so that a slow database is not asked twice. */
  function lookAgain(): void {
    looking ??= setTimeout(() => {
      void outside(look)
        .catch((error: unknown) => app.log.warn({ err: error }, fault))
        .finally(() => {
          looking = undefined
          if (watched().length > 0) lookAgain()
        })
    }, app.lookMs ?? lookMs).unref()
  }

  return {
    follow: async function* (accountId, left, topic = accountId) {
      const closed = new AbortController()
      const release = await app.places.take(`${name} ${accountId}`, atOnce, () => closed.abort())
      if (!release) throw new AppError('limit.exceeded', { details: { retry_after: 60 } })
      const ended = AbortSignal.any([left, closed.signal, app.stopping.signal, AbortSignal.timeout(LONGEST_MS)])
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
  }
}

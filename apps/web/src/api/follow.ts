import type { Endpoint } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'
import { onBack } from './connection.ts'
import { events } from './events.ts'
import { readToken } from './session.ts'

type None = z.ZodMiniType<undefined, undefined>
interface Follower<State> {
  /** Called with every event. */
  onState: (state: State) => void
  /** Asks in another way, at least once a minute while the stream fails. */
  ask: () => Promise<unknown>
}

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1000, 60_000]

/** Follows a stream until `left` aborts or the session is over, while this tab can be seen. */
export async function follow<R extends z.ZodMiniType>(
  e: Endpoint<None, None, None, R>,
  left: AbortSignal,
  { onState, ask }: Follower<z.output<R>>,
): Promise<void> {
  for (let failures = 0; !left.aborted && readToken();) {
    if (document.hidden) {
      await happens(document, 'visibilitychange', left)
      continue
    }
    const { signal: away, stop } = whenHidden()
    try {
      for await (const state of events(e, {}, AbortSignal.any([left, away]))) {
        failures = 0
        onState(state)
      }
    } catch {
      failures++
    } finally {
      stop()
    }
    if (left.aborted || away.aborted) continue
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures), left)
    // A failure is no end: the next try comes soon enough.
    if (failures > 0 && !left.aborted && !document.hidden && readToken()) await ask().catch(() => {})
  }
}

/** Pauses, but not beyond the server's return. */
async function pause(ms: number, left: AbortSignal): Promise<void> {
  const back = new AbortController()
  const stop = onBack(() => back.abort())
  await happens(null, '', AbortSignal.any([left, back.signal, AbortSignal.timeout(ms)]))
  stop()
}

/** A signal that aborts when the tab is hidden. */
function whenHidden(): { signal: AbortSignal; stop: () => void } {
  const away = new AbortController()
  const look = (): void => {
    if (document.hidden) away.abort()
  }
  document.addEventListener('visibilitychange', look)
  return { signal: away.signal, stop: () => document.removeEventListener('visibilitychange', look) }
}

/** Waits for an event, or until `left` aborts. */
function happens(target: EventTarget | null, name: string, left: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (left.aborted) return done()
    const finish = (): void => {
      target?.removeEventListener(name, finish)
      left.removeEventListener('abort', finish)
      done()
    }
    target?.addEventListener(name, finish)
    left.addEventListener('abort', finish)
  })
}

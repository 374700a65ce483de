import { ApiError } from '../call.ts'
import { type Listener, listen, takeOver } from './tabs.ts'

/** The tab that leads sends something at once, then a sign of life at least every fifteen seconds. */
const [FIRST_MS, SILENCE_MS] = [8_000, 40_000]

/** Whether tabs can find each other: not without https, nor in old browsers. */
export function canShare(): boolean {
  return typeof BroadcastChannel === 'function' && typeof navigator.locks === 'object'
}

/** The events of a stream, which one tab receives for all. Throws if it fails, or if two tabs in a row stay silent. */
export async function* sharedEvents(stream: string, left: AbortSignal): AsyncGenerator {
  const waiting: unknown[] = []
  let end: number | null = null
  let wake = (): void => {}
  let watch: ReturnType<typeof setTimeout> | undefined
  const wait = (ms: number, then: () => void): void => {
    clearTimeout(watch)
    watch = setTimeout(then, ms)
  }
  const finish = (status: number): void => {
    end ??= status
    wake()
  }
  // A tab that leads may be frozen: then this one leads.
  const silent = (): void => {
    takeOver()
    wait(FIRST_MS, () => finish(0))
  }
  const listener: Listener = {
    onEvent: (event) => {
      waiting.push(event)
      wait(SILENCE_MS, silent)
      wake()
    },
    onAlive: () => wait(SILENCE_MS, silent),
    onEnd: finish,
  }
  const leave = (): void => wake()
  left.addEventListener('abort', leave)
  wait(FIRST_MS, silent)
  const stop = listen(stream, listener)
  try {
    for (;;) {
      if (left.aborted) throw left.reason
      if (waiting.length > 0) yield waiting.shift()
      else if (end === 200) return
      else if (end !== null) throw new ApiError(end, {})
      else await new Promise<void>((done) => (wake = done))
    }
  } finally {
    clearTimeout(watch)
    left.removeEventListener('abort', leave)
    stop()
  }
}

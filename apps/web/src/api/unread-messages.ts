import { fetchMessages, followMessages } from '@portico/contract/message-centre'
import { listNotices } from '@portico/contract/notices'
import { createStore } from '../store.ts'
import { call } from './call.ts'
import { events } from './events.ts'
import { invalidate } from './query.ts'
import { readToken } from './session.ts'

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1000, 60_000]

/** How many of my messages are unread, as last heard. */
export const unreadMessages = createStore(0)

/**
 * Keeps `unreadMessages`, and the lists on the screen, up to date until `left` aborts or the session is over: by the server's stream while
 * this tab can be seen, and by asking, at least once a minute, while the stream fails.
 */
export async function followUnread(left: AbortSignal): Promise<void> {
  let version: string | undefined
  for (let failures = 0; !left.aborted && readToken();) {
    if (document.hidden) {
      await happens(document, 'visibilitychange', left)
      continue
    }
    const { signal: away, stop } = whenHidden()
    try {
      for await (const state of events(followMessages, {}, AbortSignal.any([left, away]))) {
        failures = 0
        unreadMessages.set(state.unread)
        if (version !== undefined && version !== state.version) void invalidate(fetchMessages, listNotices)
        version = state.version
      }
    } catch {
      failures++
    } finally {
      stop()
    }
    if (left.aborted || away.aborted) continue
    await happens(null, '', AbortSignal.any([left, AbortSignal.timeout(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures))]))
    if (failures > 0 && !left.aborted && !document.hidden && readToken()) await ask()
  }
}

async function ask(): Promise<void> {
  try {
    unreadMessages.set((await call(fetchMessages, { body: { page_size: 1 } }, { background: true })).unread)
  } catch {
    // The next try comes soon enough.
  }
}

/** A signal that this tab can no longer be seen. */
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

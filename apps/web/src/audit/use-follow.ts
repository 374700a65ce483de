import { auditEvents } from '@portico/contract/audit-admin'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { ApiError } from '../api/call.ts'
import { events } from '../api/events.ts'

const AGAIN_MS = 3000

/** While `on`, calls `onNews` when the log has new rows. Rows that came while it was off are reported once it is on again. */
export function useFollow(on: boolean, onNews: () => void): void {
  const latest = useRef(onNews)
  useEffect(() => {
    latest.current = onNews
  })
  useEffect(() => {
    if (!on) return
    const left = new AbortController()
    void follow(() => latest.current(), left.signal)
    return () => left.abort()
  }, [on])
}

/** Whether this browser tab is visible. */
export function useTabVisible(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    () => document.visibilityState === 'visible',
  )
}

/** The server ends a stream after ten minutes or when its process stops. Reconnects unless the server refused. */
async function follow(onNews: () => void, left: AbortSignal): Promise<void> {
  while (!left.aborted) {
    try {
      for await (const _ of events(auditEvents, {}, left)) if (!left.aborted) onNews()
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return
    }
    if (!left.aborted) await new Promise((done) => setTimeout(done, AGAIN_MS))
  }
}

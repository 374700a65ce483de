import { adminFollowTickets, adminGetTicket, adminListTickets } from '@portico/contract/tickets-admin'
import { adminTicketCounts } from '@portico/contract/ticket-inbox-admin'
import { useEffect } from 'react'
import { events } from '../../api/events.ts'
import { get, invalidate, queryClient } from '../../api/query.ts'
import { readToken } from '../../api/session.ts'

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1000, 30_000]

/** Keeps the lists and the conversation on the screen up to date, by the server's stream while it works and by asking while it does not. */
export function useLiveTickets(): void {
  useEffect(() => {
    const left = new AbortController()
    void follow(left.signal)
    return () => left.abort()
  }, [])
}

async function follow(left: AbortSignal): Promise<void> {
  let version: string | undefined
  for (let failures = 0; !left.aborted && readToken();) {
    try {
      for await (const state of events(adminFollowTickets, {}, left)) {
        failures = 0
        if (version !== undefined && version !== state.version) void refresh(state.changed)
        version = state.version
      }
    } catch {
      failures++
    }
    await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures), left)
    if (failures > 0 && !left.aborted && readToken()) void refresh(null)
  }
}

/** `changed`: these tickets; null: whichever. */
async function refresh(changed: number[] | null): Promise<void> {
  const one =
    changed === null
      ? [invalidate(adminGetTicket)]
      : changed.map((id) => queryClient.invalidateQueries({ queryKey: get(adminGetTicket, { params: { id } }).queryKey }))
  await Promise.all([invalidate(adminListTickets, adminTicketCounts), ...one])
}

function pause(ms: number, left: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (left.aborted) return done()
    const timer = setTimeout(done, ms)
    left.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
}

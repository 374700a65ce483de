import { fetchTickets, followTickets } from '@portico/contract/tickets'
import { useEffect } from 'react'
import { follow } from '../api/follow.ts'
import { invalidate } from '../api/query.ts'

/** Keeps the member's tickets on the screen up to date: what is written elsewhere appears without a reload. */
export function useLiveTickets(): void {
  useEffect(() => {
    const left = new AbortController()
    let version: string | undefined
    void follow(followTickets, left.signal, {
      onState: (state) => {
        // The first state too: something may have changed since the page asked.
        if (version !== state.version) void invalidate(fetchTickets)
        version = state.version
      },
      ask: () => invalidate(fetchTickets),
    })
    return () => left.abort()
  }, [])
}

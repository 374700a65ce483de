import { adminFollowTickets, adminGetTicket, adminListTickets } from '@portico/contract/tickets-admin'
import { adminTicketCounts } from '@portico/contract/ticket-inbox-admin'
import { useEffect } from 'react'
import { follow } from '../../api/follow.ts'
import { get, invalidate, queryClient } from '../../api/query.ts'

/** Keeps the lists and the conversation on the screen up to date: what members and colleagues write appears without a reload. */
export function useLiveTickets(): void {
  useEffect(() => {
    const left = new AbortController()
    let version: string | undefined
    void follow(adminFollowTickets, left.signal, {
      onState: (state) => {
        // After the first state or a gap nobody knows which ones changed.
        if (version !== state.version) void refresh(version === undefined || state.changed.length === 0 ? null : state.changed)
        version = state.version
      },
      ask: () => refresh(null),
    })
    return () => left.abort()
  }, [])
}

/** Refetches tickets; `changed`: ids, null: any. */
async function refresh(changed: number[] | null): Promise<void> {
  const keys = changed?.map((id) => get(adminGetTicket, { params: { id } }).queryKey) ?? [[adminGetTicket.path]]
  await Promise.all([
    invalidate(adminListTickets, adminTicketCounts),
    ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  ])
}

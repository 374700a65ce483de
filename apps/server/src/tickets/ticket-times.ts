import type { Settings } from '@portico/contract/settings-admin'
import type { TicketRow } from './tickets.table.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR

/** When an answered ticket closes by itself; null: never, because it waits for staff or is closed. */
export function closesAt({ waits, waitsSince }: TicketRow, settings: Settings): Date | null {
  return waits === 'waiting_member' && waitsSince ? new Date(waitsSince.getTime() + settings['ticket.close_hours'] * HOUR) : null
}

/** Until when the member may reopen a closed ticket; null: it is open. */
export function reopenUntil({ closedAt }: TicketRow, settings: Settings): Date | null {
  return closedAt && new Date(closedAt.getTime() + settings['ticket.reopen_days'] * DAY)
}

export function mayReopen(ticket: TicketRow, settings: Settings, now: Date): boolean {
  const until = reopenUntil(ticket, settings)
  return until !== null && now < until
}

import type { Settings } from '@portico/contract/settings-admin'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { closeLocked } from './move-ticket.ts'
import { closesAt } from './ticket-times.ts'
import { tickets } from './tickets.table.ts'
import { lockTicket } from './write-message.ts'

const HOUR = 3600_000
/** Tickets per run; the next minute has the rest. */
const BATCH = 500

/** Closes the tickets that staff answered and whose member has been silent since. Never one that waits for staff. May run twice. */
export async function closeSilent({ db, transaction }: Database, { now, settings }: { now: Date; settings: Settings }): Promise<number> {
  const before = new Date(now.getTime() - settings['ticket.close_hours'] * HOUR)
  const silent = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.status, 'open'), eq(tickets.waits, 'waiting_member'), lte(tickets.waitsSince, before)))
    .orderBy(asc(tickets.id))
    .limit(BATCH)
  let closed = 0
  for (const { id } of silent) {
    closed += await transaction(async (tx) => {
      const ticket = await lockTicket(tx, id)
      // Under the lock: the member may have answered just now.
      const due = closesAt(ticket, settings)
      if (due === null || now < due) return 0
      await closeLocked(tx, ticket, null, 'silence', now)
      return 1
    })
  }
  return closed
}

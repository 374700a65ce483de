import type { TicketCloser } from '@portico/contract/tickets'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { endEvents } from '../events/end-events.ts'
import { tell } from '../events/tell.ts'
import { ticketMessages, type TicketRow, tickets } from './tickets.table.ts'
import { nextVersion, writeChange } from './write-message.ts'

/** Closes a locked, open ticket, and tells the member unless they did it. */
export async function closeLocked(tx: Tx, ticket: TicketRow, accountId: number | null, by: TicketCloser, now: Date): Promise<TicketRow> {
  await writeChange(tx, ticket, accountId, { what: 'closed', by }, now)
  const closed = await set(tx, ticket, { status: 'closed', waits: null, waitsSince: null, closedAt: now, closedBy: by })
  await endAnswered(tx, closed, closed.lastSeq, now)
  const data = { ticket_id: ticket.id, subject: ticket.subject, by }
  if (by !== 'member') await tell(tx, ticket.accountId, { type: 'ticket_closed', data, cause: closedCause(ticket) }, now)
  return closed
}

/** Reopens a locked, closed ticket. Throws `ticket.already_open` if the member has opened another one of its kind since. */
export async function reopenLocked(tx: Tx, ticket: TicketRow, accountId: number, by: 'member' | 'staff', now: Date): Promise<TicketRow> {
  const values = {
    status: 'open',
    waits: 'waiting_staff',
    waitsSince: now,
    closedAt: null,
    closedBy: null,
    score: null,
    scoreText: null,
  } as const
  const opened = await orRefuse(
    set(tx, ticket, values),
    (error) => isUniqueViolation(error, 'tickets_open'),
    new AppError('ticket.already_open', { details: { kind: ticket.kind } }),
  )
  await writeChange(tx, ticket, accountId, { what: 'reopened', by }, now)
  await endEvents(tx, [{ accountId: ticket.accountId, cause: closedCause(ticket) }], now)
  return opened
}

/** Marks messages up to `seq` as seen by the member, and ends their events. */
export async function markSeen(tx: Tx, ticket: TicketRow, seq: number, now: Date): Promise<void> {
  const upTo = Math.min(seq, ticket.lastSeq)
  if (upTo <= ticket.seenSeq) return
  await endAnswered(tx, ticket, upTo, now)
  await set(tx, ticket, { seenSeq: upTo })
}

/** Ends the events of replies up to `seq` that the member has not seen. */
async function endAnswered(tx: Tx, ticket: TicketRow, seq: number, now: Date): Promise<void> {
  const replies = await tx
    .select({ seq: ticketMessages.seq })
    .from(ticketMessages)
    .where(
      and(
        eq(ticketMessages.ticketId, ticket.id),
        eq(ticketMessages.author, 'staff'),
        eq(ticketMessages.kind, 'reply'),
        gt(ticketMessages.seq, ticket.seenSeq),
        lte(ticketMessages.seq, seq),
      ),
    )
  const over = replies.map((reply) => ({ accountId: ticket.accountId, cause: answeredCause(ticket, reply.seq) }))
  await endEvents(tx, over, now)
}

export function answeredCause({ id }: TicketRow, seq: number): string {
  return `ticket_answered ${id} ${seq}`
}

function closedCause({ id }: TicketRow): string {
  return `ticket_closed ${id}`
}

/** Changes a locked ticket; live streams notice. */
export async function set(tx: Tx, { id }: TicketRow, values: Partial<typeof tickets.$inferInsert>): Promise<TicketRow> {
  return writtenRow(
    await tx
      .update(tickets)
      .set({ ...values, version: nextVersion })
      .where(eq(tickets.id, id))
      .returning(),
  )
}

import type { TicketOrigin } from '@portico/contract/tickets'
import { and, desc, eq, gt } from 'drizzle-orm'
import { type Actor, requirePermission } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { tell } from '../events/tell.ts'
import { answeredCause, markSeen, reopenLocked, set } from './move-ticket.ts'
import { mayReopen } from './ticket-times.ts'
import { type TicketMessageRow, ticketMessages } from './tickets.table.ts'
import { lockTicket, sameMessage, writeMessage } from './write-message.ts'

type Reply = { ticketId: number; text: string; fileIds?: number[]; by: TicketOrigin }

/**
 * Writes in a member's own ticket. A closed one is reopened while that is allowed. The same text within two seconds is one message.
 * Throws `not_found`, `ticket.closed`, `ticket.already_open`, `ticket.full` and `ticket.file_unknown`.
 */
export async function replyAsMember(
  { transaction }: Database,
  reply: Reply & { accountId: number },
  context: Context,
): Promise<TicketMessageRow> {
  return transaction((tx) => replyWithin(tx, reply, context))
}

/** `replyAsMember` within the caller's transaction. */
export async function replyWithin(
  tx: Tx,
  { accountId, ticketId, text, fileIds = [], by: origin }: Reply & { accountId: number },
  { now, settings }: Context,
): Promise<TicketMessageRow> {
  const message = { author: 'member', kind: 'reply', accountId, origin, text, fileIds } as const
  let ticket = await lockTicket(tx, ticketId, accountId)
  const same = await sameMessage(tx, ticketId, message, now)
  if (same) return same
  if (ticket.status === 'closed') {
    if (!mayReopen(ticket, settings, now)) throw new AppError('ticket.closed')
    ticket = await reopenLocked(tx, ticket, accountId, 'member', now)
  }
  const written = await writeMessage(tx, ticket, message, now)
  // A second message does not start the wait again.
  const waits = ticket.waits === 'waiting_staff' ? {} : ({ waits: 'waiting_staff', waitsSince: now } as const)
  await set(tx, ticket, { ...waits, lastMessageAt: now, replies: ticket.replies + 1 })
  await markSeen(tx, { ...ticket, lastSeq: written.seq }, written.seq, now)
  return written
}

/**
 * Answers the member, and tells them. Takes a ticket that nobody holds. The same text within two seconds is one message. Needs
 * `tickets.write`: throws `not_found` without it, and `ticket.closed`, `ticket.full` and `ticket.file_unknown`; `ticket.newer_message` if
 * the member wrote after message `seenSeq`.
 */
export async function replyAsStaff(
  { transaction }: Database,
  actor: Actor & { accountId: number },
  { ticketId, text, fileIds = [], seenSeq, by: origin }: Reply & { seenSeq?: number | undefined },
  now: Date,
): Promise<TicketMessageRow> {
  requirePermission(actor, 'tickets.write')
  const { accountId } = actor
  const message = { author: 'staff', kind: 'reply', accountId, origin, text, fileIds } as const
  return transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketId)
    const same = await sameMessage(tx, ticketId, message, now)
    if (same) return same
    if (ticket.status === 'closed') throw new AppError('ticket.closed')
    if (seenSeq !== undefined) await requireNoneSince(tx, ticketId, seenSeq)
    const written = await writeMessage(tx, ticket, message, now)
    const { seq } = written
    await set(tx, ticket, {
      waits: 'waiting_member',
      waitsSince: now,
      lastMessageAt: now,
      staffSeq: seq,
      answeredAt: ticket.answeredAt ?? now,
      assigneeId: ticket.assigneeId ?? accountId,
      replies: ticket.replies + 1,
    })
    const data = { ticket_id: ticketId, seq, subject: ticket.subject }
    await tell(tx, ticket.accountId, { type: 'ticket_answered', data, cause: answeredCause(ticket, seq) }, now)
    await record(tx, actor, { action: 'ticket.reply', entity: 'ticket', id: ticketId, after: { message: seq, origin } }, now)
    return written
  })
}

/** Writes a note that only staff see; in a closed ticket too. Throws as `replyAsStaff`. */
export async function addNote(
  { transaction }: Database,
  actor: Actor & { accountId: number },
  { ticketId, text, fileIds = [] }: Omit<Reply, 'by'>,
  now: Date,
): Promise<TicketMessageRow> {
  requirePermission(actor, 'tickets.write')
  const message = { author: 'staff', kind: 'note', accountId: actor.accountId, origin: 'web', text, fileIds } as const
  return transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketId)
    const same = await sameMessage(tx, ticketId, message, now)
    if (same) return same
    const written = await writeMessage(tx, ticket, message, now)
    await record(tx, actor, { action: 'ticket.note', entity: 'ticket', id: ticketId, after: { message: written.seq } }, now)
    return written
  })
}

async function requireNoneSince(tx: Tx, ticketId: number, seq: number): Promise<void> {
  const [newer] = await tx
    .select({ seq: ticketMessages.seq })
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticketId), eq(ticketMessages.author, 'member'), gt(ticketMessages.seq, seq)))
    .orderBy(desc(ticketMessages.seq))
    .limit(1)
  if (newer) throw new AppError('ticket.newer_message', { details: { seq: newer.seq } })
}

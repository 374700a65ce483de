import { MAX_TICKET_MESSAGES, type TicketChange, type TicketOrigin } from '@portico/contract/tickets'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { attachFiles, filesOf } from './attach-files.ts'
import { type TicketMessageRow, ticketMessages, type TicketRow, tickets } from './tickets.table.ts'

/** Milliseconds within which the same text counts as the same click. */
const SAME_MS = 2000

/** Locks a ticket. Throws `not_found`, for another member's too. */
export async function lockTicket(tx: Tx, id: number, ownerId?: number): Promise<TicketRow> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, id)).for('update')
  if (!ticket || (ownerId !== undefined && ticket.accountId !== ownerId)) throw new AppError('not_found')
  return ticket
}

type Written = {
  author: 'member' | 'staff'
  kind: 'reply' | 'note'
  accountId: number
  origin: TicketOrigin
  text: string
  fileIds: number[]
}

/** Adds a message to a locked ticket. Throws `ticket.full` and `ticket.file_unknown`. */
export async function writeMessage(tx: Tx, ticket: TicketRow, { fileIds, ...message }: Written, now: Date): Promise<TicketMessageRow> {
  if (ticket.lastSeq >= MAX_TICKET_MESSAGES) throw new AppError('ticket.full')
  const row = await insert(tx, ticket, message, now)
  await attachFiles(tx, message.accountId, row.id, fileIds)
  return row
}

/** The message with the same text and as many files that this author wrote last, a moment ago; null: there is none. */
export async function sameMessage(
  tx: Tx,
  ticketId: number,
  { accountId, kind, text, fileIds }: Written,
  now: Date,
): Promise<TicketMessageRow | null> {
  const [latest] = await tx
    .select()
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticketId), eq(ticketMessages.accountId, accountId), eq(ticketMessages.kind, kind)))
    .orderBy(desc(ticketMessages.seq))
    .limit(1)
  if (latest?.text !== text || now.getTime() - latest.createdAt.getTime() >= SAME_MS) return null
  const sent = (await filesOf(tx, [latest.id])).map(({ id }) => id)
  return fileIds.every((id) => sent.includes(id)) && sent.length === fileIds.length ? latest : null
}

/** Adds a change to the conversation of a locked ticket. */
export async function writeChange(
  tx: Tx,
  ticket: TicketRow,
  accountId: number | null,
  change: TicketChange,
  now: Date,
): Promise<TicketMessageRow> {
  return insert(tx, ticket, { author: 'system', kind: 'change', accountId, text: '', change }, now)
}

async function insert(
  tx: Tx,
  { id: ticketId }: TicketRow,
  message: Omit<typeof ticketMessages.$inferInsert, 'ticketId' | 'seq' | 'createdAt'>,
  now: Date,
): Promise<TicketMessageRow> {
  const { lastSeq: seq } = writtenRow(
    await tx
      .update(tickets)
      .set({ lastSeq: sql`${tickets.lastSeq} + 1`, version: nextVersion })
      .where(eq(tickets.id, ticketId))
      .returning({ lastSeq: tickets.lastSeq }),
  )
  return writtenRow(
    await tx
      .insert(ticketMessages)
      .values({ ...message, ticketId, seq, createdAt: now })
      .returning(),
  )
}

/** SQL of the next number, taken by every change of a ticket. */
export const nextVersion = sql<number>`nextval('ticket_versions')`

import type { TicketKind, TicketLevel, TicketOrigin } from '@portico/contract/tickets'
import { and, eq } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { sameMessage, writeMessage } from './write-message.ts'
import { type TicketBundle, type TicketRow, tickets } from './tickets.table.ts'

export type NewTicket = {
  accountId: number
  kind: TicketKind
  level: TicketLevel
  subject: string
  text: string
  fileIds?: number[]
  /** Facts about the connection, for staff; no secrets. */
  bundle?: TicketBundle | null
  /** Where the ticket was written; absent: on the site. */
  by?: TicketOrigin
}

/**
 * Opens a ticket with its first message. Of several at once with the same text, all return the same one; otherwise throws
 * `ticket.already_open` with the id of the open ticket of that kind, and `ticket.file_unknown`.
 */
export async function openTicket({ transaction }: Database, input: NewTicket, now: Date): Promise<TicketRow> {
  const { fileIds = [], bundle = null, by: origin = 'web', text, ...values } = input
  return transaction(async (tx) => {
    const [opened] = await tx
      .insert(tickets)
      .values({ ...values, bundle, waitsSince: now, createdAt: now, lastMessageAt: now, replies: 1 })
      .onConflictDoNothing()
      .returning()
    const message = { author: 'member', kind: 'reply', accountId: input.accountId, origin, text, fileIds } as const
    if (!opened) {
      const other = await openOf(tx, input)
      if (other?.subject === input.subject && other.replies === 1 && (await sameMessage(tx, other.id, message, now))) return other
      throw new AppError('ticket.already_open', { details: { id: other?.id ?? null, kind: input.kind } })
    }
    await writeMessage(tx, opened, message, now)
    return foundRow(await tx.select().from(tickets).where(eq(tickets.id, opened.id)))
  })
}

async function openOf(tx: Tx, { accountId, kind }: NewTicket): Promise<TicketRow | undefined> {
  const [open] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.accountId, accountId), eq(tickets.kind, kind), eq(tickets.status, 'open')))
  return open
}

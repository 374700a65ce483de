import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { dropPrivateFiles } from '../files/store-file.ts'
import { ticketFiles, ticketMails, ticketMessages, tickets } from './tickets.table.ts'
import { nextVersion } from './write-message.ts'

/** Locks a member's tickets, and those assigned to them, for `forgetTickets`. */
export async function lockTicketsOf(tx: Tx, accountId: number): Promise<void> {
  const named = or(eq(tickets.accountId, accountId), eq(tickets.assigneeId, accountId))
  await tx.select({ id: tickets.id }).from(tickets).where(named).orderBy(asc(tickets.id)).for('update')
}

/** Empties a closing account's tickets; kind and times remain. Returns keys of files whose bytes the caller deletes after the commit. */
export async function forgetTickets(tx: Tx, accountId: number, now: Date): Promise<string[]> {
  const own = tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.accountId, accountId))
  const messages = tx.select({ id: ticketMessages.id }).from(ticketMessages).where(inArray(ticketMessages.ticketId, own))
  const gone = await tx
    .delete(ticketFiles)
    .where(or(eq(ticketFiles.accountId, accountId), inArray(ticketFiles.messageId, messages)))
    .returning({ fileId: ticketFiles.fileId })
  await tx.delete(ticketMails).where(inArray(ticketMails.ticketId, own))
  await tx.update(ticketMessages).set({ text: '' }).where(inArray(ticketMessages.ticketId, own))
  const empty = { subject: '', bundle: null, scoreText: null, version: nextVersion }
  await tx.update(tickets).set(empty).where(eq(tickets.accountId, accountId))
  await tx
    .update(tickets)
    .set({ status: 'closed', waits: null, waitsSince: null, closedAt: now, closedBy: 'member' })
    .where(and(eq(tickets.accountId, accountId), eq(tickets.status, 'open')))
  await tx.update(tickets).set({ assigneeId: null, version: nextVersion }).where(eq(tickets.assigneeId, accountId))
  return dropPrivateFiles(
    tx,
    gone.map(({ fileId }) => fileId),
  )
}

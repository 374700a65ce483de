import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type FileRow, files } from '../files/files.table.ts'
import { ticketFiles } from './tickets.table.ts'

/**
 * Sends a member's or a staff member's uploads with a message. Throws `ticket.file_unknown` for what they did not upload, or sent before.
 */
export async function attachFiles(tx: Tx, accountId: number, messageId: number, ids: number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const attached = await tx
    .update(ticketFiles)
    .set({ messageId })
    .where(and(inArray(ticketFiles.id, wanted), eq(ticketFiles.accountId, accountId), isNull(ticketFiles.messageId)))
    .returning({ id: ticketFiles.id })
  if (attached.length !== wanted.length) throw new AppError('ticket.file_unknown', { fields: { file_ids: 'ticket.file_unknown' } })
}

export type AttachedFile = { id: number; messageId: number | null; accountId: number; file: FileRow }

/** The files of messages, in the order they were uploaded. */
export async function filesOf(db: Db, messageIds: number[]): Promise<AttachedFile[]> {
  if (messageIds.length === 0) return []
  const { id, messageId, accountId } = ticketFiles
  return db
    .select({ id, messageId, accountId, file: files })
    .from(ticketFiles)
    .innerJoin(files, eq(files.id, ticketFiles.fileId))
    .where(inArray(messageId, messageIds))
    .orderBy(asc(id))
}

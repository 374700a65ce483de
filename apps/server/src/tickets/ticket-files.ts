import { and, eq, exists, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { writtenRow } from '../db/written-row.ts'
import { foundRow } from '../errors.ts'
import { files } from '../files/files.table.ts'
import { dropPrivateFiles, storePrivateFile } from '../files/store-file.ts'
import { forgetBytes } from '../files/stored-bytes.ts'
import type { UploadedFile } from '../http/upload.ts'
import type { AttachedFile } from './attach-files.ts'
import { ticketFiles, ticketMessages, tickets } from './tickets.table.ts'

/** Milliseconds an upload waits for its message. */
const UNSENT_MS = 24 * 3600_000

/** Stores a file to be sent with a message. Throws as `storePrivateFile`. */
export async function uploadTicketFile(app: App, by: Actor & { accountId: number }, upload: UploadedFile): Promise<AttachedFile> {
  const { accountId } = by
  let id = 0
  const file = await storePrivateFile(app, by, upload, async (tx, { id: fileId }) => {
    id = writtenRow(await tx.insert(ticketFiles).values({ fileId, accountId, createdAt: app.now() }).returning()).id
  })
  return { id, messageId: null, accountId, file }
}

/** A file that a member uploaded, or that was sent in one of their tickets; never one of a note. Throws `not_found`. */
export function findOwnFile(app: App, accountId: number, id: number): Promise<AttachedFile> {
  const unsent = and(eq(ticketFiles.accountId, accountId), isNull(ticketFiles.messageId))
  const sent = app.database.db
    .select({ id: tickets.id })
    .from(ticketMessages)
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .where(and(eq(ticketMessages.id, ticketFiles.messageId), eq(ticketMessages.kind, 'reply'), eq(tickets.accountId, accountId)))
  return find(app, id, or(unsent, exists(sent)))
}

/** A file of any ticket, or one that the staff member has uploaded. Throws `not_found`. */
export function findAnyFile(app: App, accountId: number, id: number): Promise<AttachedFile> {
  return find(app, id, or(isNotNull(ticketFiles.messageId), eq(ticketFiles.accountId, accountId)))
}

/** Removes uploads that were never sent. May run twice. */
export async function sweepUnsent(app: App): Promise<void> {
  const before = new Date(app.now().getTime() - UNSENT_MS)
  const keys = await app.database.transaction(async (tx) => {
    const gone = await tx
      .delete(ticketFiles)
      .where(and(isNull(ticketFiles.messageId), lt(ticketFiles.createdAt, before)))
      .returning({ fileId: ticketFiles.fileId })
    return dropPrivateFiles(
      tx,
      gone.map(({ fileId }) => fileId),
    )
  })
  await forgetBytes(app, keys)
}

async function find({ database }: App, id: number, may: SQL | undefined): Promise<AttachedFile> {
  return foundRow(
    await database.db
      .select({ id: ticketFiles.id, messageId: ticketFiles.messageId, accountId: ticketFiles.accountId, file: files })
      .from(ticketFiles)
      .innerJoin(files, eq(files.id, ticketFiles.fileId))
      .where(and(eq(ticketFiles.id, id), may)),
  )
}

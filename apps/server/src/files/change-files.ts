import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { isForeignKeyViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError, foundRow } from '../errors.ts'
import { type FileRow, files } from './files.table.ts'
import { usesOf } from './list-files.ts'
import { auditable } from './store-file.ts'
import { forgetBytes } from './stored-bytes.ts'

type Change = { name?: string | undefined; folder_id?: number | null | undefined }

/** Renames a file, or moves it; its address stays. Throws `file.folder_unknown`. */
export async function changeFile({ transaction }: Database, by: Actor, id: number, change: Change, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = foundRow(await lock(tx, [id]))
    const { name = before.name, folder_id: folderId = before.folderId } = change
    await refuseUnknownFolder(tx.update(files).set({ name, folderId }).where(eq(files.id, id)))
    const sides = { before: auditable(before), after: auditable({ ...before, name, folderId }) }
    await record(tx, by, { action: 'file.update', entity: 'file', id, ...sides }, now)
  })
}

/** Moves files to a folder (null: the top one) and returns how many were elsewhere. Unknown ids are ignored. */
export function moveFiles({ transaction }: Database, by: Actor, ids: number[], folderId: number | null, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const moved = (await lock(tx, ids)).filter((file) => file.folderId !== folderId)
    if (moved.length === 0) return 0
    const found = moved.map(({ id }) => id)
    await refuseUnknownFolder(tx.update(files).set({ folderId }).where(inArray(files.id, found)))
    const sides = { before: { folderId: null }, after: { folderId: folderId ?? 0, count: found.length, ids: found } }
    await record(tx, by, { action: 'file.move_many', entity: 'file', ...sides }, now)
    return moved.length
  })
}

/** Deletes a file. Throws `file.in_use` with its uses. */
export async function deleteFile(app: App, by: Actor, id: number): Promise<void> {
  const [gone] = await remove(app, [id], async (tx, [file]) => {
    if (file) await record(tx, by, { action: 'file.delete', entity: 'file', id, before: auditable(file) }, app.now())
  })
  if (!gone) throw new AppError('not_found')
}

/** Deletes all files or none; ignores unknown ids, so it may be repeated. Throws `file.in_use` with the uses. */
export async function deleteFiles(app: App, by: Actor, ids: number[]): Promise<number> {
  const gone = await remove(app, ids, async (tx, found) => {
    const before = { count: found.length, names: found.map(({ name }) => name) }
    if (found.length > 0) await record(tx, by, { action: 'file.delete_many', entity: 'file', before }, app.now())
  })
  return gone.length
}

/** The rows first, and the bytes once they are gone for good. The references of `file_uses` decide. */
async function remove(app: App, ids: number[], note: (tx: Tx, found: FileRow[]) => Promise<void>): Promise<FileRow[]> {
  const found = await app.database
    .transaction(async (tx) => {
      const locked = await lock(tx, ids)
      if (locked.length === 0) return []
      const found = locked.map(({ id }) => id)
      const removal = tx.delete(files).where(inArray(files.id, found))
      await orRefuse(removal, isForeignKeyViolation, new AppError('file.in_use'))
      await note(tx, locked)
      return locked
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'file.in_use') throw error
      throw new AppError('file.in_use', { details: { uses: await usesOf(app.database.db, ids) } })
    })
  await forgetBytes(
    app,
    found.map(({ key }) => key),
  )
  return found
}

/** Locks files in order of id, against deadlocks. */
function lock(tx: Tx, ids: number[]): Promise<FileRow[]> {
  return tx
    .select()
    .from(files)
    .where(and(eq(files.purpose, 'material'), inArray(files.id, ids)))
    .orderBy(asc(files.id))
    .for('update')
}

function refuseUnknownFolder<T>(statement: PromiseLike<T>): Promise<T> {
  return orRefuse(statement, isForeignKeyViolation, new AppError('file.folder_unknown'))
}

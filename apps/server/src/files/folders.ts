import { MAX_FOLDER_DEPTH } from '@portico/contract/files-admin'
import { asc, count, eq, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { isForeignKeyViolation, isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError, orNotFound } from '../errors.ts'
import { type FileFolderRow, fileFolders, files } from './files.table.ts'

const records = plainRecords(fileFolders, 'file_folder')

export type ListedFolder = { folder: FileFolderRow; files: number }
type Change = { name?: string | undefined; parent_id?: number | null | undefined }

/** Folders by name with their direct files; `id`: only that one. */
export async function listFolders(db: Db, id: number | null = null): Promise<ListedFolder[]> {
  const held = db
    .select({ folderId: files.folderId, held: count().as('held') })
    .from(files)
    .groupBy(files.folderId)
    .as('h')
  const rows = await db
    .select({ folder: fileFolders, files: held.held })
    .from(fileFolders)
    .leftJoin(held, eq(held.folderId, fileFolders.id))
    .where(id === null ? sql`true` : eq(fileFolders.id, id))
    .orderBy(asc(fileFolders.name), asc(fileFolders.id))
  return rows.map((row) => ({ folder: row.folder, files: row.files ?? 0 }))
}

/** Creates a folder and returns its id. Throws `file.folder_taken`, `file.folder_unknown`, `file.folder_too_deep`. */
export async function createFolder(
  { transaction }: Database,
  by: Actor,
  { name, parent_id: parentId }: { name: string; parent_id: number | null },
  now: Date,
): Promise<number> {
  return transaction(async (tx) => {
    checkPlace(await lockTree(tx), null, parentId)
    return (await refuseTaken(records.create(tx, by, { name, parentId, createdAt: now }, now))).id
  })
}

/** Renames or moves a folder with its content. Throws as `createFolder`, and `file.folder_inside_itself`. */
export async function changeFolder({ transaction }: Database, by: Actor, id: number, change: Change, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const tree = await lockTree(tx)
    const before = orNotFound(tree.find((folder) => folder.id === id))
    const { name = before.name, parent_id: parentId = before.parentId } = change
    if (parentId !== before.parentId) checkPlace(tree, id, parentId)
    await refuseTaken(records.update(tx, by, id, { name, parentId }, now))
  })
}

/** Deletes a folder. Throws `file.folder_not_empty`; foreign keys decide. */
export async function deleteFolder({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction((tx) => orRefuse(records.delete(tx, by, id, now), isForeignKeyViolation, new AppError('file.folder_not_empty')))
}

/** Locks all folders: two simultaneous moves could put each into the other. */
async function lockTree(tx: Tx): Promise<FileFolderRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.file_folders'))`)
  return tx.select().from(fileFolders)
}

/** Whether the folder (null: a new one) may lie in that parent. */
function checkPlace(tree: FileFolderRow[], id: number | null, parentId: number | null): void {
  const byId = new Map(tree.map((folder) => [folder.id, folder]))
  let above = 0
  for (let at = parentId; at !== null; above++) {
    if (at === id) throw new AppError('file.folder_inside_itself')
    const folder = byId.get(at)
    if (!folder) throw new AppError('file.folder_unknown')
    at = folder.parentId
  }
  if (above + heightOf(tree, id) > MAX_FOLDER_DEPTH) throw new AppError('file.folder_too_deep')
}

/** Levels of a folder with all it holds; a new one has one. */
function heightOf(tree: FileFolderRow[], id: number | null): number {
  if (id === null) return 1
  const inner = tree.filter((folder) => folder.parentId === id).map((folder) => heightOf(tree, folder.id))
  return 1 + Math.max(0, ...inner)
}

function refuseTaken<T>(statement: PromiseLike<T>): Promise<T> {
  const refusal = new AppError('file.folder_taken', { fields: { name: 'file.folder_taken' } })
  return orRefuse(statement, (error) => isUniqueViolation(error, 'file_folders_name'), refusal)
}

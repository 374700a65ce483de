import { and, asc, eq, ilike, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { ordering, type Page, readPage, rowsOf, type SortedPaging } from '../db/page.ts'
import { foundRow } from '../errors.ts'
import { type FileRow, files, fileUses } from './files.table.ts'

export type ListedFile = { file: FileRow; uses: number; owner: string | null }
/** `folder_id` 0: the top folder; absent: all. */
type Filter = { folder_id?: number | undefined; q?: string | undefined; pictures?: 'true' | undefined }
export type Use = { noun: string; id: number; title: string }

const sortable = { created_at: files.createdAt, name: files.name, size: files.size } as const

/** Materials, newest first unless `sort` says otherwise. */
export async function listFiles(db: Db, filter: Filter, paging: SortedPaging): Promise<Page<ListedFile>> {
  const where = matching(filter)
  const order = ordering(paging.sort, sortable, files.createdAt, files.id)
  return readPage(db, select(db).where(where), order, paging, rowsOf(files, where))
}

/** One material. Throws `not_found`, also for avatars. */
export async function findFile(db: Db, id: number): Promise<ListedFile> {
  return foundRow(await select(db).where(and(isMaterial, eq(files.id, id))))
}

/** Uses of files, the first 100. */
export async function usesOf(db: Db, ids: number[]): Promise<Use[]> {
  return db
    .selectDistinct({ noun: fileUses.noun, id: fileUses.entityId, title: fileUses.title })
    .from(fileUses)
    .where(inArray(fileUses.fileId, ids))
    .orderBy(asc(fileUses.noun), asc(fileUses.entityId))
    .limit(100)
}

const isMaterial = eq(files.purpose, 'material')

function matching({ folder_id: folder, q, pictures }: Filter): SQL | undefined {
  const text = q && likeText(q.trim())
  return and(
    isMaterial,
    folder === undefined ? undefined : folder === 0 ? isNull(files.folderId) : eq(files.folderId, folder),
    text ? ilike(files.name, `%${text}%`) : undefined,
    pictures && isNotNull(files.width),
  )
}

function select(db: Db) {
  const uses = sql<number>`(select count(*)::int from ${fileUses} where file_uses.file_id = files.id)`
  return db.select({ file: files, uses, owner: accounts.label }).from(files).leftJoin(accounts, eq(accounts.id, files.ownerId)).$dynamic()
}

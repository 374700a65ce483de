import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { orNotFound } from '../errors.ts'
import { type BackupRow, backups, type RestoreRow, restores } from './backups.table.ts'

const isThere = or(isNull(backups.removedAt), isNotNull(backups.storedAt))

/** Latest first. */
export async function listBackups(db: Db, paging: Paging): Promise<Page<BackupRow>> {
  return readPage(db, db.select().from(backups).$dynamic(), [desc(backups.id)], paging)
}

/** The last backup that was restored and found to be the same; undefined: none. */
export async function lastGood(db: Db): Promise<BackupRow | undefined> {
  const [row] = await db
    .select()
    .from(backups)
    .where(and(isNotNull(backups.drilledAt), isNull(backups.drillFault), isThere))
    .orderBy(desc(backups.id))
    .limit(1)
  return row
}

export async function listRestores(db: Db): Promise<RestoreRow[]> {
  return db.select().from(restores).orderBy(desc(restores.id)).limit(10)
}

/** A backup whose file is in the folder or in the bucket. Throws `not_found`. */
export async function findBackup(db: Db, id: number): Promise<BackupRow & { fileName: string }> {
  const [row] = await db
    .select()
    .from(backups)
    .where(and(eq(backups.id, id), eq(backups.state, 'done'), isThere))
  const { fileName, ...rest } = orNotFound(row)
  return { ...rest, fileName: orNotFound(fileName ?? undefined) }
}

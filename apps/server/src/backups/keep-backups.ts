import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { backupsMade, type MadeBackup } from '../additions.ts'
import type { App } from '../app.ts'
import { messageOf } from '../log.ts'
import { AppError } from '../errors.ts'
import { backupBucket } from './bucket.ts'
import { type BackupRow, backups } from './backups.table.ts'
import { lastGood } from './list-backups.ts'
import { folderOf } from './write-backup.ts'

/** Copies a backup to the bucket, if the settings want it. Returns what became of it; never throws. */
export async function storeBackup(app: App, path: string, name: string): Promise<Pick<BackupRow, 'storedAt' | 'storeFault'>> {
  const settings = app.settings()
  if (!settings['backups.bucket']) return { storedAt: null, storeFault: null }
  try {
    const bucket = backupBucket(settings)
    if (!bucket) throw new Error('the settings under Files name no bucket')
    await bucket.send(path, name)
    return { storedAt: app.now(), storeFault: null }
  } catch (error) {
    app.log.error({ err: error }, 'a backup could not be copied to the bucket')
    return { storedAt: null, storeFault: messageOf(error).slice(0, 500) }
  }
}

/** Gives it to those who want to have it. Never throws. */
export async function handOut(app: App, made: MadeBackup): Promise<void> {
  for (const give of backupsMade.all) {
    await give(app, made).catch((error: unknown) => app.log.error({ err: error }, 'a backup could not be handed out'))
  }
}

/** The bytes of a backup, from the folder or else from the bucket; null: they are in neither. Throws `file.storage_down`. */
export async function openBackup(app: App, name: string): Promise<Readable | null> {
  const path = join(folderOf(app), name)
  if (existsSync(path)) return createReadStream(path)
  try {
    return (await backupBucket(app.settings())?.read(name)) ?? null
  } catch (error) {
    app.log.warn({ err: error }, 'a backup could not be read from the bucket')
    throw new AppError('file.storage_down')
  }
}

/** Removes backups that are too many, in the folder and in the bucket. */
export async function removeOld(app: App): Promise<void> {
  const { db } = app.database
  const { 'backups.keep': keep, 'backups.bucket': isStored } = app.settings()
  const inFolder = await db
    .select()
    .from(backups)
    .where(and(eq(backups.state, 'done'), isNull(backups.removedAt)))
    .orderBy(desc(backups.id))
  // Whatever came after it, this one is known to come back.
  const good = await lastGood(db)
  for (const { id, fileName } of inFolder.slice(keep)) {
    if (id === good?.id) continue
    if (fileName !== null) await rm(join(folderOf(app), fileName), { force: true })
    await db.update(backups).set({ removedAt: app.now() }).where(eq(backups.id, id))
  }
  const bucket = isStored ? backupBucket(app.settings()) : null
  if (!bucket) return
  // Listed there, because a database that was restored does not know the latest ones.
  const tooMany = (await bucket.list()).toReversed().slice(keep)
  for (const name of tooMany) {
    if (name === good?.fileName) continue
    await bucket.remove(name)
    await db.update(backups).set({ storedAt: null }).where(eq(backups.fileName, name))
  }
}

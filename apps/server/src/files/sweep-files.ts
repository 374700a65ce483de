import { buffer } from 'node:stream/consumers'
import { desc, inArray } from 'drizzle-orm'
import type { App } from '../app.ts'
import { restores } from '../backups/backups.table.ts'
import { type FileRow, files } from './files.table.ts'
import type { Storage, StoredName } from './storage/storage.ts'
import { fileStorage } from './storage/file-storage.ts'

/** An upload that takes longer than this has failed. */
const UPLOAD_MS = 3600_000
const BATCH = 500

/**
 * Removes bytes that no row names, such as of an upload that a crash cut off. Once the storage is a bucket, what the disk still has moves
 * there. May run twice, and while files are uploaded and deleted.
 */
export async function sweepFiles(app: App): Promise<void> {
  const [current, former] = [fileStorage(app).current(), fileStorage(app).former()]
  const before = await orphansBefore(app)
  await inBatches(current, async (stored) => {
    const known = await rowsOf(app, stored)
    for (const { name, changedAt } of stored) {
      if (!known.has(keyOf(name)) && changedAt.getTime() < before) await current.remove(name)
    }
  })
  if (!former) return
  await inBatches(former, async (stored) => {
    const known = await rowsOf(app, stored)
    for (const { name, changedAt } of stored) {
      const row = known.get(keyOf(name))
      const bytes = row && (await former.get(name, null))
      if (bytes) await current.put(name, await buffer(bytes), row.type)
      if (row || changedAt.getTime() < before) await former.remove(name)
    }
  })
}

/**
 * The time before which bytes without a row are left over. After a restore, those that are newer than the restored state may be another
 * server's, which goes on beside this one: they stay for good.
 */
async function orphansBefore({ database, now }: App): Promise<number> {
  const uploads = now().getTime() - UPLOAD_MS
  const [restored] = await database.db.select().from(restores).orderBy(desc(restores.id)).limit(1)
  return restored ? Math.min(uploads, (restored.madeAt?.getTime() ?? 0) - UPLOAD_MS) : uploads
}

async function inBatches(storage: Storage, work: (stored: StoredName[]) => Promise<void>): Promise<void> {
  let batch: StoredName[] = []
  for await (const stored of storage.list()) {
    batch.push(stored)
    if (batch.length < BATCH) continue
    await work(batch)
    batch = []
  }
  if (batch.length > 0) await work(batch)
}

async function rowsOf(app: App, stored: StoredName[]): Promise<Map<string, FileRow>> {
  const keys = [...new Set(stored.map(({ name }) => keyOf(name)))]
  const rows = await app.database.db.select().from(files).where(inArray(files.key, keys))
  return new Map(rows.map((row) => [row.key, row]))
}

/** Key of a stored name. Half-written files end in `.part`, so that no row matches. */
export function keyOf(name: string): string {
  return name.replace(/-small$/, '')
}

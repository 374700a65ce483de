import type { Readable } from 'node:stream'
import { type FileType, fileExtension } from '@portico/contract/files'
import { and, eq, ne } from 'drizzle-orm'
import type { App } from '../app.ts'
import { type FileRow, files } from './files.table.ts'
import { hasThumbnail } from './has-thumbnail.ts'
import type { Range } from './storage/storage.ts'
import { fileStorage } from './storage/file-storage.ts'

export function thumbnailName(key: string): string {
  return `${key}-small`
}

/** Addresses on this site: of a file, and of the small copy that lists show. */
export function fileUrl({ key, type }: { key: string; type: FileType }): string {
  return `/files/${key}.${fileExtension[type]}`
}

export function thumbnailUrl(file: FileRow): string | null {
  if (file.width === null) return null
  return hasThumbnail(file) ? fileUrl({ key: thumbnailName(file.key), type: file.type }) : fileUrl(file)
}

/** The file at an address below `/files/`, such as `<key>.webp`; null: there is none. */
export async function findStored(app: App, address: string): Promise<{ row: FileRow; name: string } | null> {
  const [, key, small, extension] = /^([0-9a-f]{32})(-small)?\.([a-z]{3,4})$/.exec(address) ?? []
  if (key === undefined) return null
  const [row] = await app.database.db
    .select()
    .from(files)
    .where(and(eq(files.key, key), ne(files.purpose, 'private')))
  if (!row || fileExtension[row.type] !== extension) return null
  if (small !== undefined && !hasThumbnail(row)) return null
  return { row, name: small === undefined ? key : thumbnailName(key) }
}

/** Bytes of a stored file: from the bucket, or from the disk as long as they are not there. Throws `file.storage_down`; null: nowhere. */
export async function readStored(app: Parameters<typeof fileStorage>[0], name: string, range: Range | null): Promise<Readable | null> {
  const storage = fileStorage(app)
  return (await storage.current().get(name, range)) ?? (await storage.former()?.get(name, range)) ?? null
}

/** Removes the bytes of files whose rows are gone. What cannot be removed now is swept away later. */
export async function forgetBytes(app: App, keys: string[]): Promise<void> {
  const storage = fileStorage(app)
  for (const name of keys.flatMap((key) => [key, thumbnailName(key)])) {
    for (const place of [storage.current(), storage.former()]) {
      await place
        ?.remove(name)
        .catch((error: unknown) => app.log.warn({ err: error }, 'the bytes of a deleted file could not be removed yet'))
    }
  }
}

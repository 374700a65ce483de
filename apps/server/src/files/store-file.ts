import { randomBytes, webcrypto } from 'node:crypto'
import type { FileType } from '@portico/contract/files'
import { and, eq, inArray } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor, Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../db/client.ts'
import { isForeignKeyViolation, orRefuse } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import type { UploadedFile } from '../http/upload.ts'
import { sniff, sniffPrivate } from './file-type.ts'
import { type FileRow, files } from './files.table.ts'
import type { Picture } from './pictures.ts'
import { forgetBytes, thumbnailName } from './stored-bytes.ts'
import { fileStorage } from './storage/file-storage.ts'
import { pictureRewriter } from './pictures.ts'

type Prepared = { type: FileType; bytes: Buffer; width: number | null; height: number | null; thumbnail: Buffer | null }
type Write = (tx: Tx, values: Omit<typeof files.$inferInsert, 'purpose'>) => Promise<FileRow>

/**
 * Stores an uploaded file in a folder (null: the top one) and returns its row. Throws what `sniff`, `Pictures.rewrite` and `Storage.put`
 * throw, and `file.folder_unknown`. Nothing is left of a file that was refused.
 */
export async function storeFile(app: App, by: Actor, folderId: number | null, { name, bytes }: UploadedFile): Promise<FileRow> {
  return storeMaterial(app, by, { folderId, name, prepared: await prepare(app, by, sniff(bytes), bytes) })
}

/** Stores a picture that comes with Portico as it is. Throws as `storeFile`. */
export async function storeOwnPicture(app: App, by: Actor, folderId: number, { name, bytes }: UploadedFile): Promise<FileRow> {
  const picture = await pictureRewriter(app).rewrite(by.accountId ?? 0, 'own', bytes)
  return storeMaterial(app, by, { folderId, name, prepared: fromPicture(picture) })
}

type Material = { folderId: number | null; name: string; prepared: Prepared }

function storeMaterial(app: App, by: Actor, { folderId, name, prepared }: Material): Promise<FileRow> {
  return store(app, prepared, async (tx, values) => {
    const owned = { ...values, purpose: 'material', name: plainName(name), folderId, ownerId: by.accountId } as const
    const inserted = tx.insert(files).values(owned).returning()
    const row = writtenRow(await orRefuse(inserted, isForeignKeyViolation, new AppError('file.folder_unknown')))
    await record(tx, by, { action: 'file.upload', entity: 'file', id: row.id, after: auditable(row) }, app.now())
    return row
  })
}

/** Replaces the caller's own picture. Throws as `storeFile`; of two at once, the later one stays. */
export async function storeAvatar(app: App, by: Caller, { bytes }: UploadedFile): Promise<FileRow> {
  if (sniff(bytes) !== 'picture') throw new AppError('file.unknown_type')
  const picture = await pictureRewriter(app).rewrite(by.accountId, 'avatar', bytes)
  let former: string[] = []
  const row = await store(app, fromPicture(picture), async (tx, values) => {
    former = await dropAvatar(tx, by.accountId)
    const owned = { ...values, purpose: 'avatar', name: 'avatar.webp', ownerId: by.accountId } as const
    return writtenRow(await tx.insert(files).values(owned).returning())
  })
  await forgetBytes(app, former)
  return row
}

/** Removes the caller's own picture. May be called twice. */
export async function removeAvatar(app: App, by: Caller): Promise<void> {
  await forgetBytes(app, await app.database.transaction((tx) => dropAvatar(tx, by.accountId)))
}

/**
 * Stores a file that no address answers, which may also be plain text. `keep` notes in the same transaction whose it is. Throws as
 * `storeFile`.
 */
export async function storePrivateFile(
  app: App,
  by: Actor & { accountId: number },
  { name, bytes }: UploadedFile,
  keep: (tx: Tx, file: FileRow) => Promise<void>,
): Promise<FileRow> {
  const prepared = await prepare(app, by, sniffPrivate(bytes), bytes)
  return store(app, prepared, async (tx, values) => {
    const owned = { ...values, purpose: 'private', name: plainName(name), ownerId: by.accountId } as const
    const row = writtenRow(await tx.insert(files).values(owned).returning())
    await keep(tx, row)
    return row
  })
}

/**
 * Removes private files that nothing holds any more. Returns the keys whose bytes the caller removes once the transaction has committed.
 */
export async function dropPrivateFiles(tx: Tx, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const dropped = await tx
    .delete(files)
    .where(and(inArray(files.id, ids), eq(files.purpose, 'private')))
    .returning({ key: files.key })
  return dropped.map(({ key }) => key)
}

/** The keys whose bytes the caller removes once the transaction has committed. */
export async function dropAvatar(tx: Tx, accountId: number): Promise<string[]> {
  // In sequence: each must see what the previous one left.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update')
  const dropped = await tx
    .delete(files)
    .where(and(eq(files.ownerId, accountId), eq(files.purpose, 'avatar')))
    .returning({ key: files.key })
  return dropped.map(({ key }) => key)
}

/** Fields of a file for the audit log, without hash and key, which say nothing to people. */
export function auditable({ name, type, size, folderId }: FileRow) {
  return { name, type, size, folderId }
}

/** The bytes first: a row without bytes would be a broken picture. Bytes without a row are swept away later. */
async function store(app: App, { type, bytes, width, height, thumbnail }: Prepared, write: Write): Promise<FileRow> {
  const key = randomBytes(16).toString('hex')
  const storage = fileStorage(app).current()
  try {
    await storage.put(key, bytes, type)
    if (thumbnail) await storage.put(thumbnailName(key), thumbnail, type)
    const sha256 = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes))
    const values = { key, name: '', type, size: bytes.length, width, height, sha256, createdAt: app.now() }
    return await app.database.transaction((tx) => write(tx, values))
  } catch (error) {
    const left = forgetBytes(app, [key])
    // A storage in trouble may need a minute to fail again: nobody waits for that.
    if (!(error instanceof AppError) || !error.code.startsWith('file.storage_')) await left
    else app.log.error({ code: error.code, reason: error.details }, 'a file could not be stored')
    throw error
  }
}

async function prepare(app: App, by: Actor, type: 'picture' | FileType, bytes: Buffer): Promise<Prepared> {
  if (type !== 'picture') return { type, bytes, width: null, height: null, thumbnail: null }
  return fromPicture(await pictureRewriter(app).rewrite(by.accountId ?? 0, 'picture', bytes))
}

function fromPicture({ bytes, width, height, thumbnail }: Picture): Prepared {
  return { type: 'image/webp', bytes, width, height, thumbnail }
}

/** The last part of the name, without control characters. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return (
    last
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim()
      .slice(-120)
      .trim() || 'file'
  )
}

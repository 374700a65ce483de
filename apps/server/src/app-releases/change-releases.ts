import { versionParts } from '@portico/contract/app-releases'
import type { ReleaseInput } from '@portico/contract/app-releases-admin'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { isUniqueViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { type AppReleaseRow, appReleases } from './app-releases.table.ts'

/** A draft. Throws `release.version_taken` where the platform has that version, however it is written: 1.2 is 1.2.0. */
export async function createRelease(tx: Tx, input: ReleaseInput, now: Date): Promise<AppReleaseRow> {
  const [row] = await distinct(() =>
    tx
      .insert(appReleases)
      .values({ ...toColumns(input), createdAt: now })
      .returning(),
  )
  if (!row) throw new Error('insert returned no row')
  return row
}

/** One that is published changes for everybody at once. Throws as `createRelease`. */
export async function updateRelease(tx: Tx, id: number, input: ReleaseInput): Promise<AppReleaseRow> {
  const [row] = await distinct(() => tx.update(appReleases).set(toColumns(input)).where(eq(appReleases.id, id)).returning())
  if (!row) throw new AppError('not_found')
  return row
}

/** May be called twice: what is published keeps the moment it was. */
export async function publishRelease(tx: Tx, id: number, published: boolean, now: Date): Promise<AppReleaseRow> {
  const [found] = await tx.select().from(appReleases).where(eq(appReleases.id, id)).for('update')
  if (!found) throw new AppError('not_found')
  if ((found.publishedAt !== null) === published) return found
  const [row] = await tx
    .update(appReleases)
    .set({ publishedAt: published ? now : null })
    .where(eq(appReleases.id, id))
    .returning()
  return row ?? found
}

/** Throws `release.published` for one that is still offered: it is withdrawn first. */
export async function deleteRelease(tx: Tx, id: number): Promise<AppReleaseRow> {
  const [row] = await tx
    .delete(appReleases)
    .where(and(eq(appReleases.id, id), isNull(appReleases.publishedAt)))
    .returning()
  if (row) return row
  const [left] = await tx.select({ id: appReleases.id }).from(appReleases).where(eq(appReleases.id, id))
  throw new AppError(left ? 'release.published' : 'not_found')
}

async function distinct<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'app_releases_version')) throw error
    throw new AppError('release.version_taken', { fields: { version: 'release.version_taken' } })
  }
}

function toColumns(input: ReleaseInput) {
  return {
    platform: input.platform,
    version: input.version,
    versionParts: versionParts(input.version),
    minimumVersion: input.minimum_version,
    downloadUrl: input.download_url,
    mirrors: input.mirrors,
    sha256: input.sha256,
    notesEn: input.notes_en,
    notesZh: input.notes_zh,
  }
}

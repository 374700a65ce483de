import { writtenRow } from '../db/written-row.ts'
import { versionParts } from '@portico/contract/app-releases'
import type { ReleaseInput } from '@portico/contract/app-releases-admin'
import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import type { Stored } from '../db/columns.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { type AppReleaseRow, appReleases } from './app-releases.table.ts'

/**
 * Adds a draft and returns its id. Throws `release.version_taken` when the platform has that version in any notation: 1.2 is 1.2.0.
 */
export async function createRelease({ transaction }: Database, by: Actor, input: ReleaseInput, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const insert = tx.insert(appReleases).values({ ...toColumns(input), createdAt: now })
    const after = writtenRow(await refuseTakenVersion(insert.returning()))
    await record(tx, by, { action: 'release.create', entity: 'release', id: after.id, after }, now)
    return after.id
  })
}

/** A change to a published release reaches everyone at once. Throws as `createRelease`. */
export async function updateRelease({ transaction }: Database, by: Actor, id: number, input: ReleaseInput, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockRelease(tx, id)
    const values = toColumns(input)
    await refuseTakenVersion(tx.update(appReleases).set(values).where(eq(appReleases.id, id)))
    await record(tx, by, { action: 'release.update', entity: 'release', id, before, after: { ...before, ...values } }, now)
  })
}

/** Publishes or withdraws a release. May be called twice: a published one keeps its time. */
export async function publishRelease({ transaction }: Database, by: Actor, id: number, published: boolean, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockRelease(tx, id)
    if ((before.publishedAt !== null) === published) return
    const publishedAt = published ? now : null
    await tx.update(appReleases).set({ publishedAt }).where(eq(appReleases.id, id))
    const action = published ? 'release.publish' : 'release.withdraw'
    await record(tx, by, { action, entity: 'release', id, before, after: { ...before, publishedAt } }, now)
  })
}

/** Deletes a release. Throws `release.published` while it is offered; withdraw it first. */
export async function deleteRelease({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockRelease(tx, id)
    if (before.publishedAt !== null) throw new AppError('release.published')
    await tx.delete(appReleases).where(eq(appReleases.id, id))
    await record(tx, by, { action: 'release.delete', entity: 'release', id, before }, now)
  })
}

async function lockRelease(tx: Tx, id: number): Promise<AppReleaseRow> {
  const [row] = await tx.select().from(appReleases).where(eq(appReleases.id, id)).for('update')
  if (!row) throw new AppError('not_found')
  return row
}

function refuseTakenVersion<T>(statement: PromiseLike<T>): Promise<T> {
  const refusal = new AppError('release.version_taken', { fields: { version: 'release.version_taken' } })
  return orRefuse(statement, (error) => isUniqueViolation(error, 'app_releases_version'), refusal)
}

function toColumns(input: ReleaseInput): Stored<ReleaseInput, AppReleaseRow> & Pick<AppReleaseRow, 'versionParts'> {
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

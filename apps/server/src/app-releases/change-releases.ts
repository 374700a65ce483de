import { versionParts } from '@portico/contract/app-releases'
import type { ReleaseInput } from '@portico/contract/app-releases-admin'
import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { toColumns } from '../to-columns.ts'
import { appReleases } from './app-releases.table.ts'

const records = plainRecords(appReleases, 'release')

/**
 * Adds a draft and returns its id. Throws `release.version_taken` when the platform has that version in any notation: 1.2 is 1.2.0.
 */
export async function createRelease({ transaction }: Database, by: Actor, input: ReleaseInput, now: Date): Promise<number> {
  const { id } = await transaction((tx) => refuseTakenVersion(records.create(tx, by, { ...valuesOf(input), createdAt: now }, now)))
  return id
}

/** A change to a published release reaches everyone at once. Throws as `createRelease`. */
export async function updateRelease({ transaction }: Database, by: Actor, id: number, input: ReleaseInput, now: Date): Promise<void> {
  await transaction((tx) => refuseTakenVersion(records.update(tx, by, id, valuesOf(input), now)))
}

/** Publishes or withdraws a release. May be called twice: a published one keeps its time. */
export async function publishRelease({ transaction }: Database, by: Actor, id: number, published: boolean, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await records.lock(tx, id)
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
    const { publishedAt } = await records.lock(tx, id)
    if (publishedAt !== null) throw new AppError('release.published')
    await records.delete(tx, by, id, now)
  })
}

function refuseTakenVersion<T>(statement: PromiseLike<T>): Promise<T> {
  const refusal = new AppError('release.version_taken', { fields: { version: 'release.version_taken' } })
  return orRefuse(statement, (error) => isUniqueViolation(error, 'app_releases_version'), refusal)
}

function valuesOf(input: ReleaseInput) {
  return { ...toColumns(appReleases, input), versionParts: versionParts(input.version) }
}

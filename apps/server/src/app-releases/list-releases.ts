import { APP_PLATFORMS, type ConfiguredApp, EXTENSION_PLATFORMS, type ReleasePlatform } from '@portico/contract/app-releases'
import { and, asc, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { foundRow } from '../errors.ts'
import { type AppReleaseRow, appReleases } from './app-releases.table.ts'

export type Listed = { row: AppReleaseRow; isNewest: boolean }
type Filter = { app: ConfiguredApp | undefined; platform: ReleasePlatform | undefined }

export const platformsOf: Record<ConfiguredApp, readonly ReleasePlatform[]> = { client: APP_PLATFORMS, extension: EXTENSION_PLATFORMS }

/** By platform, newest version first. */
export async function listReleases(db: Db, { app, platform }: Filter, paging: Paging): Promise<Page<Listed>> {
  const where = and(app && inArray(appReleases.platform, [...platformsOf[app]]), platform && eq(appReleases.platform, platform))
  const [{ items, ...count }, newest] = await Promise.all([
    readPage(
      db,
      db.select().from(appReleases).where(where).$dynamic(),
      [asc(appReleases.platform), desc(appReleases.versionParts)],
      paging,
    ),
    newestReleases(db, undefined),
  ])
  const ids = new Set(newest.map((row) => row.id))
  return { items: items.map((row) => ({ row, isNewest: ids.has(row.id) })), ...count }
}

export async function findRelease(db: Db, id: number): Promise<Listed> {
  const row = foundRow(await db.select().from(appReleases).where(eq(appReleases.id, id)))
  const [newest] = await newestReleases(db, [row.platform])
  return { row, isNewest: newest?.id === row.id }
}

/** The highest published version of each platform, in whatever order they were published; undefined: all platforms. */
export async function newestReleases(
  db: Db,
  platforms: readonly ReleasePlatform[] | undefined,
): Promise<(AppReleaseRow & { publishedAt: Date })[]> {
  const rows = await db
    .selectDistinctOn([appReleases.platform])
    .from(appReleases)
    .where(and(isNotNull(appReleases.publishedAt), platforms && inArray(appReleases.platform, [...platforms])))
    .orderBy(asc(appReleases.platform), desc(appReleases.versionParts))
  return rows.flatMap((row) => (row.publishedAt === null ? [] : [{ ...row, publishedAt: row.publishedAt }]))
}

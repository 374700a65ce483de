import type { ReleasePlatform } from '@portico/contract/app-releases'
import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/** Versions of our apps and of the browser extension. */
export const appReleases = pgTable(
  'app_releases',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    platform: text('platform').$type<ReleasePlatform>().notNull(),
    version: text('version').notNull(),
    /** The version as four numbers, which the database sorts by. */
    versionParts: integer('version_parts').array().notNull(),
    minimumVersion: text('minimum_version'),
    downloadUrl: text('download_url').notNull(),
    mirrors: text('mirrors').array().notNull(),
    sha256: text('sha256'),
    notesEn: text('notes_en').notNull().default(''),
    notesZh: text('notes_zh').notNull().default(''),
    /** null: the release is a draft, or was withdrawn. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('app_releases_version').on(t.platform, t.versionParts),
    check('app_releases_parts', sql`cardinality(version_parts) = 4`),
    check('app_releases_url', sql`download_url like 'https://%'`),
  ],
)
export type AppReleaseRow = typeof appReleases.$inferSelect

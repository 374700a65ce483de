import type { ReleasePlatform } from '@portico/contract/app-releases'
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, time } from '../db/columns.ts'

/** Versions of our apps and of the browser extension. */
export const appReleases = pgTable(
  'app_releases',
  {
    id: id(),
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
    /** null: a draft, or withdrawn. */
    publishedAt: time('published_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('app_releases_version').on(t.platform, t.versionParts),
    check('app_releases_parts', sql`cardinality(version_parts) = 4`),
    check('app_releases_url', sql`download_url like 'https://%'`),
  ],
)
export type AppReleaseRow = typeof appReleases.$inferSelect

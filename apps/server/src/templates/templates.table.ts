import type { TemplateKind, TemplateState } from '@portico/contract/templates-admin'
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'

/** Texts that operators saved for a client format, or as another document. The text of a row never changes. */
export const templateVersions = pgTable(
  'template_versions',
  {
    id: id(),
    format: text('format').$type<TemplateKind>().notNull(),
    version: integer('version').notNull(),
    text: text('text').notNull(),
    note: text('note').notNull().default(''),
    authorId: ref('author_id', () => accounts.id).notNull(),
    state: text('state').$type<TemplateState>().notNull().default('draft'),
    /** Percent of members; others have the version for all, or the built-in layout. */
    rolloutPercent: integer('rollout_percent').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('template_versions_number').on(t.format, t.version),
    // One version for all, and at most one more being rolled out.
    uniqueIndex('template_versions_live')
      .on(t.format, sql`(rollout_percent = 100)`)
      .where(sql`state = 'active'`),
    check('template_versions_state', sql`state in ('draft', 'active', 'retired')`),
    check('template_versions_percent', sql`case when state = 'active' then rollout_percent between 1 and 100 else rollout_percent = 0 end`),
  ],
)
export type TemplateRow = typeof templateVersions.$inferSelect

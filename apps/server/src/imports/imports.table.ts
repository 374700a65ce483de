import type { Import, ImportAction, ImportComparison, ImportInput, ImportSource, ImportSums } from '@portico/contract/imports-admin'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time, whole } from '../db/columns.ts'

/** As `intake/findings.ts` stores them; words are added when somebody reads them. */
type KeptFinding = { code: string; count: number; rows: { row: string; what: string }[] }

/** Looks at other panels' databases, rehearsals and moves. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    action: text('action').$type<ImportAction>().notNull(),
    source: text('source').$type<ImportSource>(),
    version: text('version'),
    /** The file's name, or the database's without its password. */
    fromName: text('from_name').notNull(),
    state: text('state').$type<Import['state']>().notNull(),
    step: text('step').$type<Import['step']>(),
    /** Percent of the step. */
    progress: integer('progress').notNull().default(0),
    records: whole('records').notNull().default(0),
    /** Why it failed, as `texts/faults` names it. */
    fault: text('fault'),
    faultDetail: text('fault_detail').notNull().default(''),
    findings: jsonb('findings').$type<KeptFinding[]>().notNull().default([]),
    sums: jsonb('sums').$type<ImportSums>().notNull().default([]),
    comparison: jsonb('comparison').$type<ImportComparison>(),
    options: jsonb('options').$type<ImportInput['options']>().notNull(),
    choices: jsonb('choices').$type<ImportInput['choices']>().notNull(),
    byAccountId: ref('by_account_id', () => accounts.id),
    /** When somebody asked it to stop. */
    cancelledAt: time('cancelled_at'),
    /** When its process last said how far it is: silence means that it was killed. */
    seenAt: time('seen_at').notNull(),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
  },
  (t) => [
    index('imports_started').on(t.startedAt),
    check('imports_state', sql`state in ('running', 'done', 'failed', 'cancelled') and (state = 'running') = (ended_at is null)`),
  ],
)
export type ImportRow = typeof imports.$inferSelect

/** Members as a move brought them, to find what changed since, and whose record is whose when more comes from the old panel. */
export const movedMembers = pgTable('moved_members', {
  accountId: ref('account_id', () => accounts.id, { onDelete: 'cascade' }).primaryKey(),
  /** The old panel's own key. */
  oldKey: text('old_key').notNull(),
  up: whole('up').notNull(),
  down: whole('down').notNull(),
  transferEnable: whole('transfer_enable').notNull(),
  expiresAt: time('expires_at'),
})

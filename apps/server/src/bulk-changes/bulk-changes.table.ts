import type { BulkAction, BulkState, TargetState } from '@portico/contract/bulk-changes-admin'
import type { ErrorCode } from '@portico/contract/errors'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'

const accountId = (name: string) => ref(name, () => accounts.id).notNull()

/** Changes to many members at once, kept for thirty days. */
export const bulkChanges = pgTable(
  'bulk_changes',
  {
    id: id(),
    /** The operator's own number for it: preparing twice makes one. */
    key: text('key').notNull(),
    byAccountId: accountId('by_account_id'),
    action: jsonb('action').$type<BulkAction>().notNull(),
    reason: text('reason').notNull(),
    tell: boolean('tell').notNull(),
    state: text('state').$type<BulkState>().notNull().default('prepared'),
    total: integer('total').notNull(),
    /** Address and device of the operator at the start, for the audit log. */
    ip: text('ip'),
    device: text('device'),
    createdAt: time('created_at').notNull(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
  },
  (t) => [uniqueIndex('bulk_changes_key').on(t.byAccountId, t.key), index('bulk_changes_created').on(t.createdAt)],
)
export type BulkChangeRow = typeof bulkChanges.$inferSelect

/** Members of a bulk change, chosen when it is prepared. */
export const bulkTargets = pgTable(
  'bulk_targets',
  {
    changeId: ref('change_id', () => bulkChanges.id, { onDelete: 'cascade' }).notNull(),
    accountId: accountId('account_id'),
    state: text('state').$type<TargetState>().notNull().default('waiting'),
    /** Error code if the member's change failed; null: it did not. */
    problem: text('problem').$type<ErrorCode>(),
  },
  (t) => [primaryKey({ columns: [t.changeId, t.accountId] }), index('bulk_targets_state').on(t.changeId, t.state, t.accountId)],
)

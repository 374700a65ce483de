import type { BulkAction, BulkState, TargetState } from '@portico/contract/bulk-changes-admin'
import type { ErrorCode } from '@portico/contract/errors'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

const accountId = (name: string) =>
  bigint(name, { mode: 'number' })
    .notNull()
    .references(() => accounts.id)

/** Changes to many members at once, kept for thirty days. */
export const bulkChanges = pgTable(
  'bulk_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Idempotency key from the operator: preparing twice makes one change. */
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
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (t) => [uniqueIndex('bulk_changes_key').on(t.byAccountId, t.key), index('bulk_changes_created').on(t.createdAt)],
)
export type BulkChangeRow = typeof bulkChanges.$inferSelect

/** Members of a bulk change, chosen when it is prepared. */
export const bulkTargets = pgTable(
  'bulk_targets',
  {
    changeId: bigint('change_id', { mode: 'number' })
      .notNull()
      .references(() => bulkChanges.id, { onDelete: 'cascade' }),
    accountId: accountId('account_id'),
    state: text('state').$type<TargetState>().notNull().default('waiting'),
    /** Error code if the member's change failed; null: it did not. */
    problem: text('problem').$type<ErrorCode>(),
  },
  (t) => [primaryKey({ columns: [t.changeId, t.accountId] }), index('bulk_targets_state').on(t.changeId, t.state, t.accountId)],
)

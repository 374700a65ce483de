import { sql } from 'drizzle-orm'
import type { LedgerFault, Movement } from '@portico/contract/ledger-admin'
import { bigint, char, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/**
 * `member`: what a member can spend. `commission`: what they earned by inviting, below zero if owed after a refund. `held`: set
 * aside for an open order or withdrawal. `gateway`: the outside world. `revenue`: earnings. `site`: gifts and corrections.
 * `unallocated`: money whose order is unclear.
 */
export type LedgerKind = 'member' | 'commission' | 'held' | 'gateway' | 'revenue' | 'site' | 'unallocated'

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** Account id for `member`, `commission` and `held`, payment method id for `gateway`, else 0. */
    ownerId: bigint('owner_id', { mode: 'number' }).notNull().default(0),
    currency: char('currency', { length: 3 }).notNull(),
    /** Kept by a trigger for members' accounts. The others would be hot rows, so they are summed on demand. */
    balance: bigint('balance', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    uniqueIndex('ledger_accounts_owner').on(t.kind, t.ownerId, t.currency),
    check('ledger_member_not_negative', sql`kind <> 'member' or balance >= 0`),
    check('ledger_held_not_negative', sql`kind <> 'held' or balance >= 0`),
  ],
)

export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What happened, such as `order.paid`. */
    kind: text('kind').$type<Movement>().notNull(),
    /** Names the cause. Unique, so that a cause posts only once. */
    key: text('key').notNull(),
    note: text('note').notNull().default(''),
    /** Who posted it; null: the system. */
    byAccountId: bigint('by_account_id', { mode: 'number' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [uniqueIndex('ledger_transactions_key').on(t.key), index('ledger_transactions_created').on(t.createdAt)],
)

/** Append-only. The database checks that the entries one statement writes for a transaction sum to zero in each currency. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: bigint('transaction_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransactions.id),
    /** References the account together with its currency; the constraint is in the migrations. */
    ledgerAccountId: bigint('ledger_account_id', { mode: 'number' }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Minor units; positive: the account received money. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (t) => [
    index('ledger_entries_transaction').on(t.transactionId),
    index('ledger_entries_account').on(t.ledgerAccountId, t.id),
    check('ledger_entries_not_zero', sql`amount <> 0`),
  ],
)

/** Results of the nightly check. */
export const ledgerChecks = pgTable('ledger_checks', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  checkedAt: timestamp('checked_at', { withTimezone: true }).notNull(),
  /** How many there were; `faults` keeps the first ones. */
  faultCount: integer('fault_count').notNull(),
  faults: jsonb('faults').$type<LedgerFault[]>().notNull(),
  ms: integer('ms').notNull(),
})
export type LedgerCheckRow = typeof ledgerChecks.$inferSelect

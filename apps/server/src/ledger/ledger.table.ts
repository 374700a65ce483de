import { sql } from 'drizzle-orm'
import type { LedgerFault, Movement } from '@portico/contract/ledger-admin'
import {
  bigint,
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/**
 * `member`: what a member can spend. `commission`: what they earned by inviting, below zero if owed after a refund. `held`: set
 * aside for an open order or withdrawal. `debt`: what a member owes after a chargeback, below zero. `gateway`: the outside world.
 * `revenue`: earnings. `site`: gifts and corrections. `unallocated`: money whose order is unclear.
 */
export type LedgerKind = 'member' | 'commission' | 'held' | 'debt' | 'gateway' | 'revenue' | 'site' | 'unallocated'

const reference = (name: string) => bigint(name, { mode: 'number' })

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** Account id for `member`, `commission`, `held` and `debt`, payment method id for `gateway`, else 0. */
    ownerId: bigint('owner_id', { mode: 'number' }).notNull().default(0),
    currency: char('currency', { length: 3 }).notNull(),
    /** Kept by a trigger for members' accounts. The others would be hot rows, so they are summed on demand. */
    balance: bigint('balance', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    uniqueIndex('ledger_accounts_owner').on(t.kind, t.ownerId, t.currency),
    check('ledger_member_not_negative', sql`kind <> 'member' or balance >= 0`),
    check('ledger_held_not_negative', sql`kind <> 'held' or balance >= 0`),
    check('ledger_debt_not_positive', sql`kind <> 'debt' or balance <= 0`),
  ],
)

export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What happened, such as `order.paid`. */
    kind: text('kind').$type<Movement>().notNull(),
    /** Name of the cause. Unique, so that a cause posts once. */
    key: text('key').notNull(),
    note: text('note').notNull().default(''),
    /** Account that posted it; null: the system. */
    byAccountId: bigint('by_account_id', { mode: 'number' }),
    // What caused it. The constraints are in the migrations, because those tables are above this one.
    receiptId: reference('receipt_id'),
    refundId: reference('refund_id'),
    reversalId: reference('reversal_id'),
    withdrawalId: reference('withdrawal_id'),
    commissionId: reference('commission_id'),
    codeUseId: reference('code_use_id'),
    statementLineId: reference('statement_line_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('ledger_transactions_key').on(t.key),
    index('ledger_transactions_created').on(t.createdAt),
    index('ledger_transactions_receipt')
      .on(t.receiptId)
      .where(sql`receipt_id is not null`),
  ],
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
    /** Order that the money paid for or came from; null: none. */
    orderId: reference('order_id'),
  },
  (t) => [
    index('ledger_entries_transaction').on(t.transactionId),
    index('ledger_entries_order')
      .on(t.orderId)
      .where(sql`order_id is not null`),
    index('ledger_entries_account').on(t.ledgerAccountId, t.id),
    check('ledger_entries_not_zero', sql`amount <> 0`),
  ],
)

/**
 * Sums of entries by UTC day, kept by a trigger from the view `ledger_facts` and checked nightly. Each connection has its own rows, so that
 * postings never wait for each other.
 */
export const ledgerDays = pgTable(
  'ledger_days',
  {
    day: date('day').notNull(),
    /** Process id of the connection that adds to the row. */
    slot: integer('slot').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** Method of a `gateway`; 0: by hand, or another kind. */
    methodId: bigint('method_id', { mode: 'number' }).notNull(),
    /** The transaction's movement, or `order.assigned`: paid by the site. */
    movement: text('movement').$type<Movement | 'order.assigned'>().notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** For `gateway`, the amount it charged or paid back; else the same currency and 0. */
    payCurrency: char('pay_currency', { length: 3 }).notNull(),
    /** Plan and period, for `revenue` from an order for a plan; else 0 and empty. */
    planId: bigint('plan_id', { mode: 'number' }).notNull(),
    period: text('period').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    payAmount: bigint('pay_amount', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({
      name: 'ledger_days_key',
      columns: [t.day, t.slot, t.kind, t.methodId, t.movement, t.currency, t.payCurrency, t.planId, t.period],
    }),
  ],
)

/**
 * Funds: money of one origin at one place, a member's balance or an order. A balance's funds sum to the balance; an order's stay while its
 * service is used.
 */
export const funds = pgTable(
  'funds',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The transaction that brought the money in from outside. */
    originId: bigint('origin_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransactions.id),
    accountId: reference('account_id').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Order the money is in; null: on the balance. */
    orderId: reference('order_id'),
    /** The order it was paid for: it stays while later orders absorb the money, and while the rest is on the balance. */
    forOrderId: reference('for_order_id'),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (t) => [
    unique('funds_place').on(t.originId, t.accountId, t.orderId, t.forOrderId).nullsNotDistinct(),
    index('funds_account').on(t.accountId, t.currency, t.orderId),
    index('funds_order').on(t.orderId),
    index('funds_for_order').on(t.forOrderId),
    check('funds_amount', sql`amount > 0`),
  ],
)

/** Results of the nightly check. */
export const ledgerChecks = pgTable('ledger_checks', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  checkedAt: timestamp('checked_at', { withTimezone: true }).notNull(),
  /** Number of faults; `faults` has the first ones. */
  faultCount: integer('fault_count').notNull(),
  faults: jsonb('faults').$type<LedgerFault[]>().notNull(),
  ms: integer('ms').notNull(),
})
export type LedgerCheckRow = typeof ledgerChecks.$inferSelect

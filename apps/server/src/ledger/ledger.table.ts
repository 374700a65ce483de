import { sql } from 'drizzle-orm'
import type { LedgerFault, Movement } from '@portico/contract/ledger-admin'
import { char, check, date, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, money, ref, time, whole } from '../db/columns.ts'

/**
 * `member`: what a member can spend. `commission`: what they earned by inviting, below zero if owed after a refund. `held`: set
 * aside for an open order or withdrawal. `debt`: what a member owes after a chargeback, below zero. `gateway`: the outside world.
 * `revenue`: earnings. `site`: gifts and corrections. `unallocated`: money whose order is unclear.
 */
export type LedgerKind = 'member' | 'commission' | 'held' | 'debt' | 'gateway' | 'revenue' | 'site' | 'unallocated'

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** Account id for `member`, `commission`, `held` and `debt`, payment method id for `gateway`, else 0. */
    ownerId: whole('owner_id').notNull().default(0),
    currency: char('currency', { length: 3 }).notNull(),
    /** Kept by a trigger for members' accounts. The others would be hot rows, so they are summed on demand. */
    balance: money('balance').notNull().default(0),
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
    id: id(),
    /** What happened, such as `order.paid`. */
    kind: text('kind').$type<Movement>().notNull(),
    /** Name of the cause. Unique, so that a cause posts once. */
    key: text('key').notNull(),
    note: text('note').notNull().default(''),
    /** Who posted it; null: the system. */
    byAccountId: whole('by_account_id'),
    // What caused it. The constraints are in the migrations, because those tables are above this one.
    receiptId: whole('receipt_id'),
    refundId: whole('refund_id'),
    reversalId: whole('reversal_id'),
    withdrawalId: whole('withdrawal_id'),
    commissionId: whole('commission_id'),
    codeUseId: whole('code_use_id'),
    statementLineId: whole('statement_line_id'),
    createdAt: time('created_at').notNull(),
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
    id: id(),
    transactionId: ref('transaction_id', () => ledgerTransactions.id).notNull(),
    /** References the account together with its currency; the constraint is in the migrations. */
    ledgerAccountId: whole('ledger_account_id').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Minor units; positive: the account received money. */
    amount: money('amount').notNull(),
    /** The order it paid, or came from; null: none. */
    orderId: whole('order_id'),
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
    /** Of a `gateway`; 0: by hand, or another kind. */
    methodId: whole('method_id').notNull(),
    /** As in the transaction, or `order.assigned`: paid by the site. */
    movement: text('movement').$type<Movement | 'order.assigned'>().notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** For `gateway`, the amount it charged or paid back; else the same currency and 0. */
    payCurrency: char('pay_currency', { length: 3 }).notNull(),
    /** Of `revenue` from an order for a plan; else 0 and empty. */
    planId: whole('plan_id').notNull(),
    period: text('period').notNull(),
    amount: money('amount').notNull(),
    payAmount: money('pay_amount').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'ledger_days_key',
      columns: [t.day, t.slot, t.kind, t.methodId, t.movement, t.currency, t.payCurrency, t.planId, t.period],
    }),
  ],
)

/**
 * What the days of any zone are made of: sums by quarter of an hour, kept by triggers from the view `quarter_facts` and checked nightly. Each
 * connection has its own rows, as in `ledgerDays`, until a job puts them together.
 */
export const quarterSums = pgTable(
  'quarter_sums',
  {
    /** When the quarter begins. */
    at: time('at').notNull(),
    /** Process id of the connection that adds to the row; 0: put together. */
    slot: integer('slot').notNull(),
    /** Of money; of what is counted, empty. */
    currency: text('currency').notNull(),
    /** Received from outside, minus refunds. */
    income: money('income').notNull(),
    /** Paid, minus taken back. */
    commission: money('commission').notNull(),
    /** Paid, without those that staff assigned. */
    orders: integer('orders').notNull(),
    /** Accounts of members that were opened. */
    members: integer('members').notNull(),
  },
  (t) => [primaryKey({ columns: [t.at, t.slot, t.currency] })],
)

/**
 * Funds: money of one origin at one place, a member's balance or an order. A balance's funds sum to the balance; an order's stay while its
 * service is used.
 */
export const funds = pgTable(
  'funds',
  {
    id: id(),
    /** The transaction that brought the money in from outside. */
    originId: ref('origin_id', () => ledgerTransactions.id).notNull(),
    accountId: whole('account_id').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** null: on the balance. */
    orderId: whole('order_id'),
    /** The order it was paid for: it stays while later orders absorb the money, and while the rest is on the balance. */
    forOrderId: whole('for_order_id'),
    amount: money('amount').notNull(),
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
  id: id(),
  checkedAt: time('checked_at').notNull(),
  /** How many there were; `faults` keeps the first ones. */
  faultCount: integer('fault_count').notNull(),
  faults: jsonb('faults').$type<LedgerFault[]>().notNull(),
  ms: integer('ms').notNull(),
})
export type LedgerCheckRow = typeof ledgerChecks.$inferSelect

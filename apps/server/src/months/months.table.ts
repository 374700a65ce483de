import type { GatewayEntryKind } from '@portico/contract/months-admin'
import { sql } from 'drizzle-orm'
import { bigint, char, check, date, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { paymentMethods } from '../payments/payments.table.ts'

const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

/**
 * What was worth how much when a day began, in one currency: service that is sold and not yet given. `sold` and `refunded` are what the
 * ledger had by the same moment, of all time, so that two counts and the movements between them fit to the cent.
 */
export const deferredCounts = pgTable(
  'deferred_counts',
  {
    /** In the site's zone. */
    day: date('day').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
    worth: amount('worth'),
    sold: amount('sold'),
    refunded: amount('refunded'),
  },
  (t) => [primaryKey({ columns: [t.day, t.currency] }), check('deferred_counts_worth', sql`worth >= 0`)],
)

/** What happened at a gateway without a member: what it kept for itself, and what it paid out to the site's bank. */
export const gatewayEntries = pgTable(
  'gateway_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    methodId: bigint('method_id', { mode: 'number' })
      .notNull()
      .references(() => paymentMethods.id),
    kind: text('kind').$type<GatewayEntryKind>().notNull(),
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Minor units; below zero: a cost that was given back. */
    amount: amount('amount'),
    note: text('note').notNull(),
    byAccountId: bigint('by_account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
  },
  (t) => [
    index('gateway_entries_at').on(t.happenedAt, t.id),
    check('gateway_entries_amount', sql`amount > 0 or kind = 'cost' and amount < 0`),
  ],
)
export type GatewayEntryRow = typeof gatewayEntries.$inferSelect

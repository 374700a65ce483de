import type { GatewayEntryKind } from '@portico/contract/months-admin'
import { sql } from 'drizzle-orm'
import { char, check, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, money, ref, time } from '../db/columns.ts'
import { paymentMethods } from '../payments/payments.table.ts'

const amount = (name: string) => money(name).notNull()

/**
 * Deferred income at the start of days, by currency. `sold`, `refunded`: totals of the ledger at that moment, so that counts and the
 * movements between agree exactly.
 */
export const deferredCounts = pgTable(
  'deferred_counts',
  {
    /** Day in the site's time zone. */
    day: date('day').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    countedAt: time('counted_at').notNull(),
    worth: amount('worth'),
    sold: amount('sold'),
    refunded: amount('refunded'),
  },
  (t) => [primaryKey({ columns: [t.day, t.currency] }), check('deferred_counts_worth', sql`worth >= 0`)],
)

/** Movements at gateways without a member: costs, and payouts to the site's bank. */
export const gatewayEntries = pgTable(
  'gateway_entries',
  {
    id: id(),
    methodId: ref('method_id', () => paymentMethods.id).notNull(),
    kind: text('kind').$type<GatewayEntryKind>().notNull(),
    happenedAt: time('happened_at').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Minor units; below zero: a cost that was given back. */
    amount: amount('amount'),
    note: text('note').notNull(),
    byAccountId: ref('by_account_id', () => accounts.id).notNull(),
  },
  (t) => [
    index('gateway_entries_at').on(t.happenedAt, t.id),
    check('gateway_entries_amount', sql`amount > 0 or kind = 'cost' and amount < 0`),
  ],
)
export type GatewayEntryRow = typeof gatewayEntries.$inferSelect

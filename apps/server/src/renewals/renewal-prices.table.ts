import { sql } from 'drizzle-orm'
import { bigint, boolean, char, check, index, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

/** Prices of automatic renewals that members were told, oldest first. */
export const renewalPrices = pgTable(
  'renewal_prices',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** End of the term to be renewed. */
    termEnd: timestamp('term_end', { withTimezone: true }).notNull(),
    /** Plan price before discounts, and fee if the card pays all. */
    priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
    feeAmount: bigint('fee_amount', { mode: 'number' }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** The member switched renewal on at this price. */
    agreed: boolean('agreed').notNull().default(false),
    toldAt: timestamp('told_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('renewal_prices_account').on(t.accountId, t.id),
    check('renewal_prices_amounts', sql`least(price_amount, fee_amount) >= 0`),
  ],
)

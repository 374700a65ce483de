import { sql } from 'drizzle-orm'
import { boolean, char, check, index, pgTable } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, money, ref, time } from '../db/columns.ts'

/** Prices of automatic renewals that members were told, oldest first. */
export const renewalPrices = pgTable(
  'renewal_prices',
  {
    id: id(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** End of the term to be renewed. */
    termEnd: time('term_end').notNull(),
    /** Price of the plan before discounts, and the fee if a card pays the whole price. */
    priceAmount: money('price_amount').notNull(),
    feeAmount: money('fee_amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** The member switched renewal on at this price. */
    agreed: boolean('agreed').notNull().default(false),
    toldAt: time('told_at').notNull(),
  },
  (t) => [
    index('renewal_prices_account').on(t.accountId, t.id),
    check('renewal_prices_amounts', sql`least(price_amount, fee_amount) >= 0`),
  ],
)

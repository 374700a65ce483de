import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Addresses that mail does not reach. A row counts until its member verifies the address again. */
export const mailBounces = pgTable('mail_bounces', {
  /** The address in its compared form. */
  address: text('address').primaryKey(),
  at: timestamp('at', { withTimezone: true }).notNull(),
  /** The mail server's answer; empty: not known. */
  answer: text('answer').notNull(),
})

import { pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'

/** Addresses that mail does not reach. A row counts until its member verifies the address again. */
export const mailBounces = pgTable('mail_bounces', {
  /** The address in its compared form. */
  address: text('address').primaryKey(),
  at: time('at').notNull(),
  /** What the mail server answered; empty: not known. */
  answer: text('answer').notNull(),
})

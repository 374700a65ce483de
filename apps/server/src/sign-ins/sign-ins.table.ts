import type { SignInResult } from '@portico/contract/sign-ins-admin'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'

/** Sign-ins, registrations, sign-outs and failed attempts, kept for 180 days. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: id(),
    at: time('at').notNull(),
    result: text('result').$type<SignInResult>().notNull(),
    accountId: ref('account_id', () => accounts.id),
    /** The address typed, if no account has it, without its middle: it may be a password. */
    typed: text('typed'),
    ip: text('ip'),
    /** As limits count it: an IPv4 address, or the /64 of an IPv6 one. */
    network: text('network'),
    /** Country at that time, ISO 3166. */
    country: text('country'),
    device: text('device'),
    /** How many attempts the row represents. */
    attempts: integer('attempts').notNull().default(1),
    /** The minute and key it counts; null: a single attempt. */
    counted: text('counted'),
  },
  (t) => [
    index('sign_ins_at').on(t.at, t.id),
    index('sign_ins_account').on(t.accountId, t.at, t.id),
    index('sign_ins_network').on(t.network, t.at, t.id),
    index('sign_ins_result').on(t.result, t.at, t.id),
    uniqueIndex('sign_ins_counted').on(t.counted),
    check('sign_ins_more', sql`(result = 'more') = (counted is not null)`),
  ],
)
export type SignInRow = typeof signIns.$inferSelect

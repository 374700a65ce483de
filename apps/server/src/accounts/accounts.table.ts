import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { areTimes, id, ref, time } from '../db/columns.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'

/** Nodes know accounts by lower numbers, and rows of devices by those from here on. */
export const FIRST_ROW = 2 ** 30

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    /** Copies of the account's identities, kept by a trigger: its address as entered and as compared, and its phone number. */
    email: text('email'),
    emailKey: text('email_key'),
    phone: text('phone'),
    /** The name it had at another panel, which has no addresses; null: none. Staff know it by that; nobody signs in with it. */
    formerName: text('former_name'),
    /** Name of the account in the console: e-mail, else phone, else the former name, else `#` and the id. */
    label: text('label')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(email, phone, former_name, '#' || id::text)`),
    /** When its claim was opened: whoever has the link may then claim the account, once. null: it is not open. */
    claimableAt: time('claimable_at'),
    /** When somebody claimed it by its link; null: nobody did. */
    claimedAt: time('claimed_at'),
    /** Hash of the password; null: the account signs in by other means. */
    passwordHash: text('password_hash'),
    /** The name a member chose; null: none. */
    name: text('name'),
    /** Language of mails and messages to the member; null: not known yet. */
    language: text('language').$type<'en' | 'zh-CN'>(),
    /** Country as the member entered it, ISO 3166, two letters; null: not entered. */
    country: text('country'),
    /** When an operator last let somebody in: a new address, number or password. Payouts wait for a while after it. */
    accessChangedAt: time('access_changed_at'),
    /** The account's role in the console; null: a member. */
    roleId: ref('role_id', () => staffRoles.id),
    bannedAt: time('banned_at'),
    /** When youth mode was switched on for this account's links; null: it is off. */
    youthModeAt: time('youth_mode_at'),
    remarks: text('remarks').notNull().default(''),
    /** The account whose member uses this one too, without a sign-in of its own; null: it stands alone. Only one level. */
    mainId: ref('main_id', (): AnyPgColumn => accounts.id),
    /** The account that invited this one. */
    inviterId: ref('inviter_id', (): AnyPgColumn => accounts.id),
    /** Percent off every order; null: none. */
    discountPercent: integer('discount_percent'),
    /** Commission as inviter, in percent of what is paid; null: the site's rate. */
    commissionRate: integer('commission_rate'),
    /** Orders that count for the inviter's commission; null: the site's rule. */
    commissionMode: text('commission_mode').$type<'first' | 'every'>(),
    /** When the member closed the account; its personal data is gone. */
    closedAt: time('closed_at'),
    lastLoginAt: time('last_login_at'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** Grows with every change by an operator. */
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('accounts_email_key').on(t.emailKey),
    // For "starts with" searches, under any collation of the database.
    index('accounts_email_prefix').on(t.emailKey.op('text_pattern_ops')),
    // For searches by any part of three characters or more; they need the extension pg_trgm.
    index('accounts_email_parts').using('gin', t.emailKey.op('gin_trgm_ops')).with({ fastupdate: false }),
    index('accounts_phone_parts')
      .using('gin', t.phone.op('gin_trgm_ops'))
      .with({ fastupdate: false })
      .where(sql`phone is not null`),
    index('accounts_former_name')
      .using('gin', sql`lower(former_name) gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`former_name is not null`),
    index('accounts_claimable')
      .on(t.claimableAt)
      .where(sql`claimable_at is not null`),
    // Few accounts have remarks, so a search in them reads these alone.
    index('accounts_remarked')
      .on(t.id)
      .where(sql`remarks <> ''`),
    index('accounts_banned')
      .on(t.id)
      .where(sql`banned_at is not null`),
    index('accounts_created').on(t.createdAt, t.id),
    index('accounts_last_login').on(t.lastLoginAt, t.id),
    index('accounts_inviter').on(t.inviterId),
    index('accounts_main')
      .on(t.mainId)
      .where(sql`main_id is not null`),
    // Partial, because staff are few among many members.
    index('accounts_role')
      .on(t.roleId)
      .where(sql`role_id is not null`),
    check('accounts_number', sql.raw(`id < ${FIRST_ROW}`)),
    check('accounts_other_main', sql`main_id <> id`),
    check('accounts_percents', sql`discount_percent between 0 and 100 and commission_rate between 0 and 100`),
    check('accounts_commission_mode', sql`commission_mode in ('first', 'every')`),
    check('accounts_times', areTimes('created_at', 'last_login_at', 'banned_at', 'closed_at', 'claimable_at', 'claimed_at')),
  ],
)
export type AccountRow = typeof accounts.$inferSelect

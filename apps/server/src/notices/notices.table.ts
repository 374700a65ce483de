import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { NoticePlacement } from '@portico/contract/notices'
import type { AdminNotice, NoticeAudience } from '@portico/contract/notices-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { translations } from '../db/columns.ts'

/** Notices from operators to visitors and members. `notice-readers.ts` says who may read one. */
export const notices = pgTable(
  'notices',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    placement: text('placement').$type<NoticePlacement>().notNull(),
    title: text('title').notNull(),
    /** Clean HTML. */
    body: text('body').notNull().default(''),
    translations: translations<AdminNotice['translations']>(),
    audience: text('audience').$type<NoticeAudience>().notNull().default('all'),
    /** Plans, groups or the one member, by `audience`. */
    audienceIds: bigint('audience_ids', { mode: 'number' }).array().notNull().default([]),
    /** Days before a plan's end, for `expiring`. */
    audienceDays: integer('audience_days'),
    /** Start and end of showing, if published; the end is exclusive, null: none. */
    startsAt: timestamp('starts_at', { withTimezone: true }),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    /** When an operator released it; null: a draft. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    archivedAt: timestamp('archived_at', { withTimezone: true }),
    /** Grows with every change by an operator. */
    version: integer('version').notNull().default(1),
    /** Rises when the notice is shown again to members who know it. */
    edition: integer('edition').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    // Few are live at a time, among all that ever were.
    index('notices_live')
      .on(t.startsAt)
      .where(sql`published_at is not null and archived_at is null`),
    index('notices_updated').on(t.updatedAt, t.id),
    check('notices_bar', sql`placement <> 'bar' or (audience = 'all' and body = '')`),
    check('notices_audience', sql`(audience = 'expiring') = (audience_days is not null)`),
    check('notices_window', sql`ends_at is null or starts_at is null or starts_at < ends_at`),
    check('notices_published', sql`published_at is null or starts_at is not null`),
  ],
)
export type NoticeRow = typeof notices.$inferSelect

/** Members who saw a notice, which stays readable for them after they leave the audience. */
export const noticeReads = pgTable(
  'notice_reads',
  {
    noticeId: bigint('notice_id', { mode: 'number' })
      .notNull()
      .references(() => notices.id),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** Edition that the member saw; the columns count for it only. */
    edition: integer('edition').notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
    /** When they dismissed it or opened it in the message centre; null: it was merely drawn. */
    readAt: timestamp('read_at', { withTimezone: true }),
    dismissedAt: timestamp('dismissed_at', { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.noticeId, t.accountId] }),
    index('notice_reads_account').on(t.accountId),
    index('notice_reads_unread')
      .on(t.accountId)
      .where(sql`read_at is null`),
  ],
)

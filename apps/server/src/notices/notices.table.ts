import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { NoticePlacement } from '@portico/contract/notices'
import type { AdminNotice, NoticeAudience } from '@portico/contract/notices-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time, translations, whole } from '../db/columns.ts'

/** Notices from operators to visitors and members. `notice-readers.ts` says who may read one. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    placement: text('placement').$type<NoticePlacement>().notNull(),
    title: text('title').notNull(),
    /** Clean HTML. */
    body: text('body').notNull().default(''),
    translations: translations<AdminNotice['translations']>(),
    audience: text('audience').$type<NoticeAudience>().notNull().default('all'),
    /** Plans, groups or the one member, by `audience`. */
    audienceIds: whole('audience_ids').array().notNull().default([]),
    /** Days of the audience `expiring`; null for other audiences. */
    audienceDays: integer('audience_days'),
    /** From here on it shows, if it is published; the end is exclusive, null: none. */
    startsAt: time('starts_at'),
    endsAt: time('ends_at'),
    /** When an operator released it; null: a draft. */
    publishedAt: time('published_at'),
    archivedAt: time('archived_at'),
    /** Grows with every change by an operator. */
    version: integer('version').notNull().default(1),
    /** Rises when the notice is shown again to members who know it. */
    edition: integer('edition').notNull().default(1),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
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
    noticeId: ref('notice_id', () => notices.id).notNull(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** The edition they saw: what they did counts only for it. */
    edition: integer('edition').notNull(),
    seenAt: time('seen_at').notNull(),
    /** When they dismissed it or opened it in the message centre; null: it was merely drawn. */
    readAt: time('read_at'),
    dismissedAt: time('dismissed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.noticeId, t.accountId] }),
    index('notice_reads_account').on(t.accountId),
    index('notice_reads_unread')
      .on(t.accountId)
      .where(sql`read_at is null`),
  ],
)

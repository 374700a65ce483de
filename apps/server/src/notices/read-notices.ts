import { and, desc, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { Language } from '@portico/contract/translations'
import type { Db } from '../db/client.ts'
import { inLanguage } from '../in-language.ts'
import { liveSql, readableSql, unreadSql } from './notice-readers.ts'
import { noticeReads, type NoticeRow, notices } from './notices.table.ts'

/** `notice`: with texts in the reader's language. `seenAt`, `readAt`: of the current edition; null: not yet. */
export type ReadableNotice = { notice: NoticeRow; startsAt: Date; seenAt: Date | null; readAt: Date | null }
type Asked = {
  ids?: number[]
  limit?: number
}

const latestFirst = [desc(notices.startsAt), desc(notices.id)]

/** Everything in the message centre of a member, latest first. */
export async function readableNotices(
  db: Db,
  accountId: number,
  language: Language,
  now: Date,
  asked: Asked = {},
): Promise<ReadableNotice[]> {
  return select(db, accountId, language, now, and(readableSql(accountId, now), asked.ids && inArray(notices.id, asked.ids)), asked.limit)
}

/** Ids and versions of a member's readable notices, at most `limit`, without their long texts. */
export function readableVersions(db: Db, accountId: number, now: Date, limit: number): Promise<{ id: number; version: number }[]> {
  return db
    .select({ id: notices.id, version: notices.version })
    .from(notices)
    .where(readableSql(accountId, now))
    .orderBy(...latestFirst)
    .limit(limit)
}

/** The banners and pop-ups a member is shown now, latest first; without those they dismissed. */
export async function shownNotices(db: Db, accountId: number, language: Language, now: Date): Promise<ReadableNotice[]> {
  const kept = or(isNull(noticeReads.dismissedAt), ne(noticeReads.edition, notices.edition))
  return select(
    db,
    accountId,
    language,
    now,
    and(inArray(notices.placement, ['banner', 'popup']), liveSql(now), readableSql(accountId, now), kept),
  )
}

/** Number of unread notices in a member's message centre. */
export async function countUnread(db: Db, accountId: number, now: Date): Promise<number> {
  return db.$count(notices, and(readableSql(accountId, now), unreadSql(accountId)))
}

type Bar = { id: number; key: string; text: string }

/** The newest bar for public pages, in this language; null: none, or this account dismissed it. `key` changes when it is shown again. */
export async function currentBar(db: Db, accountId: number | null, language: Language, now: Date): Promise<Bar | null> {
  const own = and(eq(noticeReads.noticeId, notices.id), eq(noticeReads.accountId, accountId ?? 0))
  const [row] = await db
    .select({ notice: notices, read: noticeReads })
    .from(notices)
    .leftJoin(noticeReads, own)
    .where(and(eq(notices.placement, 'bar'), liveSql(now)))
    .orderBy(desc(notices.startsAt), desc(notices.id))
    .limit(1)
  if (!row || (row.read?.dismissedAt && row.read.edition === row.notice.edition)) return null
  const { id, edition } = row.notice
  return { id, key: `${id}-${edition}`, text: inLanguage(row.notice, language).title }
}

async function select(
  db: Db,
  accountId: number,
  language: Language,
  now: Date,
  where: SQL | undefined,
  limit = 1000,
): Promise<ReadableNotice[]> {
  const rows = await db
    .select({ notice: notices, read: noticeReads })
    .from(notices)
    .leftJoin(noticeReads, and(eq(noticeReads.noticeId, notices.id), eq(noticeReads.accountId, accountId)))
    .where(where)
    .orderBy(...latestFirst)
    .limit(limit)
  return rows.map(({ notice, read }) => ({
    notice: inLanguage(notice, language),
    // What has begun has a start: the rules of the table say so.
    startsAt: notice.startsAt ?? now,
    seenAt: read?.edition === notice.edition ? read.seenAt : null,
    readAt: read?.edition === notice.edition ? read.readAt : null,
  }))
}

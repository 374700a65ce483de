import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Language } from '@portico/contract/translations'
import type { Db } from '../db/client.ts'
import { inLanguage } from '../in-language.ts'
import { liveSql, readableSql, unseenSql } from './notice-readers.ts'
import { noticeReads, type NoticeRow, notices } from './notices.table.ts'

/** `notice`: with its texts in the reader's language. `seenAt`: when they saw it as it is now; null: not yet. */
export type ReadableNotice = { notice: NoticeRow; startsAt: Date; seenAt: Date | null }
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

/** Which notices those are, at most `limit`: their texts may be long. */
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

/** How many notices a member has in their message centre and has not seen. */
export async function countUnread(db: Db, accountId: number, now: Date): Promise<number> {
  return db.$count(notices, and(readableSql(accountId, now), unseenSql(accountId)))
}

/** The newest bar for public pages, in this language; null: none. `key` changes when it is to be shown again. */
export async function currentBar(db: Db, language: Language, now: Date): Promise<{ key: string; text: string } | null> {
  const [row] = await db
    .select()
    .from(notices)
    .where(and(eq(notices.placement, 'bar'), liveSql(now)))
    .orderBy(desc(notices.startsAt), desc(notices.id))
    .limit(1)
  return row ? { key: `${row.id}-${row.edition}`, text: inLanguage(row, language).title } : null
}

/**
 * Changes whenever a notice begins, ends or changes, for whomever: what is shown to a member may have changed, too. Cheap: few notices
 * are live at a time. It does not change when somebody joins an audience.
 */
export async function noticesVersion(db: Db, now: Date): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(sql`
    select coalesce(string_agg(${notices.id} || '.' || ${notices.version}, ' ' order by ${notices.id}), '') as version
    from ${notices} where ${liveSql(now)}`)
  return rows[0]?.version ?? ''
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
  }))
}

import type { NoticePlacement } from '@portico/contract/notices'
import type { NoticeStatus } from '@portico/contract/notices-admin'
import { and, eq, ilike, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { ordering, type Page, readPage, rowsOf, type SortedPaging } from '../db/page.ts'
import { foundRow } from '../errors.ts'
import { statusSql } from './notice-status.ts'
import { noticeReads, type NoticeRow, notices } from './notices.table.ts'

export type Asked = { status?: NoticeStatus | undefined; placement?: NoticePlacement | undefined; search?: string | undefined }
/** `views`: members who saw it. `dismissals`: those of them who hid its current edition. */
export type ListedNotice = { notice: NoticeRow; views: number; dismissals: number }

// Written out, because a column in a list of columns has no table name.
const views = sql<number>`(select count(*)::int from ${noticeReads} r where r.notice_id = notices.id)`
const dismissals = sql<number>`(select count(*)::int from ${noticeReads} r
  where r.notice_id = notices.id and r.edition = notices.edition and r.dismissed_at is not null)`
const listed = { notice: notices, views, dismissals }
const sortable = { id: notices.id, updated_at: notices.updatedAt, starts_at: notices.startsAt, ends_at: notices.endsAt }

/** Notices, last changed first unless `sort` says otherwise. */
export function listNotices(db: Db, { status, placement, search }: Asked, paging: SortedPaging, now: Date): Promise<Page<ListedNotice>> {
  const like = search && `%${likeText(search)}%`
  const found =
    like && or(ilike(notices.title, like), ilike(sql`${notices.translations}::text`, like), eq(sql`${notices.id}::text`, search))
  const where = and(status && eq(statusSql(now), status), placement && eq(notices.placement, placement), found === '' ? undefined : found)
  const order = ordering(paging.sort, sortable, notices.updatedAt, notices.id)
  return readPage(db, db.select(listed).from(notices).where(where).$dynamic(), order, paging, rowsOf(notices, where))
}

/** One notice. Throws `not_found`. */
export async function findNotice(db: Db, id: number): Promise<ListedNotice> {
  return foundRow(await db.select(listed).from(notices).where(eq(notices.id, id)))
}

import type { NoticeStatus } from '@portico/contract/notices-admin'
import { type SQL, sql } from 'drizzle-orm'
import { type NoticeRow, notices } from './notices.table.ts'

/** Operators decide whether a notice is published and archived; time decides the rest. */
export function statusOf({ publishedAt, archivedAt, startsAt, endsAt }: NoticeRow, now: Date): NoticeStatus {
  if (publishedAt === null) return 'draft'
  if (archivedAt !== null || (endsAt !== null && endsAt <= now)) return 'archived'
  return startsAt !== null && startsAt > now ? 'scheduled' : 'published'
}

/** `statusOf` as SQL. */
export function statusSql(now: Date): SQL<NoticeStatus> {
  const { publishedAt, archivedAt, startsAt, endsAt } = notices
  return sql`case when ${publishedAt} is null then 'draft' when ${archivedAt} is not null or ${endsAt} <= ${now} then 'archived'
    when ${startsAt} > ${now} then 'scheduled' else 'published' end`
}

import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { events } from '../events/events.table.ts'
import { readableSql, unreadSql } from '../notices/notice-readers.ts'
import { notices } from '../notices/notices.table.ts'
import { noticesVersion } from '../notices/read-notices.ts'

/** `version` changes with what is unread, and with the notices of all members. */
export type Unread = { unread: number; version: string }

/** How many messages each of the accounts has not read, in one query. */
export async function unreadOf(db: Db, accountIds: number[], now: Date): Promise<Map<number, Unread>> {
  const id = sql`a.id`
  const [{ rows }, shown] = await Promise.all([
    db.execute<{ id: number; events: number; latest: string; notices: number }>(sql`
      select a.id, e.n as events, e.latest, n.n as notices
      from unnest(${`{${accountIds.join(',')}}`}::bigint[]) as a (id)
      cross join lateral (
        select count(*)::int as n, coalesce(max(id), 0)::text as latest from ${events}
        where account_id = a.id and read_at is null and ended_at is null) as e
      cross join lateral (
        select count(*)::int as n from ${notices} where ${readableSql(id, now)} and ${unreadSql(id)}) as n`),
    noticesVersion(db, now),
  ])
  return new Map(
    rows.map((row) => [row.id, { unread: row.events + row.notices, version: [row.events, row.latest, row.notices, shown].join(' ') }]),
  )
}

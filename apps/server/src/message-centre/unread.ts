import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { events } from '../events/events.table.ts'
import { noticeStates } from '../notices/notice-states.ts'

/** `version` changes with what the member may read, says nothing else, and has no meaning beyond the member. */
export type Unread = { unread: number; version: string }

/** Number of unread messages of each account, in two queries for all. */
export async function unreadOf(db: Db, accountIds: number[], now: Date): Promise<Map<number, Unread>> {
  const [{ rows }, notices] = await Promise.all([
    db.execute<{ id: number; n: number; latest: string }>(sql`
      select a.id, e.n, e.latest
      from unnest(${sql.param(accountIds)}::bigint[]) as a (id)
      cross join lateral (
        select count(*)::int as n, coalesce(max(id), 0)::text as latest from ${events}
        where account_id = a.id and read_at is null and ended_at is null) as e`),
    noticeStates(db, accountIds, now),
  ])
  return new Map(
    rows.map(({ id, n, latest }) => {
      const { unread, version } = notices.get(id) ?? { unread: 0, version: '' }
      return [id, { unread: n + unread, version: hashed(`${id} ${n} ${latest} ${unread} ${version}`) }]
    }),
  )
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

import { MAX_UNREAD_IDS } from '@portico/contract/message-centre'
import { EventContent } from '@portico/contract/events'
import type { Language } from '@portico/contract/translations'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { Page, Paging } from '../db/page.ts'
import { events } from '../events/events.table.ts'
import { inLanguage } from '../in-language.ts'
import { readableSql, unreadSql } from '../notices/notice-readers.ts'
import { notices } from '../notices/notices.table.ts'
import { readableNotices } from '../notices/read-notices.ts'

/** Content of a message, with names and texts in the reader's language. */
type Content = EventContent | { type: 'notice'; data: { title: string; body: string; language: Language } }
export type ReadMessage = { id: string; createdAt: Date; readAt: Date | null; endedAt: Date | null; content: Content }
type Asked = Paging & { unread: boolean; types: string[] | null; language: Language }

/** A page of a member's messages, newest first, how many are unread in all, and the ids of the latest of those. */
export async function readMessages(
  db: Db,
  accountId: number,
  { unread, types, language, page, page_size: size }: Asked,
  now: Date,
): Promise<Page<ReadMessage> & { unread: number; unreadIds: string[] }> {
  const listed = listedSql(accountId, now)
  const asked = sql`(${!unread} or unread) and ${types === null ? sql`true` : sql`type = any(${sql.param(types)}::text[])`}`
  // In full: the answer has the id as text, which sorts 9 after 10.
  const newest = sql`order by at desc, kind, listed.id desc`
  const [{ rows }, { rows: counts }] = await Promise.all([
    db.execute<{ kind: string; id: string }>(
      sql`select kind, id::text from ${listed} where ${asked} ${newest} limit ${size} offset ${(page - 1) * size}`,
    ),
    db.execute<{ total: number; unread: number; ids: string[] }>(sql`
      with listed as materialized (select * from ${listed})
      select count(*) filter (where ${asked})::int as total, count(*) filter (where unread)::int as unread,
        array(select kind || '-' || id from listed where unread ${newest} limit ${MAX_UNREAD_IDS}) as ids
      from listed`),
  ])
  const idsOf = (kind: string): number[] => rows.filter((row) => row.kind === kind).map(({ id }) => Number(id))
  const found = new Map([
    ...(await readEvents(db, idsOf('event'), language)),
    ...(await readNotices(db, accountId, { ids: idsOf('notice'), language, now })),
  ])
  return {
    // What was deleted between the queries is left out.
    items: rows.flatMap(({ kind, id }) => found.get(`${kind}-${id}`) ?? []),
    total: counts[0]?.total ?? 0,
    totalIs: 'exact',
    unread: counts[0]?.unread ?? 0,
    unreadIds: counts[0]?.ids ?? [],
  }
}

function listedSql(accountId: number, now: Date): SQL {
  return sql`(
    select 'event' as kind, ${events.id} as id, ${events.type} as type, ${events.createdAt} as at,
      ${events.readAt} is null and ${events.endedAt} is null as unread
    from ${events} where ${events.accountId} = ${accountId}
    union all
    select 'notice', ${notices.id}, 'notice', ${notices.startsAt}, ${unreadSql(accountId)}
    from ${notices} where ${readableSql(accountId, now)}) as listed`
}

async function readEvents(db: Db, ids: number[], language: Language): Promise<[string, ReadMessage][]> {
  if (ids.length === 0) return []
  const rows = await db.select().from(events).where(inArray(events.id, ids))
  return rows.map(({ id, createdAt, readAt, endedAt, type, data }) => {
    const content = EventContent.parse({ type, data: 'translations' in data ? inLanguage(data, language) : data })
    return [`event-${id}`, { id: `event-${id}`, createdAt, readAt, endedAt, content }]
  })
}

async function readNotices(
  db: Db,
  accountId: number,
  { ids, language, now }: { ids: number[]; language: Language; now: Date },
): Promise<[string, ReadMessage][]> {
  if (ids.length === 0) return []
  const rows = await readableNotices(db, accountId, language, now, { ids })
  return rows.map(({ notice: { id, title, body }, startsAt, readAt }) => {
    const content = { type: 'notice' as const, data: { title, body, language } }
    return [`notice-${id}`, { id: `notice-${id}`, createdAt: startsAt, readAt, endedAt: null, content }]
  })
}

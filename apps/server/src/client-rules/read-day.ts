import { and, count, desc, eq, gte, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { linkFetches } from '../link-fetches/link-fetches.table.ts'
import type { Asking } from './outcome.ts'

const DAY = 86_400_000
/** Different ways of asking that are looked at; the commonest first. A site has some thousands. */
const MOST = 50_000

export type Day = { since: Date; askings: (Asking & { fetches: number })[]; unknown: number }
export type FetchOf = {
  asked: Asking['asked']
  country: string | null
  format: string
  client: string
  accountId: number
  label: string
  at: Date
}

/** Fetches since then. The slot of ten minutes is in an index, the exact time is not. */
const within = (since: Date) => and(gte(linkFetches.slot, new Date(since.getTime() - 600_000)), gte(linkFetches.at, since))

/** How links were asked for in the last day: once for each way. */
export async function readDay(db: Db, now: Date): Promise<Day> {
  const since = new Date(now.getTime() - DAY)
  const { asked, country, client, format } = linkFetches
  const rows = await db
    .select({ asked, country, client, format: sql<string>`case when ${format} = 'pac' then 'pac' else '' end`, fetches: count() })
    .from(linkFetches)
    .where(within(since))
    .groupBy(asked, country, client, sql`4`)
    .orderBy(desc(count()))
    .limit(MOST)
  const askings: Day['askings'] = []
  let unknown = 0
  for (const { asked: known, ...row } of rows) {
    if (known === null) unknown += row.fetches
    else if (!known.page) askings.push({ asked: known, ...row })
  }
  return { since, askings, unknown }
}

/** Fetches of the last day that asked in one of these ways, newest first, with the number of their members. */
export async function fetchesOf(
  db: Db,
  { since }: Day,
  ways: Asking[],
  { page, page_size }: { page: number; page_size: number },
): Promise<{ items: FetchOf[]; total: number; members: number }> {
  const given = sql.param(JSON.stringify(ways.map(({ asked, country, client, format }) => ({ asked, country, client, format }))))
  const way = sql`(select value -> 'asked' as asked, value ->> 'country' as country, value ->> 'client' as client, value ->> 'format' as format
    from jsonb_array_elements(${given}::jsonb)) way`
  const isOf = sql`way.asked = ${linkFetches.asked} and way.client = ${linkFetches.client} and way.country is not distinct from ${linkFetches.country}
    and (way.format = 'pac') = (${linkFetches.format} = 'pac')`
  const [[counted], items] = await Promise.all([
    db
      .select({ total: count(), members: sql<number>`count(distinct ${linkFetches.accountId})::int` })
      .from(linkFetches)
      .innerJoin(way, isOf)
      .where(within(since)),
    db
      .select({
        asked: linkFetches.asked,
        country: linkFetches.country,
        format: linkFetches.format,
        client: linkFetches.client,
        accountId: linkFetches.accountId,
        label: accounts.label,
        at: linkFetches.at,
      })
      .from(linkFetches)
      .innerJoin(way, isOf)
      .innerJoin(accounts, eq(accounts.id, linkFetches.accountId))
      .where(within(since))
      .orderBy(desc(linkFetches.at), desc(linkFetches.accountId), linkFetches.client, linkFetches.network)
      .limit(page_size)
      .offset((page - 1) * page_size),
  ])
  return { items: items as FetchOf[], total: counted?.total ?? 0, members: counted?.members ?? 0 }
}

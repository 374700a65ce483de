import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { linkAlarms, linkFetches } from './link-fetches.table.ts'
import { linkMark } from './link-mark.ts'

export type Fetch = { token: string; client: string; format: string; network: string; country: string | null; at: Date }

const DAY = 86_400_000

/**
 * Stores fetches, one per client and network in ten minutes, and raises the alarm for links fetched from more than `alarmNetworks`
 * networks within a day. Skips links that no longer exist. May be called twice.
 */
export async function storeFetches({ db }: Database, fetches: Fetch[], alarmNetworks: number, now: Date): Promise<void> {
  // Sorted by key, so that two processes lock the rows in the same order.
  const { rows } = await db.execute<{ id: number; link: string }>(sql`
    insert into ${linkFetches} (account_id, slot, link, client, network, format, country, at)
    select distinct on (s.account_id, 2, 3, t.client, t.network) s.account_id, date_bin('10 minutes', t.at, 'epoch'), ${linkMark(sql`s.token`)},
      t.client, t.network, t.format, t.country, t.at
    from unnest(
      ${sql.param(fetches.map(({ token }) => token))}::text[], ${sql.param(fetches.map(({ client }) => client))}::text[],
      ${sql.param(fetches.map(({ network }) => network))}::text[], ${sql.param(fetches.map(({ format }) => format))}::text[],
      ${sql.param(fetches.map(({ country }) => country))}::text[], ${sql.param(fetches.map(({ at }) => at))}::timestamptz[]
    ) as t (token, client, network, format, country, at)
    join ${subscriptions} s on s.token = t.token
    order by s.account_id, 2, 3, t.client, t.network
    on conflict do nothing
    returning account_id as id, link`)
  if (rows.length > 0) await raiseAlarms(db, rows, alarmNetworks, now)
}

async function raiseAlarms(db: Database['db'], added: { id: number; link: string }[], alarmNetworks: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY)
  await db.execute(sql`
    insert into ${linkAlarms} (account_id, link, networks, countries, at)
    select f.account_id, f.link, count(distinct f.network), nullif(count(distinct f.country), 0), ${now}::timestamptz
    from (
      select distinct id, link from unnest(${sql.param(added.map(({ id }) => id))}::bigint[], ${sql.param(added.map(({ link }) => link))}::text[])
        as added (id, link)
    ) one
    join ${linkFetches} f on f.account_id = one.id and f.link = one.link and f.slot >= ${since}
    group by f.account_id, f.link having count(distinct f.network) > ${alarmNetworks}
    order by f.account_id
    on conflict (account_id) do update set link = excluded.link, networks = excluded.networks, countries = excluded.countries,
      at = case when ${linkAlarms}.link = excluded.link then ${linkAlarms}.at else excluded.at end`)
}

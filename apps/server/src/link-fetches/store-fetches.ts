import { sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Database } from '../db/client.ts'
import { linkedDevices } from '../linked-devices/linked-devices.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type AskedAs, linkAlarms, linkFetches } from './link-fetches.table.ts'
import { linkMark } from './link-mark.ts'

export type Fetch = {
  token: string
  client: string
  format: string
  program: string | null
  version: string | null
  asked: AskedAs | null
  network: string
  country: string | null
  at: Date
}

const DAY = 86_400_000

/**
 * Stores fetches, one per client and network in ten minutes, with what the last of them got, and raises the alarm for links fetched from
 * more than `alarmNetworks` networks within a day; those from before somebody cleared an alarm do not count again. Skips links that no longer exist. May be called twice.
 */
export async function storeFetches({ db }: Database, fetches: Fetch[], alarmNetworks: number, now: Date): Promise<void> {
  const all = <K extends keyof Fetch>(field: K) => sql.param(fetches.map((fetch) => fetch[field]))
  const asked = sql.param(fetches.map((fetch) => fetch.asked && JSON.stringify(fetch.asked)))
  // Sorted by key, so that two processes lock the rows in the same order.
  const { rows } = await db.execute<{ id: number; link: string; added: boolean }>(sql`
    insert into ${linkFetches} as kept (account_id, slot, link, client, network, format, program, version, asked, group_id, country, at)
    select distinct on (s.account_id, 2, 3, t.client, t.network) s.account_id, date_bin('10 minutes', t.at, 'epoch'), ${linkMark(sql`t.token`)},
      t.client, t.network, t.format, t.program, t.version, t.asked,
      case when a.banned_at is null and (s.expires_at is null or s.expires_at >= t.at) then s.group_id end, t.country, t.at
    from unnest(
      ${all('token')}::text[], ${all('client')}::text[], ${all('network')}::text[], ${all('format')}::text[], ${all('program')}::text[],
      ${all('version')}::text[], ${asked}::jsonb[], ${all('country')}::text[], ${all('at')}::timestamptz[]
    ) as t (token, client, network, format, program, version, asked, country, at)
    join lateral (
      select account_id from ${subscriptions} where token = t.token union all select account_id from ${linkedDevices} where token = t.token
    ) owner on true
    join ${subscriptions} s on s.account_id = owner.account_id
    join ${accounts} a on a.id = s.account_id
    order by s.account_id, 2, 3, t.client, t.network, t.at desc
    on conflict (account_id, slot, link, client, network) do update
      set format = excluded.format, program = excluded.program, version = excluded.version, asked = excluded.asked, group_id = excluded.group_id, at = excluded.at
      where (kept.format, kept.program, kept.version, kept.asked, kept.group_id)
        is distinct from (excluded.format, excluded.program, excluded.version, excluded.asked, excluded.group_id) or excluded.at >= kept.at + interval '1 minute'
    returning account_id as id, link, not exists (select from ${linkFetches} old where old.account_id = kept.account_id and old.slot = kept.slot
      and old.link = kept.link and old.client = kept.client and old.network = kept.network) as added`)
  const added = rows.filter((row) => row.added)
  if (added.length > 0) await raiseAlarms(db, added, alarmNetworks, now)
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
    join ${subscriptions} s on s.account_id = one.id and ${linkMark(sql`s.token`)} = one.link
    left join ${linkAlarms} cleared on cleared.account_id = f.account_id and cleared.link = f.link
    where not exists (select from ${linkFetches} known where known.account_id = f.account_id and known.link = f.link
      and known.network = f.network and known.at <= cleared.cleared_at)
    group by f.account_id, f.link having count(distinct f.network) > ${alarmNetworks}
    order by f.account_id
    on conflict (account_id) do update set link = excluded.link, networks = excluded.networks, countries = excluded.countries,
      cleared_at = null,
      at = case when ${linkAlarms}.link = excluded.link and ${linkAlarms}.cleared_at is null then ${linkAlarms}.at else excluded.at end`)
}

import { lackFor } from '@portico/contract/node-software'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { machines, nodeReports, nodes } from '../nodes/nodes.table.ts'
import { limitSql } from '../subscriptions/conditions.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { BYTES_PER_MBIT } from '../traffic/allowance.ts'
import { trafficBatches } from '../traffic/traffic.table.ts'
import { raiseAlarms, type Strange } from './alarms.ts'

/** Short enough that an alarm comes within five minutes: the window fills, then the next look sees it. */
const WINDOW_MS = 3 * 60_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const USUAL_MS = 7 * 24 * HOUR_MS
/** Percent of the line from which a node is strange. */
const FULL = 80
/** Percent of the limit from which a member is: the limiters of node software are not exact. */
const FAST = 120
const TIMES_USUAL = 10
const GB = 1_000_000_000
/** Bytes in an hour below which nothing is suspicious. */
const LEAST = 5 * GB
/** Usual hour of a member without history, in bytes. */
const UNKNOWN = 2 * GB

/** Hours without a report, and members who fetch a node meanwhile, from which it is strange. */
const SILENT_HOURS = 6
const FETCHED_BY = 3

/**
 * Looks for thieves, nodes close to their line's speed and members above their plan's or ten times their usual hour, and for nodes that
 * carry traffic for nothing, and for machines whose program is too old.
 */
export async function watchReports({ db }: Database, defaultSpeed: number, now: Date): Promise<Strange[]> {
  const looks = [fullLines(db, defaultSpeed, now), fastMembers(db, now), tenfold(db, now), unreported(db, now), outdated(db)]
  const strange = (await Promise.all(looks)).flat()
  await raiseAlarms(db, strange, now)
  return strange
}

/** The node's charged reports of the window, and the seconds that they cover: since the report before, or since it was away. */
function recent(now: Date) {
  const since = new Date(now.getTime() - WINDOW_MS)
  const before = sql`(select max(p.received_at) from ${trafficBatches} p
    where p.node_id = n.id and p.received_at <= ${since} and p.received_at > ${new Date(now.getTime() - 15 * MINUTE_MS)})`
  const away = sql`case when r.away_until > ${new Date(since.getTime() - 2 * MINUTE_MS)} then r.away_from end`
  return sql`
    window_nodes as (
      select n.id, extract(epoch from ${now}::timestamptz - least(${since}::timestamptz, ${before}, ${away})) as seconds
      from ${nodes} n left join ${nodeReports} r on r.node_id = n.id
      where exists (select from ${trafficBatches} b where b.node_id = n.id and b.received_at > ${since})),
    recent as (
      select b.*, w.seconds from window_nodes w join ${trafficBatches} b on b.node_id = w.id
      where b.received_at > ${since} and b.state = 'charged')`
}

async function fullLines(db: Db, defaultSpeed: number, now: Date): Promise<Strange[]> {
  const line = sql`coalesce(n.line_speed, ${defaultSpeed}::int)::bigint * ${BYTES_PER_MBIT}`
  const { rows } = await db.execute<{ nodeId: number; value: number; usual: number }>(sql`
    with ${recent(now)}, carried as (
      select node_id, (sum(carried_up + carried_down) / max(seconds))::bigint as speed from recent group by node_id)
    select c.node_id as "nodeId", c.speed as value, ${line} as usual from carried c join ${nodes} n on n.id = c.node_id
    where c.speed * 100 >= ${line} * ${FULL}`)
  return rows.map((row) => ({ ...row, kind: 'full_line', subject: '', accountId: null }))
}

/** Node software limits each member on each node, so nodes are not added up. */
async function fastMembers(db: Db, now: Date): Promise<Strange[]> {
  const { rows } = await db.execute<{ nodeId: number; accountId: number; value: number; usual: number }>(sql`
    with ${recent(now)}, theirs as (
      select b.node_id, t.account_id, (greatest(sum(t.up), sum(t.down)) / max(b.seconds))::bigint as speed
      from recent b cross join unnest(b.account_ids, b.ups, b.downs) as t (account_id, up, down) group by b.node_id, t.account_id)
    select t.node_id as "nodeId", t.account_id as "accountId", t.speed as value, ${limitSql.speed_limit}::bigint * ${BYTES_PER_MBIT} as usual
    from theirs t join ${subscriptions} on ${subscriptions.accountId} = t.account_id
    where ${limitSql.speed_limit} > 0 and t.speed * 100 > ${limitSql.speed_limit}::bigint * ${BYTES_PER_MBIT} * ${FAST}`)
  return rows.map((row) => ({ ...row, kind: 'speed', subject: String(row.accountId) }))
}

/** The hour so far, against the average of the member's hours with traffic in the last week. Told of the node that reported most. */
async function tenfold(db: Db, now: Date): Promise<Strange[]> {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  // A node that was away catches up: the hour then holds the bytes of several.
  const hoursAway = sql`case when r.away_until >= ${hour} then extract(epoch from r.away_until - r.away_from) / 3600 end`
  const { rows } = await db.execute<{ nodeId: number; accountId: number; value: number; usual: number }>(sql`
    with now_used as (
      select account_id, sum(up + down) as used, (array_agg(node_id order by up + down desc))[1] as node_id
      from traffic_hourly where hour >= ${hour} group by account_id having sum(up + down) > ${LEAST}),
    usual as (
      select account_id, coalesce(avg(hours.hour_used), ${UNKNOWN})::bigint as usual from now_used left join lateral (
        select sum(h.up + h.down) as used from traffic_hourly h
        where h.account_id = now_used.account_id and h.hour >= ${new Date(now.getTime() - USUAL_MS)} and h.hour < ${hour}
        group by h.hour) hours (hour_used) on true
      group by account_id)
    select n.node_id as "nodeId", n.account_id as "accountId", least(n.used, ${Number.MAX_SAFE_INTEGER})::bigint as value, u.usual
    from now_used n join usual u using (account_id) left join ${nodeReports} r using (node_id)
    where n.used > ${TIMES_USUAL} * u.usual * greatest(1, ${hoursAway})`)
  return rows.map((row) => ({ ...row, kind: 'tenfold', subject: String(row.accountId) }))
}

/** Nodes that call and count nothing: their program may serve members without reporting. */
async function unreported(db: Db, now: Date): Promise<Strange[]> {
  const since = new Date(now.getTime() - SILENT_HOURS * HOUR_MS)
  const { rows } = await db.execute<{ nodeId: number; value: number }>(sql`
    select n.id as "nodeId", count(distinct f.account_id)::int as value
    from ${nodes} n join ${nodeReports} r on r.node_id = n.id
    join ${nodes} family on family.id = n.id or family.parent_id = n.id
    join node_groups g on g.node_id = family.id join link_fetches f on f.group_id = g.group_id and f.slot >= ${since}
    where n.deleted_at is null and n.parent_id is null and family.deleted_at is null and n.state = 'enabled' and n.watched_from < ${since}
      and r.last_pull_at > ${new Date(now.getTime() - 15 * MINUTE_MS)} and coalesce(r.last_push_at, n.watched_from) < ${since}
    group by n.id having count(distinct f.account_id) >= ${FETCHED_BY}`)
  return rows.map((row) => ({ ...row, usual: 0, kind: 'unreported', subject: '', accountId: null }))
}

/** Nodes that the version of their machine's program lacks. Saving refuses them, but what is known of versions grows. */
async function outdated(db: Db): Promise<Strange[]> {
  const rows = await db
    .select({ nodeId: nodes.id, settings: nodes.settings, software: machines.software, version: machines.softwareVersion })
    .from(machines)
    .innerJoin(nodes, eq(nodes.machineId, machines.id))
    .where(and(ne(machines.softwareVersion, ''), machines.isActive, isNull(nodes.deletedAt)))
  return rows.flatMap(({ nodeId, settings, software, version }) => {
    const lack = software === 'any' ? null : lackFor(software, settings, version)
    return lack === null
      ? []
      : [{ nodeId, kind: 'outdated', subject: `${software} ${version} lacks ${lack}`, accountId: null, value: 1, usual: 0 } as const]
  })
}

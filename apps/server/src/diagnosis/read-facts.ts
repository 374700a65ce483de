import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Period } from '@portico/contract/periods'
import { accounts } from '../accounts/accounts.table.ts'
import { auditLog } from '../audit/audit.table.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { linkAlarms, linkFetches } from '../link-fetches/link-fetches.table.ts'
import { alarmHolds, linkMark } from '../link-fetches/link-mark.ts'
import { linkedDevices } from '../linked-devices/linked-devices.table.ts'
import { ALIVE_MS } from '../nodes/devices.ts'
import { changedMembers, devices } from '../nodes/nodes.table.ts'
import { orders } from '../orders/orders.table.ts'
import { refunds } from '../refunds/refunds.table.ts'
import { plans } from '../plans/plans.table.ts'
import { type SubscriptionRow, subscriptions } from '../subscriptions/subscriptions.table.ts'
import type { BlockedHours } from '@portico/contract/youth-rules'
import { rulesFor } from '../templates/youth-rules-for.ts'
import { clockChecks } from './clock-checks.table.ts'
import { type NodeFacts, readNodeFacts } from './node-facts.ts'
import { type OpenOrder, readOpenOrder } from './open-order.ts'

/** Newest fetch of the current link. `program` and `version` decide which nodes it got, as in `dialectOf`. */
export type FetchFacts = Pick<typeof linkFetches.$inferSelect, 'client' | 'format' | 'program' | 'version' | 'groupId' | 'at'>
type Person = {
  account: { bannedAt: Date | null; closedAt: Date | null; youthModeAt: Date | null }
  subscription: SubscriptionRow
  /** Whether a refund took the plan back, since when nothing has been bought. */
  isRefunded: boolean
  /** `lastPeriod`: for which it was last bought. */
  plan: { id: number; renew: boolean; sellsResets: boolean; lastPeriod: Period | null } | null
  alarm: { at: Date; networks: number } | null
  clock: { skewMs: number; at: Date } | null
}
type Traces = {
  /** Addresses that count towards the limit. */
  devices: number
  /** When the member last changed in a way nodes must hear of; null: not in the last days. */
  changedAt: Date | null
  fetch: FetchFacts | null
  /** Newest fetch of any link, also replaced ones; null: none. */
  anyFetchAt: Date | null
  /** When the link was last replaced; null: never. */
  resetAt: Date | null
}
export type Facts = Person &
  Traces & {
    now: Date
    siteClosed: boolean
    /** How often apps refresh the link, in milliseconds. */
    updateMs: number
    pullMs: number
    /** Days for which an ended plan can be renewed. */
    graceDays: number
    order: OpenOrder | null
    nodes: NodeFacts[]
    /** In youth mode, the hours without nodes; else empty. */
    hours: BlockedHours[]
    zone: string
  }

/** All facts that the rules need. Throws `not_found`. */
export async function readFacts(db: Db, accountId: number, { now, settings }: Context): Promise<Facts> {
  const zone = settings['site.timezone']
  const [person, traces, nodes, order] = await Promise.all([
    readPerson(db, accountId),
    readTraces(db, accountId, now),
    readNodeFacts(db, accountId, now, zone),
    readOpenOrder(db, accountId),
  ])
  const hours = person.account.youthModeAt ? (await rulesFor(db, accountId)).hours : []
  const updateMs = settings['subscription.update_hours'] * 3_600_000
  const pullMs = settings['node.pull_interval'] * 1000
  const graceDays = settings['renewal.grace_days']
  return { now, siteClosed: settings['site.closed'], updateMs, pullMs, graceDays, zone, hours, order, nodes, ...person, ...traces }
}

async function readPerson(db: Db, accountId: number): Promise<Person> {
  const lastPeriod = db
    .select({ period: orders.period })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, subscriptions.accountId),
        eq(orders.planId, subscriptions.planId),
        eq(orders.status, 'completed'),
        inArray(orders.type, ['new', 'renew', 'change']),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1)
  const takenBack = sql<boolean>`exists (select from ${refunds} r join ${orders} o on o.id = r.order_id
    where o.account_id = ${subscriptions}.account_id and r.end_term and r.status = 'succeeded'
      and r.finished_at > ${subscriptions}.expires_at)`
  const row = foundRow(
    await db
      .select({
        account: { bannedAt: accounts.bannedAt, closedAt: accounts.closedAt, youthModeAt: accounts.youthModeAt },
        subscription: subscriptions,
        isRefunded: takenBack,
        plan: { id: plans.id, renew: plans.renew, resetPrice: plans.reset_price },
        lastPeriod: sql<Period | null>`(${lastPeriod})`,
        alarm: { at: linkAlarms.at, networks: linkAlarms.networks },
        clock: { skewMs: clockChecks.skewMs, at: clockChecks.at },
      })
      .from(accounts)
      .innerJoin(subscriptions, eq(subscriptions.accountId, accounts.id))
      .leftJoin(plans, eq(plans.id, subscriptions.planId))
      .leftJoin(linkAlarms, alarmHolds())
      .leftJoin(clockChecks, eq(clockChecks.accountId, accounts.id))
      .where(eq(accounts.id, accountId)),
  )
  const { plan, lastPeriod: period, ...person } = row
  return { ...person, plan: plan && { id: plan.id, renew: plan.renew, sellsResets: plan.resetPrice !== null, lastPeriod: period } }
}

/** Traces of the member's apps and devices. */
async function readTraces(db: Db, accountId: number, now: Date): Promise<Traces> {
  const alive = new Date(now.getTime() - ALIVE_MS)
  const time = (value: SQL): SQL => sql`(extract(epoch from ${value}) * 1000)::float8`
  const { rows } = await db.execute<TraceRow>(sql`
    select
      (select count(distinct ip)::int from ${devices} where account_id = ${accountId} and row_id = 0 and seen_at >= ${alive}) as devices,
      (select ${time(sql`max(c.at)`)} from ${changedMembers} c where c.group_id = s.group_id and c.account_id = s.account_id) as "changedAt",
      (select ${time(sql`max(at)`)} from ${linkFetches} where account_id = s.account_id) as "anyFetchAt",
      (select ${time(sql`max(at)`)} from ${auditLog}
        where entity = 'member' and entity_id = ${String(accountId)} and action = 'member.reset_secret') as "resetAt",
      (select jsonb_build_object('client', f.client, 'format', f.format, 'program', f.program, 'version', f.version, 'groupId', f.group_id,
          'at', ${time(sql`f.at`)})
        from ${linkFetches} f where f.account_id = s.account_id and f.link in (
          select ${linkMark(sql`s.token`)} union all
          select ${linkMark(sql`d.token`)} from ${linkedDevices} d where d.account_id = s.account_id and d.token is not null)
        order by (f.format = 'pac' or f.program is not distinct from 'browser'), f.slot desc, f.at desc limit 1) as fetch
    from ${subscriptions} s where s.account_id = ${accountId}`)
  const { devices: seen, changedAt, anyFetchAt, resetAt, fetch } = foundRow(rows)
  return {
    devices: seen,
    changedAt: toDate(changedAt),
    anyFetchAt: toDate(anyFetchAt),
    resetAt: toDate(resetAt),
    fetch: fetch && { ...fetch, at: new Date(fetch.at) },
  }
}
type TraceRow = {
  devices: number
  changedAt: number | null
  anyFetchAt: number | null
  resetAt: number | null
  fetch: (Omit<FetchFacts, 'at'> & { at: number }) | null
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}

import { NeedKind } from '@portico/contract/overview-admin'
import { desc, gte, type SQL, sql } from 'drizzle-orm'
import { waitsForStaff } from '../additions.ts'
import type { Db } from '../db/client.ts'
import { backups } from '../backups/backups.table.ts'
import { unreadableForwards, untrustedProxies } from '../untrusted-proxies/untrusted-proxies.table.ts'
import { disputes } from '../disputes/disputes.table.ts'
import { countFailures } from '../job-admin/list-jobs.ts'
import { jobRuns } from '../jobs/job-runs.table.ts'
import { unsafeTexts } from '../messages/message-texts.ts'
import { ledgerChecks } from '../ledger/ledger.table.ts'
import { nodes } from '../nodes/nodes.table.ts'
import { orders } from '../orders/orders.table.ts'
import { outages } from '../outages/outages.table.ts'
import { paymentAttempts, paymentReceipts } from '../payments/payments.table.ts'
import { paymentProofs } from '../payments/proofs.table.ts'
import { refusedNotifications } from '../refused-notifications/refused-notifications.table.ts'
import { paymentReversals } from '../refunds/refunds.table.ts'
import { staffGains } from './staff-gains.ts'
import { settings } from '../settings/settings.table.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'
import { unsafeTemplates } from '../templates/live-templates.ts'
import { tickets } from '../tickets/tickets.table.ts'
import { trafficBatches } from '../traffic/traffic.table.ts'
import { withdrawals } from '../withdrawals/withdrawals.table.ts'

const DAY_MS = 24 * 3_600_000

export type Need = { kind: NeedKind; count: number; amount: number | null; since: Date | null; due: Date | null; names: string[] }
type Row = { kind: NeedKind; count: number; amount: number | null; since: string | null; due: string | null; names: string[] | null }

/** `newer`: a version newer than the one that runs; null: none is known. */
type Around = { currency: string; isTrusted: (address: string) => boolean; newer: string | null }

/** Everything that waits for a person, the most urgent first. Sums are in `currency`. */
export async function readNeeds(db: Db, now: Date, { currency, isTrusted, newer }: Around): Promise<Need[]> {
  const [{ rows }, jobs, texts, formats, proxies, [unread]] = await Promise.all([
    db.execute<Row>(sql.join(waiting(now, currency), sql` union all `)),
    countFailures(db),
    unsafeTexts(db),
    unsafeTemplates(db),
    db.select().from(untrustedProxies).orderBy(desc(untrustedProxies.isInside)),
    db
      .select()
      .from(unreadableForwards)
      .where(gte(unreadableForwards.seenAt, new Date(now.getTime() - DAY_MS)))
      .limit(1),
  ])
  const proxy = proxies.find(({ address }) => !isTrusted(address))
  const plain = { amount: null, since: null, due: null, names: null }
  const untrusted: Row[] = proxy
    ? [{ ...plain, kind: 'proxy_untrusted', count: 1, since: proxy.seenAt.toISOString(), names: [proxy.address] }]
    : []
  const unreadable: Row[] = unread
    ? [{ ...plain, kind: 'proxy_unreadable', count: 1, since: unread.seenAt.toISOString(), names: [unread.proxy, unread.sent] }]
    : []
  const update: Row[] = newer === null ? [] : [{ ...plain, kind: 'version_newer', count: 1, names: [newer] }]
  const failed: Row = { ...plain, kind: 'jobs_failed', count: jobs.queued + jobs.periodic }
  const unsafe = (kind: NeedKind, found: string[]): Row => ({ ...plain, kind, count: found.length, names: [...new Set(found)].slice(0, 3) })
  const templates = texts.map(({ template }) => template)
  const all = [
    ...rows,
    failed,
    unsafe('texts_unsafe', templates),
    unsafe('templates_unsafe', formats),
    ...untrusted,
    ...unreadable,
    ...update,
  ]
  const byKind = new Map(all.map((row) => [row.kind, row]))
  return NeedKind.options.flatMap((kind) => {
    const row = byKind.get(kind)
    if (!row || row.count === 0) return []
    const time = (at: string | null): Date | null => (at === null ? null : new Date(at))
    return [{ ...row, since: time(row.since), due: time(row.due), names: row.names ?? [] }]
  })
}

/** A standby that answers takes milliseconds. The role sees its own connections. */
const waitingCommits = sql`pg_stat_activity
  where datname = current_database() and wait_event = 'SyncRep' and state_change < now() - interval '3 seconds'`

/** Queries that count what waits for staff, one per kind except jobs. Each reads an index of little more than that. */
function waiting(now: Date, currency: string): SQL[] {
  // Exact only within one currency.
  const money = sql`case when bool_and(currency = ${currency}) then sum(amount)::bigint end`
  const plain = (kind: NeedKind, since: SQL, from: SQL, amount = sql`null::bigint`, names = sql`null::text[]`, due = sql`null`): SQL =>
    sql`(select ${kind} as kind, count(*) as count, ${amount} as amount, min(${since})::text as since, ${due}::text as due, ${names} as names from ${from})`
  const names = sql`(array_agg(n.name order by o.began_at, n.id))[:3]`
  const downs = sql`${outages} o join ${nodes} n on n.id = o.node_id where o.ended_at is null and n.deleted_at is null`
  const namesOf = sql`(array_agg(distinct n.name))[:3]`
  const held = sql`${trafficBatches} b join ${nodes} n on n.id = b.node_id where b.counted_at is null and b.state = 'held'`
  const proved = sql`${orders} o cross join lateral (
    select min(coalesce(p.proof_at, f.uploaded_at)) as at
    from ${paymentAttempts} p left join ${paymentProofs} f on f.attempt_id = p.id where p.order_id = o.id
  ) sent where o.status = 'pending' and sent.at is not null`
  const withdrawn = (status: string): SQL => sql`${withdrawals} where status = ${status}`
  const unclear = sql`${paymentReceipts} where outcome not in ('settled', 'credited') and resolution is null`
  const asked = sql`${disputes} where status in ('inquiry', 'needs_response') and deadline > ${now}`
  const faults = sql`(select * from ${ledgerChecks} order by id desc limit 1) last where fault_count > 0`
  const refused = sql`${refusedNotifications} where at >= ${new Date(now.getTime() - DAY_MS)}`
  const mailKeys = sql`select count(*) filter (where value <> '""') as set from ${settings} where key in ('mail.host', 'mail.from')`
  return [
    plain('role_narrowed', sql`null::timestamptz`, sql`${staffRoles} where earlier is not null`),
    plain('nodes_down', sql`o.began_at`, downs, sql`null::bigint`, names),
    plain('reports_held', sql`b.received_at`, held, sql`null::bigint`, namesOf),
    plain('tickets_waiting', sql`waits_since`, sql`${tickets} where status = 'open' and waits = 'waiting_staff'`),
    plain('orders_in_review', sql`paid_at`, sql`${orders} where status = 'review'`),
    plain('payments_to_confirm', sql`sent.at`, proved),
    plain('receipts_unclear', sql`received_at`, unclear),
    plain('disputes', sql`changed_at`, asked, money, sql`null::text[]`, sql`min(deadline)`),
    plain('reversals', sql`received_at`, sql`${paymentReversals} where outcome <> 'ours' and reviewed_at is null`),
    plain('withdrawals_to_approve', sql`created_at`, withdrawn('requested'), money),
    plain('withdrawals_to_pay', sql`approved_at`, withdrawn('approved'), money),
    sql`(select 'ledger_faults', coalesce(sum(fault_count), 0), null::bigint, min(checked_at)::text, null::text, null::text[] from ${faults})`,
    sql`(select 'notifications_refused', coalesce(sum(times), 0), null::bigint, min(at)::text, null::text, null::text[] from ${refused})`,
    plain(
      'backup_failed',
      sql`started_at`,
      sql`(select * from ${backups} where state <> 'running' order by id desc limit 1) last where state = 'failed' or drill_fault is not null or store_fault is not null`,
    ),
    plain('commits_wait', sql`state_change`, waitingCommits),
    plain(
      'jobs_restarted',
      sql`failed_at`,
      sql`${jobRuns} where cron is null and every_ms is null and failed_at >= ${new Date(now.getTime() - DAY_MS)}`,
    ),
    sql`(select 'mail_missing', (set < 2)::int::bigint, null::bigint, null::text, null::text, null::text[] from (${mailKeys}) mail)`,
    staffGains(now),
    ...waitsForStaff.all.map((one) => plain(one.kind, one.since, one.from, sql`null::bigint`, one.names)),
  ]
}

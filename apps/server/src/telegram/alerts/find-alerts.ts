import type { Permission } from '@portico/contract/permissions'
import { needKinds } from '@portico/contract/overview-admin'
import type { Settings } from '@portico/contract/settings-admin'
import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '../../accounts/accounts.table.ts'
import { openNodeAlarms } from '../../additions.ts'
import type { Db } from '../../db/client.ts'
import { disputes } from '../../disputes/disputes.table.ts'
import { nodes } from '../../nodes/nodes.table.ts'
import { orders } from '../../orders/orders.table.ts'
import { outages } from '../../outages/outages.table.ts'
import { paymentAttempts, paymentReceipts } from '../../payments/payments.table.ts'
import { paymentProofs } from '../../payments/proofs.table.ts'
import { paymentReversals } from '../../refunds/refunds.table.ts'
import { ticketMessages, tickets } from '../../tickets/tickets.table.ts'
import { trafficBatches } from '../../traffic/traffic.table.ts'
import { withdrawals } from '../../withdrawals/withdrawals.table.ts'

/** Milliseconds after which news is no alert. */
const FRESH_MS = 24 * 3_600_000

export type AlertKind =
  | 'ticket'
  | 'down'
  | 'up'
  | 'strange'
  | 'held'
  | 'proof'
  | 'receipt'
  | 'dispute'
  | 'reversal'
  | 'order'
  | 'withdrawal'
type Needs = readonly [setting: 'bot.alert_tickets' | 'bot.alert_nodes' | 'bot.alert_money', permissions: readonly Permission[]]

/** Setting that switches a kind, and permissions of its readers, as for the list of what waits. */
export const alertKinds: Record<AlertKind, Needs> = {
  ticket: ['bot.alert_tickets', ['tickets.write']],
  down: ['bot.alert_nodes', needKinds.nodes_down],
  up: ['bot.alert_nodes', needKinds.nodes_down],
  strange: ['bot.alert_nodes', needKinds.reports_strange],
  held: ['bot.alert_nodes', needKinds.reports_held],
  proof: ['bot.alert_money', needKinds.payments_to_confirm],
  receipt: ['bot.alert_money', needKinds.receipts_unclear],
  dispute: ['bot.alert_money', needKinds.disputes],
  reversal: ['bot.alert_money', needKinds.reversals],
  order: ['bot.alert_money', needKinds.orders_in_review],
  withdrawal: ['bot.alert_money', needKinds.withdrawals_to_approve],
}

/** `name`: a node, a member, or an order's number. */
export type Alert = {
  kind: AlertKind
  cause: string
  at: Date
  name: string
  text: string
  amount: number
  currency: string
  ticketId: number | null
  /** Author and assignee of the ticket. */
  authorId: number | null
  assigneeId: number | null
  isFirst: boolean
  until: Date | null
}
type Row = Omit<Alert, 'at' | 'until'> & { at: string; until: string | null }

/** Alerts of the last day, oldest first. */
export async function findAlerts(db: Db, settings: Settings, now: Date): Promise<Alert[]> {
  const since = new Date(now.getTime() - FRESH_MS)
  const wanted = Object.entries(queries(since)).filter(([kind]) => settings[alertKinds[kind as AlertKind][0]])
  if (wanted.length === 0) return []
  const { rows } = await db.execute<Row>(
    sql`${sql.join(
      wanted.map(([, query]) => query),
      sql` union all `,
    )} order by at`,
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at), until: row.until === null ? null : new Date(row.until) }))
}

type Parts = Partial<Record<'text' | 'amount' | 'currency' | 'ticket' | 'author' | 'assignee' | 'first' | 'until', SQL>>

function queries(since: Date): Record<AlertKind, SQL> {
  const one = (kind: AlertKind, cause: SQL, at: SQL, name: SQL, from: SQL, parts: Parts = {}): SQL => sql`(
    select ${kind}::text as kind, ${cause} as cause, (${at})::text as at, ${name} as name, ${parts.text ?? sql`''`} as text,
      ${parts.amount ?? sql`0`}::bigint as amount, ${parts.currency ?? sql`''`}::text as currency,
      ${parts.ticket ?? sql`null`}::bigint as "ticketId", ${parts.author ?? sql`null`}::bigint as "authorId",
      ${parts.assignee ?? sql`null`}::bigint as "assigneeId", ${parts.first ?? sql`false`} as "isFirst", (${parts.until ?? sql`null`})::text as until
    from ${from})`
  const outage = sql`${outages} o join ${nodes} n on n.id = o.node_id and n.deleted_at is null`
  // A thief makes many: staff hear of each node and kind once an hour.
  const hourly = (at: string) =>
    sql`extract(epoch from date_trunc('hour', ${sql.raw(at)}, 'UTC'))::bigint as hour, min(${sql.raw(at)}) as at`
  const strange = sql`(select node_id, kind, ${hourly('began_at')} from (${openNodeAlarms()}) open
    where began_at >= ${since} group by node_id, kind, hour) x join ${nodes} n on n.id = x.node_id`
  const held = sql`(select node_id, ${hourly('received_at')} from ${trafficBatches}
    where counted_at is null and state = 'held' and received_at >= ${since} group by node_id, hour) x join ${nodes} n on n.id = x.node_id`
  const money = (table: string) => ({ amount: sql.raw(`${table}.amount`), currency: sql.raw(`${table}.currency`) })
  const said = sql`${orders} o cross join lateral (
    select max(coalesce(p.proof_at, f.uploaded_at)) as at from ${paymentAttempts} p left join ${paymentProofs} f on f.attempt_id = p.id
    where p.order_id = o.id) sent where o.status = 'pending' and sent.at >= ${since}`
  const unclear = sql`${paymentReceipts} r join ${paymentAttempts} p on p.id = r.attempt_id join ${orders} o on o.id = p.order_id
    where r.outcome not in ('settled', 'credited') and r.resolution is null and r.received_at >= ${since}`
  const disputed = sql`${disputes} d join ${paymentReceipts} r on r.id = d.receipt_id join ${paymentAttempts} p on p.id = r.attempt_id
    join ${orders} o on o.id = p.order_id where d.changed_at >= ${since}`
  const reversed = sql`${paymentReversals} v join ${paymentReceipts} r on r.id = v.receipt_id join ${paymentAttempts} p on p.id = r.attempt_id
    join ${orders} o on o.id = p.order_id
    where v.outcome not in ('ours', 'none') and v.reviewed_at is null
      and (v.cause = 'refund' or not exists (select from ${disputes} d where d.receipt_id = v.receipt_id)) and coalesce(v.restored_at, v.received_at) >= ${since}`
  const written = sql`${ticketMessages} m join ${tickets} t on t.id = m.ticket_id join ${accounts} a on a.id = t.account_id
    where m.author = 'member' and m.kind = 'reply' and m.created_at >= ${since}`
  const total = { amount: sql`o.total_amount`, currency: sql`o.currency` }
  return {
    ticket: one('ticket', sql`'ticket ' || m.ticket_id || ' ' || m.seq`, sql`m.created_at`, sql`a.label`, written, {
      text: sql`t.subject || E'\n' || left(m.text, 1500)`,
      ticket: sql`t.id`,
      author: sql`t.account_id`,
      assignee: sql`t.assignee_id`,
      first: sql`m.seq = 1`,
    }),
    down: one('down', sql`'down ' || o.id`, sql`o.began_at`, sql`n.name`, sql`${outage} where o.began_at >= ${since}`),
    up: one('up', sql`'up ' || o.id`, sql`o.ended_at`, sql`n.name`, sql`${outage} where o.ended_at >= ${since}`, {
      until: sql`o.began_at`,
    }),
    strange: one('strange', sql`concat_ws(' ', 'strange', x.node_id, x.kind, x.hour)`, sql`x.at`, sql`n.name`, strange, {
      text: sql`x.kind`,
    }),
    held: one('held', sql`concat_ws(' ', 'held', x.node_id, x.hour)`, sql`x.at`, sql`n.name`, held),
    proof: one('proof', sql`'proof ' || o.id`, sql`sent.at`, sql`o.trade_no`, said, total),
    receipt: one('receipt', sql`'receipt ' || r.id`, sql`r.received_at`, sql`o.trade_no`, unclear, money('r')),
    dispute: one('dispute', sql`'dispute ' || d.id || ' ' || d.status`, sql`d.changed_at`, sql`o.trade_no`, disputed, {
      ...money('d'),
      text: sql`d.status`,
      until: sql`d.deadline`,
    }),
    reversal: one(
      'reversal',
      sql`'reversal ' || v.id || ' ' || case when v.restored_at is null then 'taken' else 'back' end`,
      sql`coalesce(v.restored_at, v.received_at)`,
      sql`o.trade_no`,
      reversed,
      { ...money('v'), text: sql`case when v.outcome = 'failed' then 'failed' when v.restored_at is null then 'taken' else 'back' end` },
    ),
    order: one(
      'order',
      sql`'order ' || o.id`,
      sql`o.paid_at`,
      sql`o.trade_no`,
      sql`${orders} o where o.status = 'review' and o.paid_at >= ${since}`,
      total,
    ),
    withdrawal: one(
      'withdrawal',
      sql`'withdrawal ' || w.id`,
      sql`w.created_at`,
      sql`w.withdrawal_no`,
      sql`${withdrawals} w where w.status = 'requested' and w.created_at >= ${since}`,
      money('w'),
    ),
  }
}

import type { TimelineContent, TimelineKind } from '@portico/contract/member-timeline-admin'
import type { Permission } from '@portico/contract/permissions'
import { may } from '@portico/contract/access'
import type { EventType } from '@portico/contract/events'
import type { Language } from '@portico/contract/translations'
import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor } from '../actor.ts'
import { auditLog } from '../audit/audit.table.ts'
import { events } from '../events/events.table.ts'
import { linkFetches } from '../link-fetches/link-fetches.table.ts'
import { memberNotes } from '../member-notes/member-notes.table.ts'
import { orderCost } from '../orders/list-orders.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import { refunds } from '../refunds/refunds.table.ts'
import { signIns } from '../sign-ins/sign-ins.table.ts'
import { tickets } from '../tickets/tickets.table.ts'

/** A source of timeline entries. */
export type Source = {
  kind: TimelineKind
  /** Needed besides `members.read`. */
  needs?: Permission
  /**
   * Selects the time of an account's rows as `at`, a number that tells rows of one moment apart as `key`, and what the wire says as `data`.
   */
  rows: (accountId: number, by: Actor, language: Language) => SQL
}

const FIELDS = 6
const side = (column: SQL): SQL => sql`case jsonb_typeof(${column}) when 'object' then ${column} else '{}'::jsonb end`
const ofPayment = sql`${paymentReceipts} r join ${paymentAttempts} a on a.id = r.attempt_id
  join ${paymentMethods} m on m.id = a.method_id join ${orders} o on o.id = a.order_id`

/** Permissions for events about orders, commissions and tickets, which not all staff may read. */
const eventNeeds: Partial<Record<EventType, Permission>> = {
  commission_confirmed: 'money.read',
  order_paid: 'orders.read',
  order_waiting: 'orders.read',
  price_announced: 'orders.read',
  renewal_price: 'orders.read',
  ticket_answered: 'tickets.read',
  ticket_closed: 'tickets.read',
}

function untold({ permissions }: Actor): string[] {
  return Object.entries(eventNeeds).flatMap(([type, needed]) => (may(permissions, needed) ? [] : [type]))
}

/** By the type of their entries. */
export const sources: Record<TimelineContent['type'], Source> = {
  order: {
    kind: 'money',
    needs: 'orders.read',
    rows: (id, _, language) => sql`
      select ${orders.createdAt} as at, ${orders.id} as key, jsonb_build_object('trade_no', ${orders.tradeNo},
        'order_type', ${orders.type}, 'status', ${orders.status}, 'plan_name',
        coalesce(${orders.translations} -> ${language}::text ->> 'planName', ${orders.snapshot} ->> 'planName'),
        'amount', ${orderCost}, 'currency', ${orders.currency}) as data
      from ${orders} where ${orders.accountId} = ${id}`,
  },
  payment: {
    kind: 'money',
    needs: 'orders.read',
    rows: (id) => sql`
      select r.received_at as at, r.id as key, jsonb_build_object('trade_no', o.trade_no, 'method_name', m.name, 'outcome', r.outcome,
        'amount', r.amount, 'currency', r.currency) as data
      from ${ofPayment} where o.account_id = ${id}`,
  },
  refund: {
    kind: 'money',
    needs: 'orders.read',
    rows: (id) => sql`
      select r.created_at as at, r.id as key, jsonb_build_object('trade_no', o.trade_no, 'way', r.way, 'status', r.status,
        'reason', r.reason, 'amount', r.amount, 'currency', r.currency) as data
      from ${refunds} r join ${orders} o on o.id = r.order_id where o.account_id = ${id}`,
  },
  fetch: {
    kind: 'service',
    // Rows have no number: what names them gives one.
    rows: (id) => sql`
      select f.at, hashtextextended(f.link || f.client || f.network, 0) as key,
        jsonb_build_object('client', f.client, 'format', f.format, 'network', f.network, 'country', f.country) as data
      from ${linkFetches} f where f.account_id = ${id}`,
  },
  sign_in: {
    kind: 'sign_ins',
    rows: (id) => sql`
      select s.at, s.id as key, jsonb_build_object('result', s.result, 'attempts', s.attempts, 'ip', s.ip, 'country', s.country,
        'device', s.device) as data
      from ${signIns} s where s.account_id = ${id}`,
  },
  act: {
    kind: 'staff',
    rows: (id) => sql`
      select l.at, l.id as key, jsonb_build_object('audit_id', l.id, 'action', l.action, 'actor_kind', l.actor_kind,
        'actor', coalesce(b.label, l.actor_name), 'reason', with_personal(l.reason), 'fields', array(select field from
          jsonb_object_keys(${side(sql`l.before`)} || ${side(sql`l.after`)}) field order by field limit ${sql.raw(String(FIELDS))})) as data
      from ${auditLog} l left join ${accounts} b on b.id = l.actor_id where l.entity = 'member' and l.entity_id = ${String(id)}`,
  },
  told: {
    kind: 'messages',
    rows: (id, by, language) => sql`
      select e.created_at as at, e.id as key, jsonb_build_object('event', jsonb_build_object('type', e.type,
        'data', e.data || coalesce(e.data -> 'translations' -> ${language}::text, '{}'::jsonb))) as data
      from ${events} e where e.account_id = ${id} and e.type <> all(${sql.param(untold(by))}::text[])`,
  },
  note: {
    kind: 'staff',
    rows: (id) => sql`
      select n.at, n.id as key, jsonb_build_object('text', n.text, 'author', b.label) as data
      from ${memberNotes} n join ${accounts} b on b.id = n.author_id where n.account_id = ${id}`,
  },
  ticket: {
    kind: 'tickets',
    needs: 'tickets.read',
    rows: (id) => sql`
      select t.created_at as at, t.id as key, jsonb_build_object('ticket_id', t.id, 'subject', t.subject, 'status', t.status,
        'replies', t.replies) as data
      from ${tickets} t where t.account_id = ${id}`,
  },
}

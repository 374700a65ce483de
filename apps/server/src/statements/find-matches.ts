import { sql } from 'drizzle-orm'
import type { MatchEffect, MatchReason } from '@portico/contract/statements-admin'
import type { Db } from '../db/client.ts'
import { judgePayment } from '../payments/receive-payment.ts'
import type { OrderRow } from '../orders/orders.table.ts'

/** A payment that a line may be about, and the effect of accepting it. */
export type Match = {
  lineId: number
  attemptId: number
  attemptNo: string
  orderId: number
  tradeNo: string
  email: string
  payAmount: number
  payCurrency: string
  reasons: MatchReason[]
  effect: MatchEffect
  /** The receipt that is already booked; null with `linked`: an operator confirmed the payment, without a receipt. */
  receiptId: number | null
  /** Amount and currency match those of the payment, or of its receipt. */
  exact: boolean
}

type Found = {
  lineId: number
  amount: number
  currency: string
  reasons: MatchReason[]
  attemptId: number
  attemptNo: string
  payAmount: number
  payCurrency: string
  succeeded: boolean
  orderId: number
  tradeNo: string
  orderStatus: OrderRow['status']
  method: { currency: string; underpaidTolerance: number }
  email: string
  received: boolean
  byHand: boolean
  receiptId: number | null
  receiptAmount: number | null
  receiptCurrency: string | null
}

/** Words are runs of letters and digits, so a number inside a longer run does not match. Times may differ by a day. */
const find = (lineIds: number[]) => sql`
  with line as (
    select id, method_id, reference, amount, currency, occurred_at - interval '24 hours' as from_at, occurred_at + interval '24 hours' as to_at,
      occurred_at, regexp_split_to_array(upper(attempt_no), '[^A-Z0-9]+') as words,
      trim(regexp_replace(upper(reference), '[^A-Z0-9]+', ' ', 'g')) as declared
    from statement_lines where id = any(${sql.param(lineIds)}) and status = 'unmatched'
  ), found (line_id, attempt_id, reason) as (
    select l.id, a.id, 'number' from line l join payment_attempts a on a.attempt_no = any(l.words) and a.method_id = l.method_id
    union all
    select l.id, a.id, 'number' from line l join payment_attempts a on a.external_id = any(l.words) and a.method_id = l.method_id
      and a.checkout_type = 2
    union all
    select l.id, a.id, 'number' from line l join orders o on o.trade_no = any(l.words)
      join payment_attempts a on a.order_id = o.id and a.method_id = l.method_id
    union all
    select l.id, r.attempt_id, 'number' from line l join payment_receipts r on r.method_id = l.method_id and r.callback_no = l.reference
    union all
    select l.id, r.attempt_id, 'amount' from line l join payment_receipts r on r.method_id = l.method_id and r.amount = l.amount
      and r.received_at between l.from_at and l.to_at and r.currency = l.currency
    union all
    select l.id, a.id, 'amount' from line l join payment_attempts a on a.method_id = l.method_id and a.pay_amount = l.amount
      and a.created_at between l.from_at and l.to_at and a.pay_currency = l.currency and a.status in ('pending', 'expired', 'succeeded')
    union all
    select l.id, a.id, 'declared' from line l join payment_attempts a on a.method_id = l.method_id and a.proof is not null
      and a.proof_at between l.occurred_at - interval '31 days' and l.occurred_at + interval '31 days'
      and length(l.declared) >= 4
      and strpos(' ' || regexp_replace(upper(a.proof), '[^A-Z0-9]+', ' ', 'g') || ' ', ' ' || l.declared || ' ') > 0
  )
  select l.id as "lineId", l.amount, l.currency, f.reasons, a.id as "attemptId", a.attempt_no as "attemptNo",
    a.pay_amount as "payAmount", a.pay_currency as "payCurrency", a.status = 'succeeded' as succeeded,
    o.id as "orderId", o.trade_no as "tradeNo", o.status as "orderStatus",
    json_build_object('currency', m.currency, 'underpaidTolerance', m.underpaid_tolerance) as method, c.email,
    o.cash_amount > 0 or of_order.receipts > 0 as received,
    o.cash_amount > 0 and of_order.receipts = 0 and of_order.lines = 0 as "byHand",
    free.id as "receiptId", free.amount as "receiptAmount", free.currency as "receiptCurrency"
  from (select line_id, attempt_id, array_agg(distinct reason) as reasons from found group by line_id, attempt_id) f
  join line l on l.id = f.line_id
  join payment_attempts a on a.id = f.attempt_id
  join orders o on o.id = a.order_id
  join payment_methods m on m.id = a.method_id
  join accounts c on c.id = o.account_id
  cross join lateral (select
    (select count(*) from payment_receipts r join payment_attempts x on x.id = r.attempt_id where x.order_id = o.id) as receipts,
    (select count(*) from statement_lines s where s.trade_no = o.trade_no)
      + (select count(*) from statement_lines s join payment_attempts x on x.id = s.attempt_id where x.order_id = o.id) as lines) of_order
  left join lateral (
    select r.id, r.amount, r.currency from payment_receipts r
    where r.attempt_id = a.id and not exists (select from statement_lines s where s.receipt_id = r.id)
    order by r.callback_no = l.reference desc, r.amount = l.amount and r.currency = l.currency desc, r.id limit 1) free on true
  order by a.id desc`

const WEIGHT: MatchReason[] = ['number', 'declared', 'amount']

/** The payments that each waiting line may be about: one per order, best match first. It changes nothing. */
export async function findMatches(db: Db, lineIds: number[]): Promise<Match[]> {
  if (lineIds.length === 0) return []
  const { rows } = await db.execute<Found>(find(lineIds))
  const matches = rows.flatMap(toMatch)
  const best = new Map<string, Match>()
  for (const match of matches) {
    const key = `${match.lineId} ${match.orderId}`
    const other = best.get(key)
    if (!other || isBetter(match, other)) best.set(key, match)
  }
  return [...best.values()].toSorted((a, b) => weightOf(a) - weightOf(b))
}

function toMatch(row: Found): Match[] {
  const { lineId, attemptId, attemptNo, orderId, tradeNo, email, payAmount, payCurrency, amount, currency } = row
  const reasons = WEIGHT.filter((reason) => row.reasons.includes(reason))
  const isOnlyAlike = reasons[0] === 'amount'
  const common = { lineId, attemptId, attemptNo, orderId, tradeNo, email, payAmount, payCurrency, reasons }
  const isPrice = payAmount === amount && payCurrency === currency
  if (row.receiptId !== null) {
    const exact = row.receiptAmount === amount && row.receiptCurrency === currency
    return exact || !isOnlyAlike ? [{ ...common, effect: 'linked', receiptId: row.receiptId, exact }] : []
  }
  if (row.byHand && (row.succeeded || !isOnlyAlike)) return [{ ...common, effect: 'linked', receiptId: null, exact: isPrice }]
  // Money for the order has already arrived: a line of the same amount alone does not suggest a second payment.
  if (row.received && isOnlyAlike) return []
  const outcome = judgePayment({ amount, currency }, { payAmount, payCurrency }, { status: row.orderStatus }, row.method)
  return [{ ...common, effect: row.received && outcome === 'credited' ? 'paid_again' : outcome, receiptId: null, exact: isPrice }]
}

function isBetter(a: Match, b: Match): boolean {
  const score = ({ effect, exact }: Match): number => Number(exact) * 2 + Number(effect === 'linked')
  return weightOf(a) === weightOf(b) ? score(a) > score(b) : weightOf(a) < weightOf(b)
}

/** Lower means a better match. */
function weightOf({ reasons }: Match): number {
  return reasons.reduce((sum, reason) => sum - 2 ** (WEIGHT.length - WEIGHT.indexOf(reason)), 0)
}

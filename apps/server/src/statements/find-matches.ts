import { type SQL, sql } from 'drizzle-orm'
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
  accountId: number
  email: string
  payAmount: number
  payCurrency: string
  reasons: MatchReason[]
  effect: MatchEffect
  /** The receipt that is already booked; null with `linked`: an operator confirmed the payment, without a receipt. */
  receiptId: number | null
  /** true: amount and currency equal the payment's or its receipt's. */
  exact: boolean
  /** The line names only the order, and the order also had a payment of another amount, so it is unclear which one is meant. */
  hasOtherPrices: boolean
}

type Found = {
  lineId: number
  amount: number
  currency: string
  reasons: (MatchReason | 'order')[]
  attemptId: number
  attemptNo: string
  payAmount: number
  payCurrency: string
  succeeded: boolean
  orderId: number
  tradeNo: string
  orderStatus: OrderRow['status']
  accountId: number
  method: { currency: string; underpaidTolerance: number }
  email: string
  received: boolean
  /** Another payment has the line's number. */
  numberTaken: boolean
  accountClosed: boolean
  byHand: boolean
  receiptId: number | null
  receiptAmount: number | null
  receiptCurrency: string | null
  otherPrices: boolean
  isAlike: boolean
}

/** `named`: only payments that the line names, by our number or the gateway's. */
export type Scope = 'named' | 'all'

/** Payments of the same amount and day looked at, on each side of the line's time. */
const ALIKE = 5

/**
 * Words are runs of letters and digits, so a number inside a longer run does not match. Times may differ by a day. A payment linked to
 * another line does not count. `+ 0` and `offset 0` make the planner look up each number, instead of all payments of a method.
 */
const find = (lineIds: number[], scope: Scope) => sql`
  with line as materialized (
    select id, method_id, reference, amount, currency, occurred_at - interval '24 hours' as from_at, occurred_at + interval '24 hours' as to_at,
      occurred_at, attempt_no,
      trim(regexp_replace(upper(reference), '[^A-Z0-9]+', ' ', 'g')) as declared
    from statement_lines where id = any(${sql.param(lineIds)}) and status = 'unmatched'
  ), named as materialized (
    select distinct l.id, l.method_id, w.word
    from line l cross join lateral regexp_split_to_table(upper(l.attempt_no), '[^A-Z0-9]+') w(word) where length(w.word) >= 6
  ), found (line_id, attempt_id, reason) as materialized (
    select n.id, a.id, 'number' from named n cross join lateral (
      select x.id from payment_attempts x where x.attempt_no = n.word and x.method_id + 0 = n.method_id offset 0) a
    union all
    select n.id, a.id, 'number' from named n cross join lateral (
      select x.id from payment_attempts x where x.external_id = n.word and x.method_id = n.method_id and x.checkout_type = 2 offset 0) a
    union all
    select n.id, a.id, 'order' from named n cross join lateral (
      select x.id from orders o join payment_attempts x on x.order_id = o.id and x.method_id + 0 = n.method_id
      where o.trade_no = n.word offset 0) a
    union all
    select l.id, r.attempt_id, 'number' from line l join payment_receipts r on r.method_id = l.method_id and r.callback_no = l.reference
    ${scope === 'all' ? similarPayments : sql``}
  )
  select l.id as "lineId", l.amount, l.currency, f.reasons, a.id as "attemptId", a.attempt_no as "attemptNo",
    a.pay_amount as "payAmount", a.pay_currency as "payCurrency", a.status = 'succeeded' as succeeded,
    o.id as "orderId", o.trade_no as "tradeNo", o.status as "orderStatus",
    json_build_object('currency', m.currency, 'underpaidTolerance', m.underpaid_tolerance) as method, c.id as "accountId", c.email,
    o.cash_amount > 0 or of_order.receipts > 0 as received, c.closed_at is not null as "accountClosed",
    exists (select from payment_receipt_numbers n where n.method_id = l.method_id and n.number = l.reference) as "numberTaken",
    o.cash_amount > 0 and of_order.receipts = 0 and of_order.lines = 0 as "byHand",
    free.id as "receiptId", free.amount as "receiptAmount", free.currency as "receiptCurrency",
    exists (select from payment_attempts x where x.order_id = o.id and x.method_id = a.method_id
      and (x.pay_amount, x.pay_currency) <> (a.pay_amount, a.pay_currency)) as "otherPrices",
    a.pay_amount = l.amount and a.pay_currency = l.currency and a.created_at between l.from_at and l.to_at as "isAlike"
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

/** Payments of the line's amount and day, and those whose member sent its reference. */
const similarPayments = sql`
    union all
    select l.id, alike.attempt_id, 'amount' from line l cross join lateral (
      ${alikeReceipts(sql`r.received_at between l.occurred_at and l.to_at`, sql`r.received_at`)} union all
      ${alikeReceipts(sql`r.received_at >= l.from_at and r.received_at < l.occurred_at`, sql`r.received_at desc`)} union all
      ${alikeAttempts(sql`a.created_at between l.occurred_at and l.to_at`, sql`a.created_at`)} union all
      ${alikeAttempts(sql`a.created_at >= l.from_at and a.created_at < l.occurred_at`, sql`a.created_at desc`)}) alike
    union all
    select l.id, p.id, 'declared' from line l join (
      select a.id, a.method_id, a.proof_at, ' ' || regexp_replace(upper(a.proof), '[^A-Z0-9]+', ' ', 'g') || ' ' as words
      from (select method_id, min(occurred_at) - interval '31 days' as from_at, max(occurred_at) + interval '31 days' as to_at
        from line group by method_id) l
      join payment_attempts a on a.method_id = l.method_id and a.proof is not null and a.proof_at between l.from_at and l.to_at offset 0
    ) p on p.method_id = l.method_id and length(l.declared) >= 4
      and p.proof_at between l.occurred_at - interval '31 days' and l.occurred_at + interval '31 days'
      and strpos(p.words, ' ' || l.declared || ' ') > 0`

function alikeReceipts(when: SQL, order: SQL): SQL {
  return sql`(select r.attempt_id from payment_receipts r
    where r.method_id = l.method_id and r.amount = l.amount and ${when} and r.currency = l.currency
      and not exists (select from statement_lines s where s.receipt_id = r.id)
    order by ${order} limit ${ALIKE})`
}

function alikeAttempts(when: SQL, order: SQL): SQL {
  return sql`(select a.id from payment_attempts a
    where a.method_id = l.method_id and a.pay_amount = l.amount and ${when} and a.pay_currency = l.currency
      and a.status in ('pending', 'expired', 'succeeded')
      and not exists (select from statement_lines s where s.attempt_id = a.id)
      and not exists (select from payment_receipts r join statement_lines s on s.receipt_id = r.id where r.attempt_id = a.id)
    order by ${order} limit ${ALIKE})`
}

const WEIGHT: MatchReason[] = ['number', 'declared', 'amount']

/** The payments that each waiting line may be about: one per order, best match first. It changes nothing. */
export async function findMatches(db: Db, lineIds: number[], scope: Scope = 'all'): Promise<Match[]> {
  if (lineIds.length === 0) return []
  const { rows } = await db.execute<Found>(find(lineIds, scope))
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
  const { lineId, attemptId, attemptNo, orderId, tradeNo, accountId, email, payAmount, payCurrency, amount, currency } = row
  const isNamed = row.reasons.includes('number')
  const also = { number: row.reasons.includes('order'), declared: false, amount: row.isAlike }
  const reasons = WEIGHT.filter((reason) => row.reasons.includes(reason) || also[reason])
  const isOnlyAlike = reasons[0] === 'amount'
  const common = {
    lineId,
    attemptId,
    attemptNo,
    orderId,
    tradeNo,
    accountId,
    email,
    payAmount,
    payCurrency,
    reasons,
    hasOtherPrices: !isNamed && row.otherPrices,
  }
  const isPrice = payAmount === amount && payCurrency === currency
  if (row.receiptId !== null) {
    const exact = row.receiptAmount === amount && row.receiptCurrency === currency
    return exact || !isOnlyAlike ? [{ ...common, effect: 'linked', receiptId: row.receiptId, exact }] : []
  }
  if (row.byHand && (row.succeeded || !isOnlyAlike)) return [{ ...common, effect: 'linked', receiptId: null, exact: isPrice }]
  // Money for the order has already arrived: a line of the same amount alone does not suggest a second payment.
  if (row.received && isOnlyAlike) return []
  return [{ ...common, effect: effectOf(row), receiptId: null, exact: isPrice }]
}

/** Effect of accepting a match, as `receiveWithin` would book it. */
function effectOf({ amount, currency, payAmount, payCurrency, method, ...row }: Found): MatchEffect {
  if (row.numberTaken) return 'same_number'
  const outcome = judgePayment({ amount, currency }, { payAmount, payCurrency }, { status: row.orderStatus }, method)
  if (outcome !== 'credited') return outcome
  if (row.accountClosed) return 'account_closed'
  return row.received ? 'paid_again' : outcome
}

function isBetter(a: Match, b: Match): boolean {
  const score = ({ effect, exact }: Match): number => Number(exact) * 2 + Number(effect === 'linked')
  return weightOf(a) === weightOf(b) ? score(a) > score(b) : weightOf(a) < weightOf(b)
}

/** Weight of a match; lower is better. */
function weightOf({ reasons }: Match): number {
  return reasons.reduce((sum, reason) => sum - 2 ** (WEIGHT.length - WEIGHT.indexOf(reason)), 0)
}

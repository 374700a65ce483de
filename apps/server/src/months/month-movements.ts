import type { Movement } from '@portico/contract/ledger-admin'
import type { MonthExport } from '@portico/contract/months-admin'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { mapParts, wholeList } from '../db/whole-list.ts'
import type { Cell } from '../http/downloads/csv.ts'
import { disputes } from '../disputes/disputes.table.ts'
import { atGateways } from './gateway-costs.ts'
import type { MonthSpan } from './month-span.ts'

const REFUNDS: Movement[] = ['order.refunded', 'order.refund_failed', 'payment.refunded', 'payment.returned']
const REVERSALS: Movement[] = ['payment.charged_back', 'payment.restored']
const ELSEWHERE: Movement[] = [...REFUNDS, ...REVERSALS, 'withdrawal.paid']

type What = Exclude<MonthExport, 'month'>
type Facts = Record<string, string | number | null>
type Export = { columns: string[]; ids: (span: MonthSpan) => SQL; read: (ids: number[]) => SQL; line: (row: Facts) => Cell[] }

/** Export of gateway entries. Refunds include those to the balance. Positive: in for payments, out for others. */
const entries = (which: SQL, sign: 1 | -1): Export => ({
  columns: ['time', 'movement', 'order', 'member', 'method', 'gateway_number', 'currency', 'amount', 'charged_currency', 'charged', 'note'],
  ids: ({ since, until }) => sql`
    select e.id from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    join ledger_accounts a on a.id = e.ledger_account_id left join refunds f on f.id = t.refund_id
    where t.created_at >= ${since} and t.created_at < ${until} and ${which}
      and (a.kind = 'gateway' or (a.kind = 'member' and f.way = 'balance'))
    order by t.created_at, e.id`,
  read: (ids) => sql`
    select e.id, t.created_at as at, t.kind as movement, t.note, e.currency, ${sign}::bigint * e.amount as amount,
      coalesce(r.currency, f.pay_currency, v.currency) as charged_currency,
      coalesce(v.amount, f.pay_amount, r.amount) as charged,
      o.trade_no as order, b.label as member, case when a.kind = 'member' then 'balance' else m.name end as method,
      coalesce(v.reversal_no, f.external_id, r.callback_no) as gateway_number
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    join ledger_accounts a on a.id = e.ledger_account_id
    left join payment_methods m on m.id = a.owner_id and a.kind = 'gateway'
    left join refunds f on f.id = t.refund_id
    left join payment_reversals v on v.id = t.reversal_id
    left join payment_receipts r on r.id = t.receipt_id and t.reversal_id is null
    left join payment_receipts p on p.id = t.receipt_id
    left join payment_attempts n on n.id = p.attempt_id
    left join orders o on o.id = coalesce(
      (select max(x.order_id) from ledger_entries x where x.transaction_id = t.id and x.order_id is not null), f.order_id, n.order_id)
    left join accounts b on b.id = o.account_id
    where e.id in ${ids}`,
  line: (row) => {
    const [currency, charged] = [String(row['currency']), row['charged_currency'] === null ? null : String(row['charged_currency'])]
    return [
      timeOf(row, 'at'),
      ...['movement', 'order', 'member', 'method', 'gateway_number'].map((name) => textOf(row, name)),
      currency,
      { amount: Number(row['amount']), currency },
      charged,
      charged === null ? null : { amount: Number(row['charged']), currency: charged },
      textOf(row, 'note'),
    ]
  },
})

const EXPORTS: Record<What, Export> = {
  payments: entries(sql`t.kind not in ${ELSEWHERE}`, -1),
  refunds: entries(sql`t.kind in ${REFUNDS}`, 1),
  reversals: entries(sql`t.kind in ${REVERSALS}`, 1),
  disputes: {
    columns: ['opened', 'dispute', 'status', 'reason', 'order', 'member', 'method', 'currency', 'amount', 'answer_until', 'changed'],
    ids: ({ since, until }) => sql`select id from ${disputes} where opened_at >= ${since} and opened_at < ${until} order by opened_at, id`,
    read: (ids) => sql`
      select d.*, d.opened_at as at, d.dispute_no as dispute, o.trade_no as order, b.label as member, m.name as method
      from ${disputes} d join payment_methods m on m.id = d.method_id join payment_receipts r on r.id = d.receipt_id
      join payment_attempts n on n.id = r.attempt_id join orders o on o.id = n.order_id join accounts b on b.id = o.account_id
      where d.id in ${ids}`,
    line: (row) => {
      const currency = String(row['currency'])
      return [
        timeOf(row, 'at'),
        ...['dispute', 'status', 'reason', 'order', 'member', 'method'].map((name) => textOf(row, name)),
        currency,
        { amount: Number(row['amount']), currency },
        timeOf(row, 'deadline'),
        timeOf(row, 'changed_at'),
      ]
    },
  },
  costs: {
    columns: ['time', 'kind', 'method', 'currency', 'amount', 'note', 'by'],
    ids: ({ since, until }) => sql`select id from (${atGateways({ since, until })}) costs order by happened_at, id`,
    read: (ids) => sql`
      select g.id, g.happened_at, g.kind, g.currency, g.amount, g.note, m.name as method, b.label as by
      from (${atGateways({ ids })}) g join payment_methods m on m.id = g.method_id join accounts b on b.id = g.by_account_id`,
    line: (row) => {
      const currency = String(row['currency'])
      return [
        timeOf(row, 'happened_at'),
        textOf(row, 'kind'),
        textOf(row, 'method'),
        currency,
        { amount: Number(row['amount']), currency },
        textOf(row, 'note'),
        textOf(row, 'by'),
      ]
    },
  },
}

/** One line per movement of the month, oldest first. Payments minus refunds and reversals equal the page's figures. */
export async function monthMovements(tx: Tx, what: What, span: MonthSpan) {
  const { columns, ids, read, line } = EXPORTS[what]
  const readFacts = async (some: number[]): Promise<Facts[]> => (await tx.execute<Facts>(read(some))).rows
  const { rows, parts } = await wholeList(tx, ids(span), readFacts, (row) => Number(row['id']))
  return { columns, rows, lines: mapParts(parts, (some) => some.map(line)) }
}

function textOf(row: Facts, name: string): string | null {
  const value = row[name]
  return value === null || value === undefined ? null : String(value)
}

function timeOf(row: Facts, name: string): Date | null {
  const value = row[name]
  return value === null || value === undefined ? null : new Date(value)
}

import { type SQL, sql } from 'drizzle-orm'
import type { LedgerFault } from '@portico/contract/ledger-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import { atOneMoment, type Database, type Db } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { type LedgerCheckRow, ledgerChecks } from './ledger.table.ts'

const KEPT = 100

/**
 * Checks the ledger by itself and against orders, withdrawals and refunds, at one moment, and stores the faults. Corrects nothing: a person
 * decides.
 */
export async function checkLedger(database: Database, by: Actor, now: Date): Promise<LedgerCheckRow> {
  const started = performance.now()
  return database.transaction(async (tx) => {
    await atOneMoment(tx)
    const faults: LedgerFault[] = []
    let faultCount = 0
    for (const [rule, statement] of Object.entries(RULES)) {
      const found = await find(tx, rule as LedgerFault['rule'], statement)
      faultCount += found.count
      // One by one: as arguments, a hundred thousand would not fit on the stack.
      for (const fault of found.first.slice(0, KEPT - faults.length)) faults.push(fault)
    }
    const ms = Math.round(performance.now() - started)
    const row = { checkedAt: now, faultCount, faults, ms }
    const check = writtenRow(await tx.insert(ledgerChecks).values(row).returning())
    await record(tx, by, { action: 'ledger.check', entity: 'ledger', after: { faultCount: check.faultCount } }, now)
    return check
  })
}

/** Reports can be undone for a week. */
const UNDO_DAYS = 8
/** Days whose traffic may still change. Those before were checked each night for as long as theirs could. */
const mayChange = sql`day >= (select max(day) from traffic_days) - ${sql.raw(String(UNDO_DAYS))}`

/** Whether the facts of a group and its kept sums differ. */
function differ(...columns: string[]): SQL {
  return sql.raw(columns.map((column) => `sum(case when is_fact then ${column} else -${column} end) <> 0`).join(' or '))
}

/** One query per rule. Its rows are mismatches: subject, expected value, found value. */
const RULES: Record<LedgerFault['rule'], SQL> = {
  transaction_sum: sql`
    select 'transaction ' || transaction_id || ' ' || currency as what, 0 as expected, sum(amount) as found
    from ledger_entries group by transaction_id, currency having sum(amount) <> 0`,
  kept_balance: sql`
    select a.kind || ' ' || a.owner_id || ' ' || a.currency as what, coalesce(e.sum, 0) as expected, a.balance as found
    from ledger_accounts a
    left join (select ledger_account_id as id, sum(amount) as sum from ledger_entries group by 1) e on e.id = a.id
    where a.kind in ('member', 'commission', 'held', 'debt') and a.balance <> coalesce(e.sum, 0)`,
  funds: sql`
    select 'member ' || account_id || ' ' || currency as what, sum(expected) as expected, sum(found) as found
    from (
      select owner_id as account_id, currency, balance as expected, 0 as found from ledger_accounts where kind = 'member'
      union all select account_id, currency, 0, amount from funds where order_id is null
    ) as both_sides
    group by account_id, currency having sum(expected) <> sum(found)`,
  held: sql`
    select 'held ' || owner_id || ' ' || currency as what, sum(expected) as expected, sum(found) as found
    from (
      select owner_id, currency, 0 as expected, balance as found from ledger_accounts where kind = 'held'
      union all select account_id, currency, balance_amount, 0 from orders where status = 'pending' and balance_amount > 0
      union all select account_id, currency, amount, 0 from withdrawals where status in ('requested', 'approved')
    ) as both_sides
    group by owner_id, currency having sum(expected) <> sum(found)`,
  order_paid: sql`
    select 'order ' || o.trade_no as what,
      case when o.paid_at is null then 0 else o.total_amount - o.shortfall_amount + o.fee_amount + o.balance_amount end as expected, coalesce(p.sum, 0) as found
    from orders o
    left join (
      select e.order_id, sum(e.amount) as sum
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.ledger_account_id
      where t.kind in ('order.paid', 'order.balance_paid') and a.kind = 'revenue' group by 1
    ) p on p.order_id = o.id
    where coalesce(p.sum, 0) <> case when o.paid_at is null then 0 else o.total_amount - o.shortfall_amount + o.fee_amount + o.balance_amount end`,
  order_refunded: sql`
    select 'order ' || o.trade_no as what, coalesce(r.sum, 0) + coalesce(v.sum, 0) + coalesce(p.sum, 0) as expected, o.refunded_amount as found
    from orders o
    left join (select order_id, sum(amount) as sum from refunds where status <> 'failed' group by 1) r on r.order_id = o.id
    left join (
      select a.order_id, sum(v.order_amount) as sum
      from payment_reversals v join payment_receipts c on c.id = v.receipt_id join payment_attempts a on a.id = c.attempt_id
      where v.restored_at is null group by 1
    ) v on v.order_id = o.id
    left join (
      select p.order_id, sum(p.refunded_amount) as sum
      from reversal_parts p join payment_reversals v on v.id = p.reversal_id where v.restored_at is null group by 1
    ) p on p.order_id = o.id
    where o.refunded_amount <> coalesce(r.sum, 0) + coalesce(v.sum, 0) + coalesce(p.sum, 0)`,
  day_sums: sql`
    select concat_ws(' ', day, kind, nullif(method_id, 0), movement, currency, pay_currency, nullif(plan_id, 0), nullif(period, '')) as what,
      sum(expected + pay_expected) as expected, sum(found + pay_found) as found
    from (
      select (at at time zone 'UTC')::date as day, kind, method_id, movement, currency, pay_currency, plan_id, period,
        amount as expected, pay_amount as pay_expected, 0 as found, 0 as pay_found from ledger_facts
      union all
      select day, kind, method_id, movement, currency, pay_currency, plan_id, period, 0, 0, amount, pay_amount from ledger_days
    ) as both_sides
    group by day, kind, method_id, movement, currency, pay_currency, plan_id, period
    having sum(expected) <> sum(found) or sum(pay_expected) <> sum(pay_found)`,
  quarter_sums: sql`
    select concat_ws(' ', at, nullif(currency, '')) as what, sum(all_of_it) filter (where is_fact) as expected, sum(all_of_it) filter (where not is_fact) as found
    from (
      select *, income + commission + orders + members as all_of_it from (
        select true as is_fact, at, currency, income, commission, orders, members from quarter_facts
        union all select false, at, currency, income, commission, orders, members from quarter_sums
      ) each
    ) as both_sides
    group by at, currency having ${differ('income', 'commission', 'orders', 'members')}`,
  traffic_days: sql`
    select day || ' ' || node_id as what, sum(up + down) filter (where is_fact) as expected, sum(up + down) filter (where not is_fact) as found
    from (
      select true as is_fact, day, node_id, up, down, billed_up, billed_down from traffic_daily where ${mayChange}
      union all select false, day, node_id, up, down, billed_up, billed_down from traffic_days where ${mayChange}
    ) as both_sides
    group by day, node_id having ${differ('up', 'down', 'billed_up', 'billed_down')}`,
  active_days: sql`
    select day::text as what, members as expected, kept as found
    from (select day, sum(members) as kept, sum(joined) as kept_joined from active_days where ${mayChange} group by day) kept
    full join (select day, count(distinct account_id) as members from traffic_daily where ${mayChange} and up + down > 0 group by day) used using (day)
    full join (
      select month + place as day, sum(days >> place & 1) as bits, sum(is_first(days, place)) as firsts
      from traffic_months join generate_series(0, 30) place on days >> place & 1 = 1
      where month + place >= (select max(day) from traffic_days) - ${sql.raw(String(UNDO_DAYS))} and month + 31 > (select max(day) from traffic_days) - ${sql.raw(String(UNDO_DAYS))}
      group by 1
    ) months using (day)
    where (coalesce(members, 0), coalesce(bits, 0), coalesce(firsts, 0)) is distinct from (coalesce(kept, 0), coalesce(kept, 0), coalesce(kept_joined, 0))`,
}

/** Counts all that a rule finds; only the first ones leave the database. */
async function find(db: Db, rule: LedgerFault['rule'], statement: SQL): Promise<{ count: number; first: LedgerFault[] }> {
  const { rows } = await db.execute<{ count: number; what: string; expected: string; found: string }>(
    sql`select count(*) over () as count, what, expected, found from (${statement}) faults limit ${KEPT}`,
  )
  const first = rows.map(({ what, expected, found }) => ({ rule, what, expected: Number(expected), found: Number(found) }))
  return { count: rows[0]?.count ?? 0, first }
}

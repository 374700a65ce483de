import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'

/** Triggers that keep sums row by row, or by what a statement has written without the planner's knowledge of it. */
const KEEPERS = [
  ['accounts', 'accounts_quarters_added'],
  ['orders', 'orders_quarters_added'],
  ['ledger_entries', 'ledger_entries_days'],
  ['ledger_entries', 'ledger_entries_quarters'],
  ['traffic_daily', 'traffic_daily_sums_added'],
] as const

/**
 * Runs `work`, which fills an empty site, without the triggers that keep sums, and then writes those from all rows at once: for a hundred
 * thousand orders, minutes become seconds. The check of the books compares them with the rows.
 */
export async function withSumsAtOnce(tx: Tx, work: () => Promise<void>): Promise<void> {
  for (const [table, trigger] of KEEPERS) await tx.execute(sql.raw(`alter table ${table} disable trigger ${trigger}`))
  await work()
  // No table is altered while triggers wait for the commit.
  await tx.execute(sql`set constraints all immediate`)
  await tx.execute(sql`set constraints all deferred`)
  for (const [table, trigger] of KEEPERS) await tx.execute(sql.raw(`alter table ${table} enable trigger ${trigger}`))
  await tx.execute(sql`
    insert into ledger_days as kept
      select (at at time zone 'UTC')::date, pg_backend_pid(), kind, method_id, movement, currency, pay_currency, plan_id, period,
        sum(amount), sum(pay_amount)
      from ledger_facts group by 1, 2, 3, 4, 5, 6, 7, 8, 9
      on conflict on constraint ledger_days_key
      do update set amount = kept.amount + excluded.amount, pay_amount = kept.pay_amount + excluded.pay_amount`)
  await tx.execute(sql`
    insert into quarter_sums as kept (at, slot, currency, income, commission, orders, members)
      select at, pg_backend_pid(), currency, sum(income), sum(commission), sum(orders), sum(members) from quarter_facts group by 1, 3
      on conflict on constraint quarter_sums_at_slot_currency_pk do update set income = kept.income + excluded.income,
        commission = kept.commission + excluded.commission, orders = kept.orders + excluded.orders, members = kept.members + excluded.members`)
  await keepTraffic(tx)
}

/** A month at a time, because its own trigger holds the members of one statement in memory. */
async function keepTraffic(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into traffic_days as kept (day, node_id, up, down, billed_up, billed_down)
      select day, node_id, sum(up), sum(down), sum(billed_up), sum(billed_down) from traffic_daily
      group by 1, 2 having sum(up + down + billed_up + billed_down) <> 0
      on conflict (day, node_id) do update set up = kept.up + excluded.up, down = kept.down + excluded.down,
        billed_up = kept.billed_up + excluded.billed_up, billed_down = kept.billed_down + excluded.billed_down`)
  const { rows } = await tx.execute<{ month: string }>(sql`select distinct month_of(day)::text as month from traffic_days`)
  for (const { month } of rows)
    await tx.execute(sql`
      insert into traffic_months as kept (month, account_id, days)
        select month_of(day), account_id, bit_or(bit_of(day)) from traffic_daily
        where day >= ${month}::date and day < ${month}::date + interval '1 month' and up + down > 0 group by 1, 2 order by 2
        on conflict (month, account_id) do update set days = kept.days | excluded.days where kept.days | excluded.days <> kept.days`)
  await tx.execute(sql`analyze traffic_days, traffic_months`)
}

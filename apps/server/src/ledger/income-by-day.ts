import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { dayStart, shiftDay } from '../calendar.ts'

export type IncomeDay = { day: string; income: number; orders: number; newMembers: number; commission: number }
type Range = { from: string; to: string; days: number }

/**
 * Every day of the range: money received from outside minus refunds, in minor units of one currency; orders paid, without
 * those that staff assigned; members registered; commission paid minus commission taken back. Payouts of commission are not counted.
 */
export async function incomeByDay(
  db: Db,
  { from, to, days }: Range,
  { zone, currency }: { zone: string; currency: string },
): Promise<IncomeDay[]> {
  const [start, end] = [dayStart(from, zone), dayStart(shiftDay(to, 1), zone)]
  const { rows } = await db.execute<{ day: string; income: string; orders: string; members: string; commission: string }>(sql`
    with moved as (
      select t.created_at as at, a.kind, e.amount
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.ledger_account_id
      where t.created_at >= ${start} and t.created_at < ${end} and a.currency = ${currency}
        and ((a.kind = 'gateway' and t.kind not like 'withdrawal.%') or (a.kind = 'commission' and t.kind in ('commission.paid', 'commission.reversed')))
    ), facts as (
      select at, case kind when 'gateway' then -amount else 0 end as income, 0 as orders, 0 as members,
        case kind when 'commission' then amount else 0 end as commission from moved
      union all select paid_at, 0, 1, 0, 0 from orders where paid_at >= ${start} and paid_at < ${end} and expires_at > created_at
      union all select created_at, 0, 0, 1, 0 from accounts where created_at >= ${start} and created_at < ${end} and role_id is null
    )
    select (at at time zone ${zone})::date::text as day, sum(income) as income, sum(orders) as orders, sum(members) as members,
      sum(commission) as commission
    from facts group by 1`)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: days }, (_, i) => shiftDay(from, i)).map((day) => {
    const row = byDay.get(day)
    return {
      day,
      income: Number(row?.income ?? 0),
      orders: Number(row?.orders ?? 0),
      newMembers: Number(row?.members ?? 0),
      commission: Number(row?.commission ?? 0),
    }
  })
}

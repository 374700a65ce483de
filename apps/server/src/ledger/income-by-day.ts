import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { dayStart, shiftDay } from '../calendar.ts'
import { quarterSums } from './ledger.table.ts'

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
  // Of what is counted there is no currency.
  const { rows } = await db.execute<{ day: string; income: string; orders: string; members: string; commission: string }>(sql`
    select (at at time zone ${zone})::date::text as day, sum(income) as income, sum(orders) as orders, sum(members) as members,
      sum(commission) as commission
    from ${quarterSums}
    where at >= ${dayStart(from, zone)} and at < ${dayStart(shiftDay(to, 1), zone)} and currency in ('', ${currency}) group by 1`)
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

/** Puts the rows of many connections together, once nothing is added to them any more. May be called twice. */
export async function mergeQuarters(db: Db, before: Date): Promise<void> {
  await db.execute(sql`
    with taken as (delete from ${quarterSums} where slot <> 0 and at < ${before} returning *)
    insert into ${quarterSums} as kept
      select at, 0, currency, sum(income), sum(commission), sum(orders), sum(members) from taken group by at, currency
      on conflict (at, slot, currency) do update set income = kept.income + excluded.income,
        commission = kept.commission + excluded.commission, orders = kept.orders + excluded.orders, members = kept.members + excluded.members`)
}

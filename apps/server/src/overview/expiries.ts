import { FEW_EXPIRIES } from '@portico/contract/overview-admin'
import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { dayKey, dayStart, shiftDay } from '../calendar.ts'
import type { Db } from '../db/client.ts'
import { type NamedPlan, plans } from '../plans/plans.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'

const DAYS = 14

export type ExpiryDay = { day: string; members: number; renewing: number }
/** `plan`: null if the term was given without one. */
export type Expiry = { accountId: number; email: string; plan: NamedPlan | null; expiresAt: string; renewing: boolean }

/** Plans that end on each of the next 14 days in the zone, from now on. `few`: whose, unless they are many. */
export async function expiriesAhead(db: Db, now: Date, zone: string): Promise<{ days: ExpiryDay[]; few: Expiry[] | null }> {
  const today = dayKey(now, zone)
  const end = dayStart(shiftDay(today, DAYS), zone)
  const ending = sql`s.expires_at >= ${now} and s.expires_at < ${end} and s.group_id is not null`
  const { rows } = await db.execute<ExpiryDay>(sql`
    select (s.expires_at at time zone ${zone})::date::text as day, count(*) as members, count(*) filter (where s.auto_renew) as renewing
    from ${subscriptions} s where ${ending} group by 1`)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days = Array.from({ length: DAYS }, (_, i) => shiftDay(today, i)).map((day) => byDay.get(day) ?? { day, members: 0, renewing: 0 })
  const count = rows.reduce((sum, { members }) => sum + members, 0)
  return { days, few: count > FEW_EXPIRIES ? null : await whose(db, ending) }
}

async function whose(db: Db, ending: SQL): Promise<Expiry[]> {
  const { rows } = await db.execute<Expiry>(sql`
    select a.id as "accountId", a.email, s.expires_at as "expiresAt", s.auto_renew as renewing,
      case when p.id is null then null else json_build_object('name', p.name, 'translations', p.translations) end as plan
    from ${subscriptions} s join ${accounts} a on a.id = s.account_id left join ${plans} p on p.id = s.plan_id where ${ending} order by s.expires_at, a.id limit ${FEW_EXPIRIES}`)
  return rows
}

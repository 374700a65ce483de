import type { Movement } from '@portico/contract/ledger-admin'
import type { Period } from '@portico/contract/periods'
import { type SQL, sql } from 'drizzle-orm'
import { dayKey, dayStart, shiftDay } from '../calendar.ts'
import type { Db } from '../db/client.ts'
import type { LedgerKind } from './ledger.table.ts'

/** As in `ledgerDays`. `planId` 0 and no period: not of an order for a plan. */
export type LedgerSum = {
  kind: LedgerKind
  methodId: number
  movement: Movement | 'order.assigned'
  currency: string
  payCurrency: string
  planId: number
  period: Period | ''
  amount: number
  payAmount: number
}

const ALIKE = sql.raw('kind, method_id, movement, currency, pay_currency, plan_id, period')

/**
 * Sums posted in [`since`, `until`); `since` null: from the start, `until` null: all. Whole UTC days come from `ledgerDays`, the hours
 * around from entries, so any zone's month is exact.
 */
export async function sumsBetween(db: Db, since: Date | null, until: Date | null, where = sql`true`): Promise<LedgerSum[]> {
  const first = since && firstWholeDay(since)
  const last = until && dayKey(until, 'UTC')
  const parts = [sql`select ${ALIKE}, amount, pay_amount from ledger_days where ${days(first, last)} and ${where}`]
  if (since && first) parts.push(entries(since, dayStart(first, 'UTC'), where))
  if (until && last) parts.push(entries(dayStart(last, 'UTC'), until, where))
  const { rows } = await db.execute<Record<string, string>>(sql`
    select ${ALIKE}, sum(amount) as amount, sum(pay_amount) as pay_amount
    from (${sql.join(parts, sql` union all `)}) as parts group by ${ALIKE}`)
  return rows.map(toSum)
}

function firstWholeDay(since: Date): string {
  const day = dayKey(since, 'UTC')
  return dayStart(day, 'UTC').getTime() === since.getTime() ? day : shiftDay(day, 1)
}

function days(first: string | null, last: string | null): SQL {
  return sql`day >= coalesce(${first}::date, '-infinity') and day < coalesce(${last}::date, 'infinity')`
}

function entries(since: Date, until: Date, where: SQL): SQL {
  return sql`select ${ALIKE}, amount, pay_amount from ledger_facts where at >= ${since} and at < ${until} and ${where}`
}

function toSum(row: Record<string, string>): LedgerSum {
  return {
    kind: row['kind'] as LedgerKind,
    methodId: Number(row['method_id']),
    movement: row['movement'] as LedgerSum['movement'],
    currency: row['currency'] ?? '',
    payCurrency: row['pay_currency'] ?? '',
    planId: Number(row['plan_id']),
    period: row['period'] as LedgerSum['period'],
    amount: Number(row['amount']),
    payAmount: Number(row['pay_amount']),
  }
}

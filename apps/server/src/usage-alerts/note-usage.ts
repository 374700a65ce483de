import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Database, Tx } from '../db/client.ts'
import { endEvents, endEventsOf } from '../events/end-events.ts'
import { tellMany } from '../events/tell.ts'
import { quotaEndsSql } from '../subscriptions/reset-days.ts'
import { activeSql } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { usageAlerts } from './usage-alerts.table.ts'

type Passed = { accountId: number; threshold: number }
const causeOf = (threshold: number): string => `usage_alert ${threshold}`

/** Accounts by id, read together; then others get their turn. */
const SLICE = 20_000

/**
 * Records which members have passed which percentage of their quota and notifies them, once per cycle however often it is called, and ends
 * the alerts of past cycles. Suspended members and those without a running plan get none. It reads every subscription, slice by slice: an
 * index on columns that each push writes would cost more.
 */
export async function noteUsage({ db, transaction }: Database, thresholds: number[], now: Date): Promise<void> {
  const { rows } = await db.execute<{ last: number | null }>(sql`select max(account_id) as last from ${subscriptions}`)
  for (let from = 0; from <= (rows[0]?.last ?? -1); from += SLICE) await noteSlice(transaction, { from, thresholds, now })
}

type Slice = { from: number; thresholds: number[]; now: Date }

async function noteSlice(transaction: Database['transaction'], { from, thresholds, now }: Slice): Promise<void> {
  const isIn = (accountId: SQLWrapper): SQL => sql`${accountId} >= ${from} and ${accountId} < ${from + SLICE}`
  await transaction(async (tx) => {
    const over = await deleteOver(tx, isIn(sql`a.account_id`), thresholds, now)
    const ended = over.map(({ accountId, threshold }) => ({ accountId, cause: causeOf(threshold) }))
    await endEvents(tx, ended, now)
    const passed = await insertPassed(tx, isIn(subscriptions.accountId), thresholds, now)
    // The higher alert replaces the lower one.
    const ids = passed.map(({ accountId }) => accountId)
    await endEventsOf(tx, ids, ['usage_alert'], now)
    const alerts = passed.map(({ accountId, threshold }) => {
      return { accountId, type: 'usage_alert' as const, cause: causeOf(threshold), data: { threshold } }
    })
    await tellMany(tx, alerts, now)
  })
}

/** Deletes and returns alerts of past cycles, and of removed thresholds. */
async function deleteOver(tx: Tx, isIn: SQL, thresholds: number[], now: Date): Promise<Passed[]> {
  const { rows } = await tx.execute<Passed>(sql`
    delete from ${usageAlerts} a using ${subscriptions} s
    where s.account_id = a.account_id and ${isIn} and (
      s.group_id is null or s.up + s.down < a.used or a.cycle_ends <= ${now} or a.threshold <> all(${sql.param(thresholds)}::int[])
    )
    returning a.account_id as "accountId", a.threshold`)
  return rows
}

/** Byte counts are below 2^53, so a hundred times their sum fits. */
const usedHundred = sql`(${subscriptions.up} + ${subscriptions.down}) * 100`

/** Stores passed thresholds. Returns each member's highest new one, unless a higher one was passed. */
async function insertPassed(tx: Tx, isIn: SQL, thresholds: number[], now: Date): Promise<Passed[]> {
  if (thresholds.length === 0) return []
  // A past cycle that has not been reset yet would be recorded again.
  const { rows } = await tx.execute<Passed>(sql`
    with passed as (
      insert into ${usageAlerts} (account_id, threshold, used, cycle_ends)
      select ${subscriptions.accountId}, t.threshold, ${subscriptions.up} + ${subscriptions.down}, ${quotaEndsSql}
      from ${subscriptions} join ${accounts} on ${accounts.id} = ${subscriptions.accountId} and ${accounts.bannedAt} is null
      cross join unnest(${sql.param(thresholds)}::int[]) as t (threshold)
      where ${isIn} and ${subscriptions.transferEnable} > 0 and ${activeSql(now)}
        and ${usedHundred} >= ${subscriptions.transferEnable} * ${Math.min(...thresholds)}::bigint
        and ${usedHundred} >= ${subscriptions.transferEnable} * t.threshold
        and (${quotaEndsSql} is null or ${quotaEndsSql} > ${now})
      on conflict do nothing
      returning account_id, threshold
    )
    select distinct on (p.account_id) p.account_id as "accountId", p.threshold from passed p
    where not exists (select from ${usageAlerts} a where a.account_id = p.account_id and a.threshold > p.threshold)
    order by p.account_id, p.threshold desc`)
  return rows
}

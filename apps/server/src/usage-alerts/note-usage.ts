import { sql } from 'drizzle-orm'
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

/**
 * Records which members have passed which percentage of their quota and notifies them, once per cycle however often it is called, and ends
 * the alerts of past cycles. Suspended members and those without a running plan get none. It reads every subscription: an index on columns
 * that each push writes would cost more.
 */
export async function noteUsage({ transaction }: Database, thresholds: number[], now: Date): Promise<void> {
  await transaction(async (tx) => {
    const over = await deleteOver(tx, thresholds, now)
    const ended = over.map(({ accountId, threshold }) => ({ accountId, cause: causeOf(threshold) }))
    await endEvents(tx, ended, now)
    const passed = await insertPassed(tx, thresholds, now)
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
async function deleteOver(tx: Tx, thresholds: number[], now: Date): Promise<Passed[]> {
  const { rows } = await tx.execute<Passed>(sql`
    delete from ${usageAlerts} a using ${subscriptions} s
    where s.account_id = a.account_id and (
      s.group_id is null or s.up + s.down < a.used or a.cycle_ends <= ${now} or a.threshold <> all(${sql.param(thresholds)}::int[])
    )
    returning a.account_id as "accountId", a.threshold`)
  return rows
}

/** Stores passed thresholds. Returns each member's highest new one, unless a higher one was passed. */
async function insertPassed(tx: Tx, thresholds: number[], now: Date): Promise<Passed[]> {
  // A past cycle that has not been reset yet would be recorded again.
  const { rows } = await tx.execute<Passed>(sql`
    with passed as (
      insert into ${usageAlerts} (account_id, threshold, used, cycle_ends)
      select ${subscriptions.accountId}, t.threshold, ${subscriptions.up} + ${subscriptions.down}, ${quotaEndsSql}
      from ${subscriptions} join ${accounts} on ${accounts.id} = ${subscriptions.accountId} and ${accounts.bannedAt} is null
      cross join unnest(${sql.param(thresholds)}::int[]) as t (threshold)
      where ${subscriptions.transferEnable} > 0 and ${activeSql(now)}
        and (${subscriptions.up}::numeric + ${subscriptions.down}) * 100 >= ${subscriptions.transferEnable}::numeric * t.threshold
        and (${quotaEndsSql} is null or ${quotaEndsSql} > ${now})
      on conflict do nothing
      returning account_id, threshold
    )
    select distinct on (p.account_id) p.account_id as "accountId", p.threshold from passed p
    where not exists (select from ${usageAlerts} a where a.account_id = p.account_id and a.threshold > p.threshold)
    order by p.account_id, p.threshold desc`)
  return rows
}

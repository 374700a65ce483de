import { sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Database } from '../db/client.ts'
import { activeSql } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { usageAlerts } from './usage-alerts.table.ts'

/**
 * Notes who has passed which percentage of the quota, once for each in a cycle however often it is called, and forgets what
 * belonged to a cycle that is over. Members who may not or cannot use their plan get none. It reads every subscription: an
 * index on what each push writes would cost more than that.
 */
export async function noteUsage({ transaction }: Database, thresholds: number[], now: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx.execute(sql`
      delete from ${usageAlerts} a using ${subscriptions} s
      where s.account_id = a.account_id and (
        s.group_id is null or s.up + s.down < a.used or a.cycle_ends <= ${now} or a.threshold <> all(${sql.param(thresholds)}::int[])
      )`)
    // A cycle that is over and has not been reset yet would be noted anew.
    await tx.execute(sql`
      insert into ${usageAlerts} (account_id, threshold, used, cycle_ends, at)
      select ${subscriptions.accountId}, t.threshold, ${subscriptions.up} + ${subscriptions.down}, ${subscriptions.nextResetAt}, ${now}::timestamptz
      from ${subscriptions} join ${accounts} on ${accounts.id} = ${subscriptions.accountId} and ${accounts.bannedAt} is null
      cross join unnest(${sql.param(thresholds)}::int[]) as t (threshold)
      where ${subscriptions.transferEnable} > 0 and ${activeSql(now)}
        and (${subscriptions.up}::numeric + ${subscriptions.down}) * 100 >= ${subscriptions.transferEnable}::numeric * t.threshold
        and (${subscriptions.nextResetAt} is null or ${subscriptions.nextResetAt} > ${now})
      on conflict do nothing`)
  })
}

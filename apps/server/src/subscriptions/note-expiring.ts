import { sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Database, Tx } from '../db/client.ts'
import { endEvents } from '../events/end-events.ts'
import { events } from '../events/events.table.ts'
import { tellMany } from '../events/tell.ts'
import { subscriptions } from './subscriptions.table.ts'

const BATCH = 1000
/** `ends`: milliseconds since 1970. */
type Ending = { accountId: number; ends: string }

/** An end names its own event, so each term has one, and a term with another end another one. */
const endsSql = sql`floor(extract(epoch from ${subscriptions.expiresAt}) * 1000)::bigint::text`
const causeSql = sql`('plan_expiring ' || ${endsSql})`

/**
 * Reminds members whose running term ends within some days (0: nobody) and does not renew itself, once per end, however often it is called.
 * Ends the reminders of terms that are over, got another end or renew themselves now. Suspended members get none.
 */
export async function noteExpiring({ transaction }: Database, days: number, now: Date): Promise<void> {
  while ((await transaction((tx) => endSettled(tx, now))) === BATCH);
  if (days === 0) return
  while ((await transaction((tx) => remind(tx, days, now))) === BATCH);
}

async function endSettled(tx: Tx, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ accountId: number; cause: string }>(sql`
    select e.account_id as "accountId", e.cause from ${events} e join ${subscriptions} on ${subscriptions.accountId} = e.account_id
    where e.type = 'plan_expiring' and e.ended_at is null and (
      ${subscriptions.groupId} is null or ${subscriptions.expiresAt} is null or ${subscriptions.expiresAt} <= ${now}
      or ${subscriptions.autoRenew} or e.cause <> ${causeSql})
    order by e.account_id limit ${BATCH}`)
  await endEvents(tx, rows, now)
  return rows.length
}

async function remind(tx: Tx, days: number, now: Date): Promise<number> {
  const { rows } = await tx.execute<Ending>(sql`
    select ${subscriptions.accountId} as "accountId", ${endsSql} as ends
    from ${subscriptions}
    join ${accounts} on ${accounts.id} = ${subscriptions.accountId} and ${accounts.bannedAt} is null and ${accounts.closedAt} is null
    where ${subscriptions.groupId} is not null and not ${subscriptions.autoRenew}
      and ${subscriptions.expiresAt} > ${now} and ${subscriptions.expiresAt} <= ${now}::timestamptz + make_interval(days => ${days})
      and not exists (select from ${events} e where e.account_id = ${subscriptions.accountId} and e.cause = ${causeSql} and e.ended_at is null)
    order by ${subscriptions.accountId} limit ${BATCH}`)
  const reminders = rows.map(({ accountId, ends }) => {
    const data = { expires_at: new Date(Number(ends)).toISOString() }
    return { accountId, type: 'plan_expiring' as const, cause: `plan_expiring ${ends}`, data }
  })
  await tellMany(tx, reminders, now)
  return rows.length
}

import { sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Database, Tx } from '../db/client.ts'
import { endEvents } from '../events/end-events.ts'
import { events } from '../events/events.table.ts'
import { tellMany } from '../events/tell.ts'
import { subscriptions } from './subscriptions.table.ts'

const BATCH = 1000
/** `ends`: milliseconds since 1970. `step`: days before the end. */
type Ending = { accountId: number; ends: string; step: number }

/** SQL of a term's end in Unix milliseconds. With the step it names an event, so each term has one per step. */
const endsSql = sql`floor(extract(epoch from ${subscriptions.expiresAt}) * 1000)::bigint::text`
const causeSql = sql`('plan_expiring ' || ${endsSql})`
const causeOf = ({ ends, step }: Ending): string => `plan_expiring ${ends} ${step}`

/**
 * Reminds members whose running term ends soon and does not renew itself, once per end and step (days before it; none: nobody), however
 * often or late it is called. A missed step is left out for a later one, which replaces it. Ends the reminders of terms that are over, got
 * another end or renew themselves now. Suspended members get none.
 */
export async function noteExpiring({ transaction }: Database, steps: number[], now: Date): Promise<void> {
  while ((await transaction((tx) => endSettled(tx, now))) === BATCH);
  if (steps.length === 0) return
  while ((await transaction((tx) => remind(tx, steps, now))) === BATCH);
}

async function endSettled(tx: Tx, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ accountId: number; cause: string }>(sql`
    select e.account_id as "accountId", e.cause from ${events} e join ${subscriptions} on ${subscriptions.accountId} = e.account_id
    where e.type = 'plan_expiring' and e.ended_at is null and (
      ${subscriptions.groupId} is null or ${subscriptions.expiresAt} is null or ${subscriptions.expiresAt} <= ${now}
      or ${subscriptions.autoRenew} or not starts_with(e.cause || ' ', ${causeSql} || ' '))
    order by e.account_id limit ${BATCH}`)
  await endEvents(tx, rows, now)
  return rows.length
}

async function remind(tx: Tx, steps: number[], now: Date): Promise<number> {
  const { rows } = await tx.execute<Ending>(sql`
    select ${subscriptions.accountId} as "accountId", ${endsSql} as ends, s.step
    from ${subscriptions}
    join ${accounts} on ${accounts.id} = ${subscriptions.accountId} and ${accounts.bannedAt} is null and ${accounts.closedAt} is null
    cross join lateral (
      select min(step) as step from unnest(${sql.param(steps)}::int[]) as step
      where ${subscriptions.expiresAt} <= ${now}::timestamptz + make_interval(days => step)) s
    where ${subscriptions.groupId} is not null and not ${subscriptions.autoRenew}
      and ${subscriptions.expiresAt} > ${now}
      and ${subscriptions.expiresAt} <= ${now}::timestamptz + make_interval(days => ${Math.max(...steps)})
      and not exists (
        select from ${events} e where e.account_id = ${subscriptions.accountId} and e.cause = ${causeSql} || ' ' || s.step and e.ended_at is null)
    order by ${subscriptions.accountId} limit ${BATCH}`)
  const replaced = rows.flatMap((one) =>
    steps.filter((step) => step !== one.step).map((step) => ({ accountId: one.accountId, cause: causeOf({ ...one, step }) })),
  )
  await endEvents(tx, replaced, now)
  const reminders = rows.map((one) => {
    const data = { expires_at: new Date(Number(one.ends)).toISOString() }
    return { accountId: one.accountId, type: 'plan_expiring' as const, cause: causeOf(one), data }
  })
  await tellMany(tx, reminders, now)
  return rows.length
}

import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../db/client.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { linkAlarms } from './link-fetches.table.ts'
import { linkMark } from './link-mark.ts'

/**
 * Ends the alarm for a member's link, which stays as it is: the member or staff say that the networks so far are the member's own. Only
 * further networks count then. May be called twice.
 */
export async function clearAlarm(tx: Tx, by: Actor, accountId: number, reason: string | null, now: Date): Promise<void> {
  const current = sql`(select ${linkMark(sql`s.token`)} from ${subscriptions} s where s.account_id = ${accountId})`
  const [cleared] = await tx
    .update(linkAlarms)
    .set({ clearedAt: now })
    .where(and(eq(linkAlarms.accountId, accountId), eq(linkAlarms.link, current), sql`${linkAlarms.clearedAt} is null`))
    .returning({ at: linkAlarms.at })
  if (!cleared) return
  const sides = { before: { linkAlarmAt: cleared.at }, after: { linkAlarmAt: null } }
  await record(tx, by, { action: 'member.clear_link_alarm', entity: 'member', id: accountId, ...sides, reason }, now)
}

import type { EventContent } from '@portico/contract/events'
import { sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Tx } from '../db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { events } from './events.table.ts'

export const ROUTE_JOB = 'route_events'

/** `cause`: what happened, starting with the type, such as `outage_compensation 12`. */
export type NewEvent = EventContent & { cause: string }

/**
 * Notifies a member, in the transaction of the cause. May be called again: while an event of that cause is open, read or not, there
 * is no second one. After `endEvents` the same cause makes a new event.
 */
export async function tell(tx: Tx, accountId: number, event: NewEvent, now: Date): Promise<void> {
  await tellMany(tx, [{ ...event, accountId }], now)
}

/** Notifies many members, with one statement and one job. Closed accounts get none. */
export async function tellMany(tx: Tx, newEvents: (NewEvent & { accountId: number })[], now: Date): Promise<void> {
  if (newEvents.length === 0) return
  // In a fixed order, so that two transactions that notify the same members cannot deadlock.
  const { rowCount } = await tx.execute(sql`
    insert into ${events} (account_id, type, cause, data, created_at)
    select t."accountId", t.type, t.cause, t.data, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(newEvents)}::jsonb) as t ("accountId" bigint, type text, cause text, data jsonb)
    join ${accounts} a on a.id = t."accountId" and a.closed_at is null
    order by t."accountId", t.cause
    on conflict (account_id, cause) where ended_at is null do nothing`)
  if (rowCount) await enqueue(tx, ROUTE_JOB, {}, { once: true })
}

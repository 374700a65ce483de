import type { EventType } from '@portico/contract/events'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { eventDeliveries, events } from './events.table.ts'

/**
 * Ends the events of these causes: they count as read, stay in the list, and are not delivered any more. May be called again, and
 * for causes without events.
 */
export async function endEvents(tx: Tx, over: { accountId: number; cause: string }[], now: Date): Promise<void> {
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(over)}::jsonb) as t ("accountId" bigint, cause text)`
  if (over.length > 0) await end(tx, sql`(account_id, cause) in (select t."accountId", t.cause from ${pairs})`, now)
}

/** Ends a member's events of these types. `except`: a cause that is still open. */
export async function endEventsOf(tx: Tx, accountIds: number[], types: EventType[], now: Date, except = ''): Promise<void> {
  if (accountIds.length === 0) return
  const theirs = sql`account_id = any(${sql.param(accountIds)}::bigint[]) and type = any(${sql.param(types)}::text[])`
  await end(tx, sql`${theirs} and cause <> ${except}`, now)
}

/** Ends an outage's events of all members. */
export async function endOutageEvents(tx: Tx, cause: string, now: Date): Promise<void> {
  // The type is a literal, so that the partial index can be used.
  await end(tx, sql`type = 'node_outage' and cause = ${cause}`, now)
}

/** Ends a price announcement's events of all members. */
export async function endPriceEvents(tx: Tx, cause: string, now: Date): Promise<void> {
  await end(tx, sql`type = 'price_announced' and cause = ${cause}`, now)
}

async function end(tx: Tx, which: SQL, now: Date): Promise<void> {
  // Locked in a fixed order, because two transactions may end events of the same members.
  const { rows } = await tx.execute<{ id: number }>(sql`
    update ${events} set ended_at = ${now}
    where id = any(array(select id from ${events} where ended_at is null and ${which} order by id for update))
    returning id`)
  if (rows.length === 0) return
  // A separate statement, to see deliveries written while the first waited for a lock.
  const ids = rows.map(({ id }) => id)
  await tx.execute(sql`
    delete from ${eventDeliveries} where (event_id, channel) in (
      select event_id, channel from ${eventDeliveries} where event_id = any(${sql.param(ids)}::bigint[]) and delivered_at is null
      order by event_id, channel for update)`)
}

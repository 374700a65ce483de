import type { EventType } from '@portico/contract/events'
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { BULK_EVENTS, isBulk } from './bulk-events.ts'
import type { Channel } from './channel.ts'
import { eventDeliveries, events } from './events.table.ts'

const BATCH = 1000

/** Name of the job that delivers on a channel. `bulk`: what one cause brings to many. */
export const deliveryJob = (channel: string, bulk: boolean): string => `deliver_${channel}${bulk ? '_bulk' : ''}`

/** Writes one delivery per new event and channel, once per event. The code that notifies members need not know the channels. */
export async function routeEvents({ transaction }: Database, channels: Channel[], now: Date): Promise<void> {
  const names = channels.map(({ name }) => name)
  for (let routed = BATCH; routed === BATCH;) routed = await transaction((tx) => routeBatch(tx, names, now))
}

async function routeBatch(tx: Tx, channels: string[], now: Date): Promise<number> {
  const { rows } = await tx.execute<{ id: number; type: EventType }>(sql`
    update ${events} set routed_at = ${now}
    where id = any(array(
      select id from ${events} where routed_at is null and ended_at is null order by id limit ${BATCH} for update skip locked))
    returning id, type`)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await tx.execute(sql`
    insert into ${eventDeliveries} (event_id, channel, bulk, next_try_at)
    select e.id, c.name, e.type = any(${sql.param(BULK_EVENTS)}::text[]), ${now}::timestamptz
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(rows.map(({ type }) => type))}::text[]) as e (id, type)
    cross join unnest(${sql.param(channels)}::text[]) as c (name)`)
  const kinds = new Set(rows.map(({ type }) => isBulk(type)))
  for (const bulk of kinds) for (const channel of channels) await enqueueDelivery(tx, channel, bulk)
  return rows.length
}

/** Enqueues a channel's delivery. One waiting job is enough: it delivers all that is due. */
export async function enqueueDelivery(tx: Tx, channel: string, bulk: boolean): Promise<void> {
  await enqueue(tx, deliveryJob(channel, bulk), {}, { key: deliveryJob(channel, bulk) })
}

import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Channel } from './channel.ts'
import { eventDeliveries, events } from './events.table.ts'

const BATCH = 1000

/** Name of the job that delivers on a channel. */
export const deliveryJob = (channel: string): string => `deliver_${channel}`

/** Writes one delivery per new event and channel, once per event. The code that notifies members need not know the channels. */
export async function routeEvents({ transaction }: Database, channels: Channel[], now: Date): Promise<void> {
  const names = channels.map(({ name }) => name)
  for (let routed = BATCH; routed === BATCH;) routed = await transaction((tx) => routeBatch(tx, names, now))
}

async function routeBatch(tx: Tx, channels: string[], now: Date): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update ${events} set routed_at = ${now}
    where id = any(array(
      select id from ${events} where routed_at is null and ended_at is null order by id limit ${BATCH} for update skip locked))
    returning id`)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await tx.execute(sql`
    insert into ${eventDeliveries} (event_id, channel, next_try_at)
    select e.id, c.name, ${now}::timestamptz
    from unnest(${sql.param(ids)}::bigint[]) as e (id) cross join unnest(${sql.param(channels)}::text[]) as c (name)`)
  for (const channel of channels) await enqueueDelivery(tx, channel)
  return rows.length
}

/** Enqueues a channel's delivery. One waiting job is enough: it delivers all that is due. */
export async function enqueueDelivery(tx: Tx, channel: string): Promise<void> {
  await enqueue(tx, deliveryJob(channel), {}, { key: deliveryJob(channel) })
}

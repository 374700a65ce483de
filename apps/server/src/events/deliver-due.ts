import { EventContent, type NotSentBecause } from '@portico/contract/events'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { untilBack } from '../db/pool/away.ts'
import { inTime } from '../jobs/in-time.ts'
import type { Channel, Delivery } from './channel.ts'
import { eventDeliveries, events } from './events.table.ts'
import { enqueueDelivery } from './route-events.ts'

/** A run ends after this long so that other jobs get their turn, and leaves the channel alone after this many failures. */
const RUN_MS = 10_000
const MOST_FAILURES = 3
const PATIENCE_MS = 30_000
/** Longer than any delivery: after it, the process with the event must be dead. */
const LEASE_MS = 2 * 60_000
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [30_000, 3_600_000]

type DeliveryRun = { now: () => Date; onError: (eventId: number, error: unknown) => void }

/**
 * Delivers what is due on a channel, event by event. Processes may run it at once: each event goes to one. Failures are retried with
 * growing pauses, an hour at most. A process that dies between sending and recording repeats that delivery.
 */
export async function deliverDue(database: Database, channel: Channel, { now, onError }: DeliveryRun): Promise<void> {
  const { db, transaction } = database
  const began = performance.now()
  for (let failures = 0; failures < MOST_FAILURES;) {
    const taken = await takeNext(db, channel.name, now())
    if (!taken) return
    const { id, accountId, createdAt } = taken
    let delivery: void | Delivery
    try {
      delivery = await inTime(channel.deliver({ id, accountId, createdAt, content: EventContent.parse(taken) }), PATIENCE_MS)
    } catch (error) {
      failures++
      onError(id, error)
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (taken.tries - 1), LONGEST_PAUSE_MS)
      await record(db, channel, id, { nextTryAt: new Date(now().getTime() + pause) })
      continue
    }
    await record(db, channel, id, recordOf(delivery, now()))
    if (performance.now() - began > RUN_MS) return transaction((tx) => enqueueDelivery(tx, channel.name))
  }
}

type Taken = { id: number; accountId: number; type: string; data: unknown; createdAt: Date; tries: number }

/** Takes the event that has waited longest. No other process gets it until the lease ends. */
async function takeNext(db: Db, channel: string, now: Date): Promise<Taken | undefined> {
  const { eventId, tries, nextTryAt, deliveredAt } = eventDeliveries
  const next = sql`(
    select event_id from ${eventDeliveries} where channel = ${channel} and delivered_at is null and next_try_at <= ${now}
    order by next_try_at, event_id limit 1 for update skip locked)`
  const [taken] = await db
    .update(eventDeliveries)
    .set({ tries: sql`${tries} + 1`, nextTryAt: new Date(now.getTime() + LEASE_MS) })
    .from(events)
    .where(and(eq(events.id, eventId), eq(eventDeliveries.channel, channel), eq(eventId, next), isNull(deliveredAt)))
    .returning({
      id: events.id,
      accountId: events.accountId,
      type: events.type,
      data: events.data,
      createdAt: events.createdAt,
      tries,
      nextTryAt,
    })
  return taken
}

type Recorded = { nextTryAt: Date; tries?: number } | { deliveredAt: Date; skipped?: NotSentBecause }

function recordOf(delivery: void | Delivery, now: Date): Recorded {
  if (!delivery) return { deliveredAt: now }
  // Waiting is not a failure, so pauses start small again.
  return 'later' in delivery ? { nextTryAt: delivery.later, tries: 0 } : { deliveredAt: now, skipped: delivery.skipped }
}

async function record(db: Db, { name }: Channel, id: number, how: Recorded): Promise<void> {
  const open = and(eq(eventDeliveries.eventId, id), eq(eventDeliveries.channel, name), isNull(eventDeliveries.deliveredAt))
  // What was delivered must not be delivered again because the database was away at that moment.
  await untilBack(() => db.update(eventDeliveries).set(how).where(open))
}

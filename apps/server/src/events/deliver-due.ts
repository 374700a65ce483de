import { EventContent, type NotSentBecause } from '@portico/contract/events'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { untilBack } from '../db/pool/away.ts'
import { inTime } from '../jobs/in-time.ts'
import { TURN_MS } from '../jobs/job.ts'
import type { Channel, Delivery } from './channel.ts'
import { eventDeliveries, events } from './events.table.ts'
import { enqueueDelivery } from './route-events.ts'

/** A run ends after this long so that other jobs get their turn, and leaves the channel alone after this many failures. */
const MOST_FAILURES = 3
const PATIENCE_MS = 30_000
/** Longer than any delivery: after it, the process with the event must be dead. */
const LEASE_MS = 2 * 60_000
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [30_000, 3_600_000]

/** Deliveries at a time: one at first and after a failure, so that a channel that is down is asked `MOST_FAILURES` times. */
const MOST_AT_ONCE = 64

type DeliveryRun = { bulk: boolean; now: () => Date; onError: (eventId: number, error: unknown) => void }

/**
 * Delivers what is due on a channel, some events at a time. Processes may run it at once: each event goes to one. Failures are retried with
 * growing pauses, an hour at most. A process that dies between sending and recording repeats those deliveries.
 */
export async function deliverDue(database: Database, channel: Channel, { bulk, now, onError }: DeliveryRun): Promise<void> {
  const { db, transaction } = database
  const began = performance.now()
  const run = { failures: 0, size: 1 }
  while (run.failures < MOST_FAILURES) {
    const before = run.failures
    const taken = await takeNext(db, { channel: channel.name, bulk, size: run.size, now: now() })
    if (taken.length === 0) return
    const results = await Promise.all(
      taken.map(async (one): Promise<Result> => {
        try {
          const { id, accountId, createdAt } = one
          const delivery = await inTime(channel.deliver({ id, accountId, createdAt, content: EventContent.parse(one) }), PATIENCE_MS)
          return { id, ...recordOf(delivery, now()) }
        } catch (error) {
          run.failures++
          onError(one.id, error)
          const pause = Math.min(FIRST_PAUSE_MS * 2 ** (one.tries - 1), LONGEST_PAUSE_MS)
          return { id: one.id, nextTryAt: new Date(now().getTime() + pause) }
        }
      }),
    )
    await record(db, channel, results)
    run.size = run.failures > before ? 1 : Math.min(2 * run.size, MOST_AT_ONCE)
    if (performance.now() - began > TURN_MS) return transaction((tx) => enqueueDelivery(tx, channel.name, bulk))
  }
}

type Taken = { id: number; accountId: number; type: string; data: unknown; createdAt: Date; tries: number }
type Wanted = { channel: string; bulk: boolean; size: number; now: Date }

/** Takes the events that have waited longest. No other process gets them until the lease ends. */
async function takeNext(db: Db, { channel, bulk, size, now }: Wanted): Promise<Taken[]> {
  const { eventId, tries, deliveredAt } = eventDeliveries
  const next = sql`array(
    select event_id from ${eventDeliveries}
    where channel = ${channel} and bulk = ${bulk} and delivered_at is null and next_try_at <= ${now}
    order by next_try_at, event_id limit ${size} for update skip locked)`
  const taken = await db
    .update(eventDeliveries)
    .set({ tries: sql`${tries} + 1`, nextTryAt: new Date(now.getTime() + LEASE_MS) })
    .from(events)
    .where(and(eq(events.id, eventId), eq(eventDeliveries.channel, channel), sql`${eventId} = any(${next})`, isNull(deliveredAt)))
    .returning({ id: events.id, accountId: events.accountId, type: events.type, data: events.data, createdAt: events.createdAt, tries })
  return taken.toSorted((a, b) => a.id - b.id)
}

type Result = { id: number } & Recorded
type Recorded = { nextTryAt: Date; tries?: number } | { deliveredAt: Date; skipped?: NotSentBecause }

function recordOf(delivery: void | Delivery, now: Date): Recorded {
  if (!delivery) return { deliveredAt: now }
  // Waiting is not a failure, so pauses start small again.
  return 'later' in delivery ? { nextTryAt: delivery.later, tries: 0 } : { deliveredAt: now, skipped: delivery.skipped }
}

async function record(db: Db, { name }: Channel, results: Result[]): Promise<void> {
  const ids = results.map(({ id }) => id)
  // What was delivered must not be delivered again because the database was away at that moment. Locked in the order of ended events.
  await untilBack(() =>
    db.execute(sql`
      with open as (
        select event_id from ${eventDeliveries}
        where channel = ${name} and event_id = any(${sql.param(ids)}::bigint[]) and delivered_at is null order by event_id for update)
      update ${eventDeliveries} d set delivered_at = r."deliveredAt", skipped = r.skipped,
        next_try_at = coalesce(r."nextTryAt", d.next_try_at), tries = coalesce(r.tries, d.tries)
      from open join jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        as r (id bigint, "deliveredAt" timestamptz, skipped text, "nextTryAt" timestamptz, tries int) on r.id = open.event_id
      where d.event_id = open.event_id and d.channel = ${name}`),
  )
}

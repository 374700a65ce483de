import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Settings } from '@portico/contract/settings-admin'
import type { Actor } from '../actor.ts'
import type { Database, Tx } from '../db/client.ts'
import { endOutageEvents } from '../events/end-events.ts'
import { enqueue } from '../jobs/queue.ts'
import { markHeard, markSilent, type Returned } from '../nodes/node-contact.ts'
import { compensateAtEnd } from './compensate.ts'
import { outages, outageWatch } from './outages.table.ts'
import { outageCause, TELL_JOB } from './tell-outage.ts'

/** A longer gap between two checks means that no process listened: a restart is not an outage of the nodes. */
const GAP_MS = 60_000

export type Watched = { down: { id: number; name: string }[]; back: { id: number; name: string }[] }

/**
 * Checks once which nodes went down or came back, records their outages and returns them. Every process calls it every few seconds;
 * one of them does the work.
 */
export async function watchNodes({ transaction }: Database, by: Actor, settings: Settings, now: Date): Promise<Watched> {
  return transaction(async (tx) => {
    const listeningSince = await lockWatch(tx, now)
    if (!listeningSince) return { down: [], back: [] }
    const silenceMs = Math.max(settings['node.offline_after'], 3 * settings['node.pull_interval']) * 1000
    const back = await markHeard(tx, { now, silenceMs })
    await endOutages(tx, by, back, settings, now)
    const fallen = await markSilent(tx, { now, silenceMs, listeningSince })
    // A node that was never heard of is not down: it is not up yet.
    const down = fallen.filter((node) => node.everHeard)
    const begun = down.map(({ id, silentSince }) => ({ nodeId: id, beganAt: silentSince, reason: 'silent' as const }))
    if (begun.length > 0) {
      const added = await tx.insert(outages).values(begun).onConflictDoNothing().returning({ id: outages.id })
      for (const { id } of added) await enqueue(tx, TELL_JOB, { outage_id: id }, { key: `${TELL_JOB} ${id}` })
    }
    return { down, back }
  })
}

/** Start of watching without a gap; null: another process does the work. */
async function lockWatch(tx: Tx, now: Date): Promise<Date | null> {
  await tx.execute(sql`
    insert into ${outageWatch} (id, listening_since, watched_at) select 1, ${now}, ${now}
    where not exists (select from ${outageWatch}) on conflict do nothing`)
  const [row] = await tx.select().from(outageWatch).for('update', { skipLocked: true })
  if (!row) return null
  const hadGap = now.getTime() - row.watchedAt.getTime() > GAP_MS
  const listeningSince = hadGap ? now : row.listeningSince
  await tx.update(outageWatch).set({ watchedAt: now, listeningSince })
  return listeningSince
}

async function endOutages(tx: Tx, by: Actor, back: Returned[], settings: Settings, now: Date): Promise<void> {
  if (back.length === 0) return
  const running = await tx
    .select()
    .from(outages)
    .where(
      and(
        inArray(
          outages.nodeId,
          back.map((node) => node.id),
        ),
        isNull(outages.endedAt),
      ),
    )
  for (const outage of running) {
    const heardAt = back.find((node) => node.id === outage.nodeId)?.at ?? outage.beganAt
    // Never before it began, even if clocks disagree.
    const endedAt = heardAt > outage.beganAt ? heardAt : outage.beganAt
    await tx.update(outages).set({ endedAt }).where(eq(outages.id, outage.id))
    await endOutageEvents(tx, outageCause(outage.id), now)
    await compensateAtEnd(tx, by, { ...outage, endedAt }, settings, now)
  }
}

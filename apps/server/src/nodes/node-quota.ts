import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { addMonths, dayKey } from '../calendar.ts'
import { nodeReports, nodes } from './nodes.table.ts'

/** Checks after a change of quota or parent whether the node is within its quota. Its children get the same result. */
export async function judgeQuota(tx: Tx, id: number, now: Date): Promise<void> {
  const used = sql`(select up + down from ${nodeReports} where node_id = ${id})`
  const [row] = await tx
    .update(nodes)
    .set({ exhaustedAt: sql`case when ${nodes.quota} <= ${used} then coalesce(${nodes.exhaustedAt}, ${now}) end` })
    .where(eq(nodes.id, id))
    .returning({ exhaustedAt: nodes.exhaustedAt })
  await tx
    .update(nodes)
    .set({ exhaustedAt: row?.exhaustedAt ?? null })
    .where(eq(nodes.parentId, id))
}

/** Zeroes nodes' own counters. */
export async function beginQuota(tx: Tx, ids: number[], now: Date): Promise<void> {
  await tx.update(nodeReports).set({ up: 0, down: 0, countedSince: now }).where(inArray(nodeReports.nodeId, ids))
  await tx
    .update(nodes)
    .set({ exhaustedAt: null })
    .where(and(or(inArray(nodes.id, ids), inArray(nodes.parentId, ids)), isNotNull(nodes.exhaustedAt)))
}

/** Resets the counters of nodes whose day of the month has come since the last reset. May run at any time, and twice. */
export async function beginDueQuotas({ transaction }: Database, now: Date, zone: string): Promise<void> {
  await transaction(async (tx) => {
    const rows = await tx
      .select({ id: nodes.id, day: nodes.quotaResetDay, since: nodeReports.countedSince })
      .from(nodes)
      .innerJoin(nodeReports, eq(nodeReports.nodeId, nodes.id))
      .where(and(isNotNull(nodes.quotaResetDay), isNull(nodes.deletedAt)))
      .for('update', { of: nodeReports })
    const due = rows.filter(({ day, since }) => day !== null && since !== null && isDue(since, day, now, zone))
    if (due.length > 0)
      await beginQuota(
        tx,
        due.map((row) => row.id),
        now,
      )
  })
}

/** Whether the day last came, this month or the month before, after the counters were reset. */
function isDue(since: Date, day: number, now: Date, zone: string): boolean {
  const today = dayKey(now, zone)
  const thisMonth = dayKey(addMonths(now, 0, day, zone), zone)
  const last = thisMonth <= today ? thisMonth : dayKey(addMonths(now, -1, day, zone), zone)
  return dayKey(since, zone) < last
}

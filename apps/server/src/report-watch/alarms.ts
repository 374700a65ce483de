import type { ReportAlarmKind } from '@portico/contract/report-alarms'
import { COUNTED_ALARMS } from '@portico/contract/report-watch-admin'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { reportAlarms } from './report-watch.table.ts'

/** Milliseconds for which a settled alarm stays settled. */
const QUIET_MS = 6 * 3_600_000

export type Strange = { nodeId: number; kind: ReportAlarmKind; subject: string; accountId: number | null; value: number; usual: number }

/** Opens alarms, or notes that open ones go on. May be called again and again. */
export async function raiseAlarms(db: Db, strange: Strange[], now: Date): Promise<void> {
  if (strange.length === 0) return
  const isOver = sql`${reportAlarms.settledAt} < ${new Date(now.getTime() - QUIET_MS)}`
  const value = (ofNew: SQL, ofOpen: SQL): SQL => sql`case when ${isOver} then ${ofNew} else ${ofOpen} end`
  // Some are counted; of rates and amounts the highest stays.
  const isCounted = inArray(reportAlarms.kind, COUNTED_ALARMS)
  const more = sql`case when ${isCounted} then ${reportAlarms.value} + excluded.value else greatest(${reportAlarms.value}, excluded.value) end`
  await db
    .insert(reportAlarms)
    .values(strange.map((one) => ({ ...one, beganAt: now, lastAt: now })))
    .onConflictDoUpdate({
      target: [reportAlarms.nodeId, reportAlarms.kind, reportAlarms.subject],
      set: {
        lastAt: now,
        usual: sql`excluded.usual`,
        value: value(sql`excluded.value`, more),
        beganAt: value(sql`excluded.began_at`, sql`${reportAlarms.beganAt}`),
        settledAt: value(sql`null`, sql`${reportAlarms.settledAt}`),
      },
    })
}

/** Settles an alarm; one that is settled stays as it is. */
export async function settleAlarm({ transaction }: Database, by: Actor, id: number, reason: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = foundRow(await tx.select().from(reportAlarms).where(eq(reportAlarms.id, id)).for('update'))
    if (before.settledAt !== null) return
    await tx.update(reportAlarms).set({ settledAt: now }).where(eq(reportAlarms.id, id))
    const change = { before: { alarm: null }, after: { alarm: before.kind, account: before.accountId } }
    await record(tx, by, { action: 'node.settle_alarm', entity: 'node', id: before.nodeId, ...change, reason }, now)
  })
}

/** Settles a node's alarms, because its reports were undone. */
export async function settleAlarmsOf(tx: Tx, nodeId: number, now: Date): Promise<void> {
  await tx
    .update(reportAlarms)
    .set({ settledAt: now })
    .where(and(eq(reportAlarms.nodeId, nodeId), isNull(reportAlarms.settledAt)))
}

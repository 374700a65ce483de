import { UNDO_DAYS } from '@portico/contract/report-watch-admin'
import { lt } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { dropOldResets } from '../subscriptions/take-back-usage.ts'
import { reportAlarms, reportUndos } from './report-watch.table.ts'

const DAY_MS = 24 * 3_600_000
const KEPT_DAYS = 180

/** Resets are kept a day longer than the reports that may lie before them; alarms and undos for half a year. */
export async function dropOldWatch({ transaction }: Database, now: Date): Promise<void> {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS)
  await transaction(async (tx) => {
    await dropOldResets(tx, before(UNDO_DAYS + 1))
    await tx.delete(reportAlarms).where(lt(reportAlarms.settledAt, before(KEPT_DAYS)))
    await tx.delete(reportUndos).where(lt(reportUndos.finishedAt, before(KEPT_DAYS)))
  })
}

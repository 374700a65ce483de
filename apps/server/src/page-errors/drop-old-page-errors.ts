import type { Database } from '../db/client.ts'
import { dropOlder } from '../db/drop-older.ts'
import { pageErrors } from './page-errors.table.ts'

const KEPT_MS = 30 * 86_400_000

/** Deletes errors that nobody has met for 30 days. */
export function dropOldPageErrors({ db }: Database, now: Date): Promise<void> {
  return dropOlder(db, pageErrors, pageErrors.lastAt, new Date(now.getTime() - KEPT_MS))
}

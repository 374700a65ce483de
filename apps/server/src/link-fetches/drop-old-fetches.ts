import type { Database } from '../db/client.ts'
import { dropOlder } from '../db/drop-older.ts'
import { linkFetches } from './link-fetches.table.ts'

const KEPT_MS = 30 * 86_400_000

/** Deletes fetches after thirty days. */
export function dropOldFetches({ db }: Database, now: Date): Promise<void> {
  return dropOlder(db, linkFetches, linkFetches.slot, new Date(now.getTime() - KEPT_MS))
}

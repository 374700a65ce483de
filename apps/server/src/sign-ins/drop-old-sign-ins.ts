import type { Database } from '../db/client.ts'
import { dropOlder } from '../db/drop-older.ts'
import { signIns } from './sign-ins.table.ts'

const KEPT_MS = 180 * 86_400_000

/** Deletes sign-ins after 180 days. */
export function dropOldSignIns({ db }: Database, now: Date): Promise<void> {
  return dropOlder(db, signIns, signIns.at, new Date(now.getTime() - KEPT_MS))
}

import type { Database } from '../db/client.ts'
import { dropOlder } from '../db/drop-older.ts'
import { refusedNotifications } from './refused-notifications.table.ts'

const KEPT_MS = 180 * 86_400_000

/** Deletes refused notifications after 180 days. */
export function dropOldRefusals({ db }: Database, now: Date): Promise<void> {
  return dropOlder(db, refusedNotifications, refusedNotifications.at, new Date(now.getTime() - KEPT_MS))
}

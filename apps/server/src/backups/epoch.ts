import { max } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { restores } from './backups.table.ts'

/** The epoch that the last restore began; 0: there was none. */
export async function epochOf(db: Db): Promise<number> {
  const [row] = await db.select({ last: max(restores.epoch) }).from(restores)
  return row?.last ?? 0
}

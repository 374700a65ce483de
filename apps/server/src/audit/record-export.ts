import type { Actor } from '../actor.ts'
import type { Database } from '../db/client.ts'
import { record } from './record.ts'

type Export = { entity: string; rows: number; filter: object }

/** Records that an actor took a list out of the console: how many rows, and by which filter. */
export function recordExport({ transaction }: Database, by: Actor, { entity, rows, filter }: Export, now: Date): Promise<void> {
  const after = { exported: rows, ...filter }
  return transaction((tx) => record(tx, by, { action: `${entity}.export`, entity, after }, now))
}

import type { Actor } from '../actor.ts'
import type { Database } from '../db/client.ts'
import type { Entity } from './entities.ts'
import { record } from './record.ts'

type Export = { entity: Entity; id?: number; rows: number; filter: object }

/** Records that an actor took a list out of the console: how many rows, and by which filter. */
export function recordExport({ transaction }: Database, by: Actor, { rows, filter, ...of }: Export, now: Date): Promise<void> {
  const after = { exported: rows, ...filter }
  return transaction((tx) => record(tx, by, { ...of, beneficiary: null, action: `${of.entity}.export`, after }, now))
}

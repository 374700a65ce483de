import type { OldDatabase } from '../old/old-database.ts'
import type { OldRecord } from '../records.ts'

/** Names tables that have rows and no place here. */
export async function* leftTables(old: OldDatabase, names: readonly string[]): AsyncGenerator<OldRecord> {
  for (const table of names) {
    if (!old.tables.has(table)) continue
    // Not counted: logs may be larger than all else.
    for await (const _ of old.rows(table)) {
      yield { kind: 'finding', code: 'table_left', at: table, what: '' }
      break
    }
  }
}

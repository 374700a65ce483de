import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { BadSource, type OldDatabase, type OldRow } from './old-database.ts'

/** So many rows are read before others have a turn. */
const TURN = 500

/** A SQLite file. A `-wal` file beside it belongs to it. */
export async function openSqlite(path: string): Promise<OldDatabase> {
  if (!existsSync(path)) throw new BadSource('no_file', path)
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    const names = file.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").all()
    const tables = new Map<string, string[]>()
    for (const { name } of names) {
      const columns = file.prepare('select name from pragma_table_info(?)').all(String(name))
      tables.set(
        String(name),
        columns.map((column) => String(column['name'])),
      )
    }
    let [done, all] = [0, 0]
    return {
      kind: 'sqlite',
      tables,
      async *rows(table) {
        if (!tables.has(table)) throw new BadSource('no_table', table)
        const named = `"${table.replaceAll('"', '""')}"`
        all += Number(file.prepare(`select count(*) as n from ${named}`).get()?.['n'] ?? 0)
        const reading = file.prepare(`select * from ${named}`)
        reading.setReadBigInts(true)
        for (const row of reading.iterate()) {
          if (++done % TURN === 0) await new Promise(setImmediate)
          yield Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)])) as OldRow
        }
      },
      progress: () => (all === 0 ? 0 : done / all),
      close: async () => file.close(),
    }
  } catch (error) {
    file.close()
    throw error instanceof BadSource ? error : new BadSource('damaged', error instanceof Error ? error.message : '')
  }
}

function asText(value: SQLOutputValue): string | null {
  if (value === null) return null
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value)
}

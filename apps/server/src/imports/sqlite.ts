import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { BadSource, type OldDatabase, type OldRow } from './old-database.ts'

/** Opens a SQLite file for reading only; nothing is written beside it. Throws `BadSource` if it is none, or is cut off. */
export function openSqlite(path: string): OldDatabase {
  const database = attempt(() => open(path))
  const tables = attempt(() => tablesOf(database))
  const total = attempt(() => [...tables.keys()].reduce((sum, name) => sum + countOf(database, name), 0))
  let read = 0

  async function* rows(table: string): AsyncIterable<OldRow> {
    if (!tables.has(table)) throw new BadSource('no_table', table)
    const statement = database.prepare(`select * from ${quoted(table)} order by rowid`)
    statement.setReadBigInts(true)
    const rowsNow = statement.iterate()
    for (;;) {
      const { value, done } = attempt(() => rowsNow.next())
      if (done) return
      read++
      yield Object.fromEntries(Object.entries(value).map(([name, one]) => [name, textOf(one)]))
      // Gives others a turn now and then: every step above is synchronous.
      if (read % 1000 === 0) await new Promise(setImmediate)
    }
  }

  return {
    kind: 'sqlite',
    tables,
    rows,
    progress: () => (total === 0 ? 1 : Math.min(1, read / total)),
    close: () => Promise.resolve(database.close()),
  }
}

/** What a program wrote ahead is in a file beside. Without one, `immutable` spares SQLite from making it, which a read-only folder refuses. */
function open(path: string): DatabaseSync {
  const address = pathToFileURL(path)
  if (!existsSync(`${path}-wal`)) address.search = '?immutable=1'
  return new DatabaseSync(address, { readOnly: true })
}

function tablesOf(database: DatabaseSync): Map<string, string[]> {
  const names = database.prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`).all()
  return new Map(names.map(({ name }) => [String(name), columnsOf(database, String(name))]))
}

function columnsOf(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare('select name from pragma_table_info(?)').all(table)
  return columns.map(({ name }) => String(name))
}

function countOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`select count(*) as count from ${quoted(table)}`).get()?.['count'])
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function textOf(value: unknown): string | null {
  if (value === null) return null
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return String(value)
}

/** SQLite numbers its errors: 26 is no database, 14 a file that cannot be opened. */
function attempt<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (number === 0) throw error
    throw new BadSource(number === 14 ? 'no_file' : 'damaged', error instanceof Error ? error.message : '')
  }
}

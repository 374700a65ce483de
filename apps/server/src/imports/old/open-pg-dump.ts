import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { constants, gunzipSync } from 'node:zlib'
import { unpacked } from './open-dump.ts'
import { BadSource, type OldDatabase, type OldRow } from './old-database.ts'

type Copied = { columns: string[]; start: number }
type Index = { tables: Map<string, string[]>; copied: Map<string, Copied>; booleans: Map<string, Set<string>> }

/** Whether a file begins as `pg_dump` writes it. */
export async function isPgDump(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0)
    const isPacked = bytesRead > 1 && buffer.readUInt16BE(0) === 0x1f8b
    const start = buffer.subarray(0, bytesRead)
    // The rest of the file is missing here, which is no fault.
    const bytes = isPacked ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start
    return /^(?:PGDMP|--\s+-- PostgreSQL database dump)/.test(bytes.toString('latin1', 0, 100))
  } catch {
    return false
  } finally {
    await file.close()
  }
}

/** A file that `pg_dump` wrote as text, also packed with gzip: its tables stand between COPY and `\.`. No server is needed. */
export async function openPgDump(given: string): Promise<OldDatabase> {
  const { path, remove } = await unpacked(given)
  try {
    const { size } = await stat(path)
    let read = 0
    const { tables, copied, booleans } = await indexOf(path, (bytes) => (read = bytes))
    return {
      kind: 'dump',
      tables,
      async *rows(table) {
        if (!tables.has(table)) throw new BadSource('no_table', table)
        const place = copied.get(table)
        if (!place) return
        for await (const { line, end } of linesOf(path, place.start)) {
          if (line === '\\.') break
          yield rowOf(line, place.columns, booleans.get(table), table)
          read = end
        }
      },
      progress: () => (size === 0 ? 1 : read / size),
      close: remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

const NAME = String.raw`(?:"(?:[^"]|"")+"|[\w$]+)`
const CREATE = new RegExp(String.raw`^CREATE (?:UNLOGGED )?TABLE (?:${NAME}\.)?(${NAME}) \($`)
const COPY = new RegExp(String.raw`^COPY (?:${NAME}\.)?(${NAME}) \((.*)\) FROM stdin;$`)
const COLUMN = new RegExp(String.raw`^    (${NAME}) (\w+)`)

async function indexOf(path: string, onRead: (bytes: number) => void): Promise<Index> {
  const found: Index = { tables: new Map(), copied: new Map(), booleans: new Map() }
  let [creating, isData, isWhole, isFirst]: [string | null, boolean, boolean, boolean] = [null, false, false, true]
  for await (const { line, end } of linesOf(path, 0)) {
    onRead(end)
    // The tool's own packed form, which only `pg_restore` reads, and rows as statements.
    if ((isFirst && line.startsWith('PGDMP')) || (!isData && line.startsWith('INSERT INTO ')))
      throw new BadSource('damaged', 'pg_dump --format=plain')
    isFirst = false
    if (isData) {
      isData = line !== '\\.'
      continue
    }
    const [, name, columns] = COPY.exec(line) ?? []
    const created = CREATE.exec(line)?.[1]
    if (name !== undefined && columns !== undefined) {
      found.copied.set(plain(name), { columns: columns.split(', ').map(plain), start: end })
      isData = true
    } else if (created !== undefined) {
      creating = plain(created)
      found.tables.set(creating, [])
    } else if (line.startsWith(')')) creating = null
    else if (creating !== null) noteColumn(found, creating, line)
    if (line === '-- PostgreSQL database dump complete') isWhole = true
  }
  if (!isWhole) throw new BadSource('cut_off')
  return found
}

function noteColumn({ tables, booleans }: Index, table: string, line: string): void {
  const [, name, type] = COLUMN.exec(line) ?? []
  if (name === undefined || name === 'CONSTRAINT') return
  tables.get(table)?.push(plain(name))
  if (type === 'boolean') booleans.set(table, (booleans.get(table) ?? new Set()).add(plain(name)))
}

function plain(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
}

function rowOf(line: string, columns: readonly string[], booleans: ReadonlySet<string> | undefined, table: string): OldRow {
  const values = line.split('\t')
  if (values.length !== columns.length) throw new BadSource('damaged', `${table}: ${values.length} values for ${columns.length} columns`)
  return Object.fromEntries(
    columns.map((name, i) => {
      const value = values[i] === '\\N' ? null : unescaped(values[i] ?? '')
      return [name, booleans?.has(name) && value !== null ? (value === 't' ? '1' : '0') : value]
    }),
  )
}

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_all, letter: string) => ESCAPES[letter] ?? letter) : text
}

/** Lines with the byte behind each. Only a line feed ends one: other signs that end lines elsewhere may stand in texts. */
async function* linesOf(path: string, start: number): AsyncGenerator<{ line: string; end: number }> {
  let [rest, at] = [Buffer.alloc(0), start]
  for await (const piece of createReadStream(path, { start, highWaterMark: 1024 * 1024 })) {
    // A stream of bytes yields buffers.
    const bytes = Buffer.concat([rest, piece as Buffer])
    let from = 0
    for (let to = bytes.indexOf(10, from); to >= 0; to = bytes.indexOf(10, from)) {
      at += to + 1 - from
      yield { line: bytes.toString('utf8', from, to), end: at }
      from = to + 1
    }
    rest = bytes.subarray(from)
  }
  if (rest.length > 0) yield { line: rest.toString('utf8'), end: at + rest.length }
}

import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { readRows } from './dump-rows.ts'
import { indexDump } from './dump-statements.ts'
import { BadSource, type OldDatabase, type OldRow } from './old-database.ts'

/** A file that `mysqldump`, `mariadb-dump`, phpMyAdmin or Adminer wrote, also packed with gzip. No server is needed. */
export async function openDump(given: string): Promise<OldDatabase> {
  const { path, remove } = await unpacked(given)
  try {
    const { size } = await stat(path)
    let read = 0
    const { columns, ranges } = await indexDump(path, (bytes) => (read = bytes))
    if (columns.size === 0 && ranges.size === 0) throw new BadSource('damaged')
    // Without CREATE TABLE, the first INSERT names them, or nobody knows.
    for (const [table, [first]] of ranges) if (!columns.has(table) && first?.columns) columns.set(table, [...first.columns])
    return {
      kind: 'dump',
      tables: columns,
      async *rows(table) {
        const created = columns.get(table)
        if (!created) throw new BadSource('no_table', table)
        for (const range of ranges.get(table) ?? []) {
          const names = range.columns ?? created
          for await (const values of readRows(path, range)) {
            if (values.length !== names.length)
              throw new BadSource('damaged', `${table}: ${values.length} values for ${names.length} columns`)
            yield Object.fromEntries(names.map((name, i) => [name, values[i] ?? null])) as OldRow
          }
          read = Math.max(read, range.end)
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

async function unpacked(path: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const file = await open(path).catch(() => {
    throw new BadSource('no_file', path)
  })
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
  await file.close()
  if (buffer.readUInt16BE(0) !== 0x1f8b) return { path, remove: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'portico-dump-'))
  const to = join(folder, 'dump.sql')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await pipeline(createReadStream(path), createGunzip(), createWriteStream(to, { mode: 0o600 }))
  } catch {
    await remove()
    throw new BadSource('cut_off')
  }
  return { path: to, remove }
}

import { createConnection, type TypeCastField } from 'mysql2'
import { BadSource, type OldDatabase, type OldRow } from './old-database.ts'

/** Every value as text; bits as a number. */
function asText(field: TypeCastField): string | null {
  if (field.type === 'BIT') {
    const bits = field.buffer()
    return bits && String(BigInt(`0x${bits.toString('hex')}`))
  }
  return field.string('utf8')
}

/** A running MySQL or MariaDB, at one moment. Its `timestamp` columns are in the zone of the server, as PHP reads them. */
export async function openMysql(url: string): Promise<OldDatabase> {
  const uri = url.replace(/^mariadb:/, 'mysql:')
  const client = createConnection({ uri, typeCast: asText, timezone: 'Z', charset: 'utf8mb4', connectTimeout: 15_000 })
  const broken = new Promise<never>((_, no) => client.once('error', (error: Error) => no(new BadSource('unreachable', error.message))))
  broken.catch(() => {})
  const ask = (sql: string): Promise<OldRow[]> =>
    Promise.race([
      broken,
      new Promise<OldRow[]>((done, no) =>
        client.query(sql, (error, rows) => (error ? no(new BadSource('unreachable', error.message)) : done(rows as OldRow[]))),
      ),
    ])
  await ask('set session transaction isolation level repeatable read')
  await ask('start transaction with consistent snapshot, read only')
  const found = await ask(`
    select table_name as t, column_name as c, column_key as k from information_schema.columns
    where table_schema = database() order by table_name, ordinal_position`)
  const counts = await ask('select table_name as t, table_rows as n from information_schema.tables where table_schema = database()')
  const all = counts.reduce((sum, { n }) => sum + Number(n ?? 0), 0)
  let done = 0
  const tables = new Map<string, string[]>()
  const keys = new Map<string, string[]>()
  for (const { t, c, k } of found) {
    if (!t || !c) continue
    tables.set(t, [...(tables.get(t) ?? []), c])
    if (k === 'PRI') keys.set(t, [...(keys.get(t) ?? []), c])
  }
  return {
    kind: 'mysql',
    tables,
    async *rows(table) {
      if (!tables.has(table)) throw new BadSource('no_table', table)
      const order = keys.get(table)?.map((key) => client.escapeId(key))
      const stream = client
        .query(`select * from ${client.escapeId(table)}${order ? ` order by ${order.join(', ')}` : ''}`)
        .stream({ highWaterMark: 500 })
      for await (const row of stream as AsyncIterable<OldRow>) {
        done++
        yield row
      }
    },
    progress: () => (all === 0 ? 0 : Math.min(1, done / all)),
    close: () => new Promise((ended) => client.end(() => ended())),
  }
}

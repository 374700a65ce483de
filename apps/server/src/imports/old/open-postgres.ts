import pg from 'pg'
import { BadSource, type OldDatabase, type OldRow } from './old-database.ts'

const AT_ONCE = 1000
const BOOLEAN = 16
/** Every value as PostgreSQL writes it. */
const asWritten = {
  getTypeParser: (type: number) => (text: string | Buffer) => (type === BOOLEAN ? (text === 't' ? '1' : '0') : String(text)),
}

/** A running PostgreSQL, at one moment. */
export async function openPostgres(url: string): Promise<OldDatabase> {
  // The types of pg only know its own parsers.
  const client = new pg.Client({
    connectionString: url,
    types: asWritten as unknown as pg.CustomTypesConfig,
    connectionTimeoutMillis: 15_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new BadSource('unreachable', error instanceof Error ? error.message : '')
  }
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set bytea_output = 'hex'; set extra_float_digits = 1`)
  await client.query('begin isolation level repeatable read read only')
  const { rows: found } = await client.query<{ name: string; columns: string; keys: string | null; n: string }>(`
    select c.relname as name, json_agg(a.attname order by a.attnum)::text as columns, greatest(c.reltuples, 0)::bigint as n,
      (select json_agg(k.attname order by array_position(i.indkey::int[], k.attnum::int))::text from pg_index i
        join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary) as keys
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    group by c.oid, c.relname, c.reltuples`)
  const all = found.reduce((sum, { n }) => sum + Number(n), 0)
  let done = 0
  const tables = new Map(found.map(({ name, columns }) => [name, JSON.parse(columns) as string[]]))
  return {
    kind: 'postgres',
    tables,
    async *rows(table) {
      const one = found.find(({ name }) => name === table)
      if (!one) throw new BadSource('no_table', table)
      const keys = one.keys === null ? [] : (JSON.parse(one.keys) as string[])
      const order = keys.length > 0 ? ` order by ${keys.map((key) => client.escapeIdentifier(key)).join(', ')}` : ''
      const cursor = `old_${++done}`
      await client.query(`declare ${cursor} cursor for select * from ${client.escapeIdentifier(table)}${order}`)
      for (;;) {
        const { rows } = await client.query<OldRow>(`fetch ${AT_ONCE} from ${cursor}`)
        done += rows.length
        yield* rows
        if (rows.length < AT_ONCE) break
      }
      await client.query(`close ${cursor}`)
    },
    progress: () => (all === 0 ? 0 : Math.min(1, done / all)),
    close: () => client.end(),
  }
}

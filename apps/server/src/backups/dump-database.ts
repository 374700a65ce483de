import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { version } from '../updates/version.ts'
import { type End, JOBS, type Manifest, type StoredJob, TABLES } from './file/content.ts'
import type { Part } from './file/backup-file.ts'
import { inParts } from './file/parts.ts'

type Table = Manifest['tables'][number]

/** Makes `COPY` write the same text on every server. */
export async function fixForm(client: pg.Client): Promise<void> {
  await client.query(`set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
    set extra_float_digits = 1; set client_encoding = 'UTF8'`)
}

/** Begins a transaction that sees one moment, whatever is written meanwhile. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await fixForm(client)
  await client.query('begin isolation level repeatable read read only')
}

/** What a backup says about a database before its rows. */
export async function describe(client: pg.Client, now: Date): Promise<Manifest> {
  return {
    format: 1,
    portico: version,
    madeAt: now.toISOString(),
    migrations: await listMigrations(client),
    tables: await listTables(client),
    partitions: await listPartitions(client),
    sequences: await listSequences(client),
  }
}

/** Everything that is kept: the tables of the schema `public`, without columns that the database calculates. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows
}

export async function listPartitions(client: pg.Client): Promise<Manifest['partitions']> {
  const { rows } = await client.query<Manifest['partitions'][number]>(`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`)
  return rows
}

async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last === null ? null : Number(last)]))
}

async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by created_at')
  return rows.map(({ hash }) => hash)
}

/** Jobs that wait. The tables of the queue belong to its library, so they are stored as calls that add them again. */
export async function listJobs(client: pg.Client): Promise<StoredJob[]> {
  const { rows } = await client.query<StoredJob>(`
    select t.identifier as task, j.payload, to_char(j.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "runAt",
      j.max_attempts::int as tries, j.key
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts < j.max_attempts order by j.id`)
  return rows
}

/** Rows of all tables in text form, and how to tell that they arrived. */
export async function* dumpTables(client: pg.Client, tables: Table[], found: End['tables']): AsyncGenerator<Part> {
  for (const table of tables) {
    const hash = createHash('sha256')
    const stream = copyOf(client, table)
    yield* inParts(TABLES + table.name, stream as AsyncIterable<Buffer>, (bytes) => hash.update(bytes))
    found[table.name] = { rows: stream.rowCount, sha256: hash.digest('hex') }
  }
}

/** The rows as `COPY` writes them: those of one table always in the same order and form. */
export function copyOf(client: pg.Client, { name, columns }: Table) {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return client.query(copyTo(`copy (select ${list} from ${client.escapeIdentifier(name)}) to stdout`))
}

export const toJobsPart = (jobs: StoredJob[]): Part => ({ name: JOBS, bytes: Buffer.from(JSON.stringify(jobs)) })

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate as runDrizzle } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { inTurn } from '../db/in-turn.ts'
import { migrateJobs, migrationsFolder } from '../db/migrate.ts'
import { BadBackup, type Part } from './file/backup-file.ts'
import { END, type End, endSchema, JOBS, jobsSchema, type Manifest, TABLES } from './file/content.ts'
import { nameIn } from './file/parts.ts'
import { copyOf, fixForm, listPartitions, listTables } from './dump-database.ts'

/** Throws `BadBackup` unless the first migrations of this version are those of the backup. */
export function checkMigrations({ migrations, portico }: Manifest): void {
  const known = readMigrationFiles({ migrationsFolder })
  if (migrations.length > known.length) throw new BadBackup(`it was made by version ${portico}, which is newer: restore with that one`)
  if (migrations.some((hash, i) => hash !== known[i]?.hash))
    throw new BadBackup(`its database is not one of Portico’s (version ${portico})`)
}

/**
 * Loads the parts of a backup into an empty database, all or nothing. `url`: of the owner. Parts that are not the database's go to `other`.
 * Returns what the backup says about itself. The caller migrates to this version afterwards.
 */
export async function loadDatabase(
  url: string,
  manifest: Manifest,
  parts: AsyncIterable<Part>,
  other: (part: Part) => Promise<void>,
): Promise<End> {
  return inTurn(url, 'restore', async (client) => {
    await migrateTo(client, manifest.migrations.length)
    await migrateJobs(url)
    await fixForm(client)
    await client.query('begin')
    await makePartitions(client, manifest)
    const put = await withoutRules(client)
    let end: End | null = null
    let copying: Copying | null = null
    const finish = async (): Promise<void> => {
      await copying?.end()
      copying = null
    }
    for await (const part of parts) {
      const table = nameIn(TABLES, part)
      if (copying !== null && copying.table !== table) await finish()
      if (part.name === END) end = endSchema.parse(JSON.parse(part.bytes.toString()))
      else if (part.name === JOBS) await addJobs(client, part.bytes)
      else if (table === null) await other(part)
      else await (copying ??= copyInto(client, manifest, table)).write(part.bytes)
    }
    await finish()
    if (end === null) throw new BadBackup('it is damaged or cut off')
    await compare(client, manifest, end)
    for (const [name, last] of Object.entries(manifest.sequences)) {
      if (last !== null) await client.query('select setval($1::regclass, $2)', [client.escapeIdentifier(name), last])
    }
    await put()
    await client.query('commit')
    await client.query('analyze')
    return end
  })
}

/** Throws `BadBackup` for the first table whose rows are not those of the backup, to the byte. */
async function compare(client: pg.Client, { tables }: Manifest, { tables: said }: End): Promise<void> {
  const there = new Set((await listTables(client)).map(({ name }) => name))
  for (const table of tables) {
    if (!there.has(table.name)) throw new BadBackup(`the table ${table.name} is missing`)
    const stream = copyOf(client, table)
    const hash = createHash('sha256')
    for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
    const expected = said[table.name]
    if (stream.rowCount !== expected?.rows)
      throw new BadBackup(`${table.name} has ${stream.rowCount} rows instead of ${expected?.rows ?? 0}`)
    if (hash.digest('hex') !== expected.sha256) throw new BadBackup(`rows of ${table.name} are not as they were`)
  }
}

/** Runs the first migrations of this version only. */
export async function migrateTo(client: pg.Client, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-migrations-'))
  try {
    await cp(migrationsFolder, folder, { recursive: true })
    const file = join(folder, 'meta/_journal.json')
    const journal = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
    await runDrizzle(drizzle(client), { migrationsFolder: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Bounds are SQL of the database that was backed up: nothing else is taken for them. */
const BOUND = /^(DEFAULT|FOR VALUES (FROM \([^;]*\) TO \([^;]*\)|IN \([^;]*\)|WITH \([^;]*\)))$/

async function makePartitions(client: pg.Client, { partitions }: Manifest): Promise<void> {
  // Migrations have made some for the time of the restore.
  for (const { name } of await listPartitions(client)) await client.query(`drop table ${client.escapeIdentifier(name)}`)
  for (const { name, parent, bound } of partitions) {
    if (!BOUND.test(bound)) throw new BadBackup('it is damaged')
    await client.query(`create table ${client.escapeIdentifier(name)} partition of ${client.escapeIdentifier(parent)} ${bound}`)
  }
}

/** Empties all tables and takes away what would act on loaded rows: triggers and references. Returns how to put them back. */
async function withoutRules(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const { rows: references } = await client.query<{ at: string; name: string; rule: string }>(
    `select conrelid::regclass::text as at, quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  const all = tables.map(({ name }) => name)
  await client.query(references.map(({ at, name }) => `alter table ${at} drop constraint ${name};`).join('\n'))
  await client.query(all.map((name) => `alter table ${name} disable trigger user;`).join('\n'))
  await client.query(`truncate ${all.join(', ')}`)
  return async () => {
    await client.query(references.map(({ at, name, rule }) => `alter table ${at} add constraint ${name} ${rule};`).join('\n'))
    await client.query(all.map((name) => `alter table ${name} enable trigger user;`).join('\n'))
  }
}

type Copying = { table: string; write: (bytes: Buffer) => Promise<void>; end: () => Promise<void> }

function copyInto(client: pg.Client, { tables }: Manifest, table: string): Copying {
  const columns = tables.find(({ name }) => name === table)?.columns.map((column) => client.escapeIdentifier(column))
  if (columns === undefined) throw new BadBackup('it is damaged or cut off')
  const stream = client.query(copyFrom(`copy ${client.escapeIdentifier(table)} (${columns.join(', ')}) from stdin`))
  const failed = new Promise<never>((_, no) => stream.once('error', no))
  failed.catch(() => {})
  return {
    table,
    write: (bytes) => Promise.race([failed, new Promise<void>((done) => stream.write(bytes, () => done()))]),
    end: () => Promise.race([failed, new Promise<void>((done) => stream.end(() => done()))]),
  }
}

async function addJobs(client: pg.Client, bytes: Buffer): Promise<void> {
  for (const { task, payload, runAt, tries, key } of jobsSchema.parse(JSON.parse(bytes.toString()))) {
    await client.query(`select graphile_worker.add_job($1, $2::json, run_at => $3::timestamptz, max_attempts => $4::int, job_key => $5)`, [
      task,
      JSON.stringify(payload),
      runAt,
      tries,
      key,
    ])
  }
}

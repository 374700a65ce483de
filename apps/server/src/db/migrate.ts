import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runDrizzle } from 'drizzle-orm/node-postgres/migrator'
import type { Logger } from 'drizzle-orm/logger'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { runMigrations as runWorker } from 'graphile-worker'
import pg from 'pg'
import { asPoolClient } from './hosts/writer-client.ts'
import { inTurn } from './in-turn.ts'
import { grantToServer, mayChangeRecords, roleAt } from './roles.ts'
import type { DatabaseUrls } from './urls.ts'

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** `role`: the server's. `isOwner`: the role could change append-only tables, which then only triggers prevent. */
export type Migrated = { role: string; isOwner: boolean }

/**
 * Migrates the database to this version and grants the server's role its rights. Several processes may call it: they take turns. `tell`: is
 * given what it does. Refuses a database that a newer version has migrated.
 */
export function migrate({ owner, server }: Pick<DatabaseUrls, 'owner' | 'server'>, tell = (_: string): void => {}): Promise<Migrated> {
  tell('migrating the database')
  return inTurn(owner, 'migrate', async (client) => {
    await checkVersion(client)
    // Each migration by the time that the journal gives it.
    const times = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
    await checkAge(client, Math.max(...times))
    await runDrizzle(drizzle(client, { logger: migrationCount(tell, times) }), { migrationsFolder })
    tell('migrating the database: functions and rights')
    await client.query(await readFile(join(migrationsFolder, 'functions.sql'), 'utf8'))
    // Those that a migration or a restore has made.
    await client.query('select guard_partitions()')
    await migrateJobs(owner)
    const [role, ownRole] = await Promise.all([roleAt(server), roleAt(owner)])
    if (role !== ownRole) await grantToServer(client, role)
    return { role, isOwner: await mayChangeRecords(client, role) }
  })
}

/** Makes the tables of graphile-worker, or brings them up to date. It takes several hosts only in a pool of ours. */
export async function migrateJobs(connectionString: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString, max: 2, Client: asPoolClient })
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runWorker({ pgPool })
  } finally {
    await pgPool.end()
  }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const version = Number(rows[0]?.server_version_num)
  if (version < 150_000) throw new Error(`PostgreSQL 15 or newer is needed, this one is ${version}`)
}

/** Tells how many migrations are done: Drizzle notes the time of each. */
function migrationCount(tell: (what: string) => void, times: number[]): Logger {
  return {
    logQuery: (query, [, time]) => {
      const done = query.startsWith('insert into "drizzle"."__drizzle_migrations"') ? times.indexOf(Number(time)) + 1 : 0
      if (done > 0) tell(`migrating the database: ${done} of ${times.length}`)
    },
  }
}

/** An older version would put its own functions in place of the newer ones, and write rows that these do not expect. */
async function checkAge(client: pg.Client, newest: number): Promise<void> {
  const { rows: found } = await client.query<{ name: string | null }>(`select to_regclass('drizzle.__drizzle_migrations')::text as name`)
  if (!found[0]?.name) return
  const { rows } = await client.query<{ last: string | null }>('select max(created_at) as last from drizzle.__drizzle_migrations')
  if (Number(rows[0]?.last) <= newest) return
  throw new Error('a newer version of Portico has migrated this database: start that one, or restore the backup from before the update')
}

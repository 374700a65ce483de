import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runDrizzle } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as runWorker } from 'graphile-worker'
import pg from 'pg'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Brings the database up to this version. Safe to run from several processes at once: they take turns. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const version = Number((await client.query<{ server_version_num: string }>('show server_version_num')).rows[0]?.server_version_num)
    if (version < 150_000) throw new Error(`PostgreSQL 15 or newer is needed, this one says ${version}`)
    await client.query(`select pg_advisory_lock(hashtext('portico.migrate'))`)
    await runDrizzle(drizzle(client), { migrationsFolder: folder })
    await runWorker({ connectionString: url })
  } finally {
    await client.end()
  }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runDrizzle } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as runWorker } from 'graphile-worker'
import type pg from 'pg'
import { inTurn } from './in-turn.ts'
import { grantToServer, mayChangeRecords, roleAt } from './roles.ts'
import type { DatabaseUrls } from './urls.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** `role`: the server's. `isOwner`: the role could change append-only tables, which then only triggers prevent. */
export type Migrated = { role: string; isOwner: boolean }

/** Migrates the database to this version and grants the server's role its rights. Several processes may call it: they take turns. */
export function migrate({ owner, server }: Pick<DatabaseUrls, 'owner' | 'server'>): Promise<Migrated> {
  return inTurn(owner, 'migrate', async (client) => {
    await checkVersion(client)
    await runDrizzle(drizzle(client), { migrationsFolder: folder })
    await client.query(await readFile(join(folder, 'functions.sql'), 'utf8'))
    await runWorker({ connectionString: owner })
    const [role, ownRole] = await Promise.all([roleAt(server), roleAt(owner)])
    if (role !== ownRole) await grantToServer(client, role)
    return { role, isOwner: await mayChangeRecords(client, role) }
  })
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const version = Number(rows[0]?.server_version_num)
  if (version < 150_000) throw new Error(`PostgreSQL 15 or newer is needed, this one is ${version}`)
}

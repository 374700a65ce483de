import { sql } from 'drizzle-orm'
import type { Database, Tx } from './client.ts'
import type { Reseal } from './secret-box.ts'

const place = (name: string): string => `server_secrets/${name}/value`

/**
 * A secret of the server itself, constant for the database's life. The first call makes it; simultaneous calls agree. Throws
 * `secret.no_key` if it must be made and there is no key.
 */
export async function serverSecret(database: Database, name: string, make: () => string): Promise<string> {
  const stored = await read(database, name)
  if (stored !== null) return stored
  const made = make()
  const sealed = database.secrets.seal(place(name), made)
  await database.db.execute(sql`insert into server_secrets (name, value) values (${name}, ${sealed}) on conflict (name) do nothing`)
  return (await read(database, name)) ?? made
}

export async function resealServerSecrets(tx: Tx, reseal: Reseal): Promise<void> {
  const { rows } = await tx.execute<{ name: string; value: string }>(sql`select name, value from server_secrets for update`)
  for (const { name, value } of rows) {
    const next = reseal(place(name), value)
    if (next === null) await tx.execute(sql`delete from server_secrets where name = ${name}`)
    else if (next !== value) await tx.execute(sql`update server_secrets set value = ${next} where name = ${name}`)
  }
}

async function read({ db, secrets }: Database, name: string): Promise<string | null> {
  const { rows } = await db.execute<{ value: string }>(sql`select value from server_secrets where name = ${name}`)
  const [row] = rows
  return row ? secrets.open(place(name), row.value) : null
}

import type pg from 'pg'
import { openClient } from './hosts/writer-client.ts'

/**
 * Does the work while no other process on this database does work of that name; the others wait. The lock belongs to the session:
 * `url` must not lead through a pooler, and the lock ends with the process.
 */
export async function inTurn<T>(url: string, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return onConnection(url, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [`portico.${name}`])
    return work(client)
  })
}

/** Does the work on a connection of its own. One that is lost while the work is elsewhere fails at its next query. */
export async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient({ connectionString: url })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

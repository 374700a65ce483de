import pg from 'pg'
import { atHost } from '../hosts/host-list.ts'

const WAIT_MS = 3000

/** PgBouncer's version and settings for a line to the operator, as far as the user may ask: `PgBouncer 1.18.0, pool_mode = transaction`. */
export async function pgbouncerWords(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: consoleOf(url), connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS })
  client.on('error', () => {})
  const ask = async (what: string): Promise<Record<string, string>[]> => (await client.query<Record<string, string>>(what)).rows
  try {
    await client.connect()
    const [version] = await ask('show version')
    const config = new Map((await ask('show config')).map(({ key, value }) => [key, value]))
    const [own] = (await ask('show databases')).filter(({ name }) => name === databaseOf(url))
    const settings = ['pool_mode', 'max_prepared_statements'].map(
      (name) => `${name} = ${own?.[name] ?? config.get(name) ?? 'not supported'}`,
    )
    return [version?.['version'] ?? 'unknown version', ...settings].join(', ')
  } catch {
    // Another pooler, or a user without the right.
    return 'version, pool_mode and max_prepared_statements unknown'
  } finally {
    await client.end().catch(() => {})
  }
}

/** Hosts of a URL, without secrets. */
export function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return searchParams.get('host') ?? host
}

/** PgBouncer's console is a database of that name. */
function consoleOf(url: string): string {
  const at = new URL(atHost(url))
  at.pathname = '/pgbouncer'
  return at.href
}

function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}

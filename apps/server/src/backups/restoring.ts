import type pg from 'pg'

/** A schema without content, there while a database is not whole: a restore has made everything in it. */
export const RESTORING = 'portico_restoring'

export async function isRestoring(client: pg.Client): Promise<boolean> {
  return (await client.query('select from pg_namespace where nspname = $1', [RESTORING])).rows.length > 0
}

/** Host and name of a database, without its role. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname
}

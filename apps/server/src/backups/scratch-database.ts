import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inTurn, onConnection } from '../db/in-turn.ts'

/** Does the work on an empty database beside the one at `ownerUrl`, and drops it again. Its owner must be able to create databases. */
export async function onScratchDatabase<T>(ownerUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `portico_drill_${randomUUID().slice(0, 8)}`
  return onConnection(ownerUrl, async (admin) => {
    await dropLeftOver(admin)
    await admin.query(`create database ${name}`)
    const url = new URL(ownerUrl)
    url.pathname = `/${name}`
    try {
      // Held, so that nobody takes it for one that was left.
      return await inTurn(url.href, 'scratch', () => work(url.href))
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`).catch(() => {})
    }
  })
}

/** Databases of work whose process was killed. */
async function dropLeftOver(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(`
    select datname as name from pg_database d
    where datname ~ '^portico_drill_[0-9a-f]{8}$' and pg_get_userbyid(datdba) = current_user
      and not exists (select from pg_stat_activity a where a.datid = d.oid)`)
  for (const { name } of rows) await admin.query(`drop database if exists ${name}`).catch(() => {})
}

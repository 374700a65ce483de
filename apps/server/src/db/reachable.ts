import { hostOf } from './pooler/pgbouncer-words.ts'
import { causesOf } from './sql-errors.ts'
import type { DatabaseUrls } from './urls.ts'

// No connection, or PostgreSQL's codes: wrong password, no such database, login refused, missing right.
const UNUSABLE = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '3D000', '28000', '42501']

/** Turns a failure that the operator can fix (no server there, wrong password, missing right) into one line. */
export async function reachable<T>(urls: DatabaseUrls, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    for (const e of causesOf(error)) {
      if (!('code' in e) || !UNUSABLE.includes(String(e.code))) continue
      const hosts = [...new Set([urls.owner, urls.server].map(hostOf))].join(' or ')
      throw new Error(`the database at ${hosts} cannot be used: ${e.message}`, { cause: error })
    }
    throw error
  }
}

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { messageOf } from '../../log.ts'
import { openClient } from '../hosts/writer-client.ts'
import { hostOf, pgbouncerWords } from './pgbouncer-words.ts'
import type { DatabaseUrls } from '../urls.ts'

/**
 * Kinds of servers at a URL. `pinned`: a pooler with one connection per session. `shared`: one that shares connections but keeps statements
 * apart. `mixed`: one that mixes up prepared statements, or could not be tested.
 */
type Found = 'direct' | 'pinned' | 'shared' | 'mixed'

/** Most tries to make two sessions share a connection. Without load, the second succeeds. */
const ROUNDS = 25
const WAIT_MS = 10_000
/** Codes for a statement that is missing or exists already; PgBouncer's for no transactions at all. */
const MIXED_UP = ['26000', '42P05', '08P01']

/**
 * Refuses a pooler that would lose or mix up what the server relies on: its prepared statements at `server`, and sessions at `direct`
 * and `owner`. A database without a pooler is asked one question. Throws the line for the operator.
 */
export async function checkPoolers(urls: DatabaseUrls): Promise<void> {
  const addresses = [...new Set([urls.server, urls.direct, urls.owner])]
  const found = new Map(await Promise.all(addresses.map(async (url) => [url, await lookAt(url)] as const)))
  const needsSession = [urls.direct, urls.owner].find((url) => !keepsSessions(found.get(url)))
  if (found.get(urls.server) === 'mixed') {
    const cure =
      'use PgBouncer 1.21 or newer with max_prepared_statements above 0, or pool_mode = session, or DATABASE_URL without the pooler'
    throw new Error(`${await named(urls.server)} can run one process's statement for another: ${cure}`)
  }
  if (needsSession !== undefined) {
    const cure = 'set DATABASE_DIRECT_URL to PostgreSQL itself'
    throw new Error(`${await named(needsSession)} does not keep sessions, which migrations, LISTEN and the job queue need: ${cure}`)
  }
}

const keepsSessions = (found: Found | undefined): boolean => found === 'direct' || found === 'pinned'

async function named(url: string): Promise<string> {
  return `the pooler at ${hostOf(url)} (${await pgbouncerWords(url)})`
}

async function lookAt(url: string): Promise<Found> {
  try {
    const one = await openSession(url, 'one')
    try {
      return (await one.isDirect()) ? 'direct' : await meet(one, url)
    } finally {
      await one.end()
    }
  } catch (error) {
    throw new Error(`the database at ${hostOf(url)} cannot be used: ${messageOf(error)}`, { cause: error })
  }
}

/** Lets a second session prepare another text under the same name, until one connection has served both. */
async function meet(one: Session, url: string): Promise<Found> {
  const other = await openSession(url, 'other')
  const name = randomUUID()
  const areRight = async (sessions: Session[]): Promise<boolean> => {
    for (const session of sessions) if (!(await session.isRight(name))) return false
    return true
  }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      // Not in turn: a pooler that deals connections round robin would never mix the sessions.
      const sessions = round % 2 === 0 ? [one, other] : [other, one]
      if (!(await areRight(sessions))) return 'mixed'
      // Once more, because the other's turn may have removed what this session prepared.
      if ([...one.servedBy].some((process) => other.servedBy.has(process))) return (await areRight(sessions)) ? 'shared' : 'mixed'
    }
    return one.servedBy.size === 1 && other.servedBy.size === 1 ? 'pinned' : 'mixed'
  } finally {
    await other.end()
  }
}

type Session = Awaited<ReturnType<typeof openSession>>

async function openSession(url: string, mark: string) {
  const client = await openClient({ connectionString: url, connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS })
  /** PostgreSQL processes that served the session. */
  const servedBy = new Set<number>()
  return {
    servedBy,
    /** Whether the session's cancel number is its process's pid; a pooler has its own. */
    async isDirect(): Promise<boolean> {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      return 'processID' in client && client.processID === rows[0]?.pid
    },
    /** Whether the session's own statement answers right under a name that the other session uses too. */
    async isRight(name: string): Promise<boolean> {
      const text = `select pg_backend_pid() as pid, $1::text || ' ${mark}' as said`
      try {
        await client.query('begin')
        const { rows } = await client.query<{ pid: number; said: string }>({ name, text, values: ['this is'] })
        await client.query('commit')
        servedBy.add(rows[0]?.pid ?? 0)
        return rows[0]?.said === `this is ${mark}`
      } catch (error) {
        if (error instanceof pg.DatabaseError && MIXED_UP.includes(error.code ?? '')) return false
        throw error
      }
    },
    end: () => client.end().catch(() => {}),
  }
}

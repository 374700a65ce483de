import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'

/** The name of the connection on which a living runner listens, before its id. */
export const LISTENER = 'portico jobs '

const LOOK_MS = 1500
const HELD = 'select id::text as id from graphile_worker._private_jobs where locked_by = any($1::text[]) and not (id = any($2::bigint[]))'
const FREE = `
  update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
  where id = any($1::bigint[]) and locked_by = any($2::text[])`
// A living runner listens again within seconds of a restart of the database.
const FREE_DEAD = `
  update graphile_worker._private_jobs j set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
  where locked_by like 'pool-%' and locked_at < now() - interval '1 minute' and pg_postmaster_start_time() < now() - make_interval(secs => $2)
    and not exists (select from pg_stat_activity a where a.application_name = $1 || j.locked_by)`

export type Locks = {
  /** Sets the runner whose locks these are; earlier ones have ended. */
  owner: (runnerId: string) => void
  began: (jobId: string) => void
  ended: (jobId: string) => void
  /** The database may have locked jobs for this process that it was never given: looks for them and frees them. */
  suspectLostLocks: () => void
  stop: () => void
}

/**
 * Frees jobs that this process has locked and does not work on: the connection broke between the lock and its answer, or the runner ended.
 * graphile-worker frees them after four hours. A job is freed if it is seen twice, with no fault in between.
 */
export function createLocks(pool: pg.Pool, { isWaiting, log }: { isWaiting: () => boolean; log: Logger }): Locks {
  const owners: string[] = []
  const inWork = new Set<string>()
  const stopping = new AbortController()
  let suspicions = 0
  let looking = false

  async function idle(): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(HELD, [owners, [...inWork]])
    return rows.map(({ id }) => id)
  }

  /** Looks for such jobs once. Returns whether nothing is left to find. */
  async function look(): Promise<boolean> {
    const before = suspicions
    const first = new Set(await idle())
    await pause(LOOK_MS, undefined, { signal: stopping.signal })
    if (before !== suspicions || isWaiting()) return false
    const left = first.size === 0 ? [] : (await idle()).filter((id) => first.has(id))
    if (left.length > 0) {
      await pool.query(FREE, [left, owners])
      log.warn({ jobs: left }, 'jobs that nobody worked on are free again')
    }
    return before === suspicions
  }

  async function lookUntilSure(): Promise<void> {
    for (let isSure = false; !isSure;) {
      await pause(LOOK_MS, undefined, { signal: stopping.signal })
      isSure = !isWaiting() && (await look().catch(() => false))
    }
  }

  return {
    owner: (id) => owners.push(id),
    began: (id) => inWork.add(id),
    ended: (id) => inWork.delete(id),
    suspectLostLocks() {
      suspicions++
      if (looking) return
      looking = true
      lookUntilSure()
        .catch((error: unknown) => stopping.signal.aborted || log.error({ err: error }, 'locked jobs could not be looked at'))
        .finally(() => (looking = false))
    },
    stop: () => stopping.abort(),
  }
}

/**
 * Frees the jobs of processes that are gone: nobody listens under the name that locked them. Not before the database is up for a minute.
 */
export async function freeDead(pool: pg.Pool, upForSeconds = 60): Promise<void> {
  await pool.query(FREE_DEAD, [LISTENER, upForSeconds])
}

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { causesOf } from '../sql-errors.ts'

/** The database gave no connection: it is away, or all that it gives are in use. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/**
 * SQLSTATE classes and codes of a database that takes no work now: no connection, no resources (connections, memory, disk), shut down,
 * starting, and read-only after a failover.
 */
const AWAY = /^(?:08|53|57P0[1235]|25006)/
/** Messages of the driver for a lost connection. */
const LOST = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])
const lost = new WeakSet<Error>()

/** Remembers what ended a connection: the same error is thrown by the statements on it, and says nothing of the database. */
export function noteLost(error: Error): void {
  lost.add(error)
}

/** Whether a call failed because the database is away or has no connection left. It may then be repeated. */
export function isAway(error: unknown): boolean {
  const isOne = (e: Error): boolean =>
    e instanceof DatabaseAway || lost.has(e) || LOST.has(e.message) || (e instanceof pg.DatabaseError && AWAY.test(e.code ?? ''))
  return causesOf(error).some(isOne)
}

/** Whether the connection was lost before the answer came: what was asked may have been done, or not. */
export function isLost(error: unknown): boolean {
  const isOne = (e: Error): boolean =>
    lost.has(e) || LOST.has(e.message) || (e instanceof pg.DatabaseError && /^57P0[12]/.test(e.code ?? ''))
  return causesOf(error).some(isOne)
}

/** Whether a server refused a write because it only reads: a standby, or one that was the primary. Nothing was done. */
export function wasReadOnly(error: unknown): boolean {
  return causesOf(error).some((e) => 'code' in e && e.code === '25006')
}

/** Whether a connection that failed may succeed later: not with a wrong password or name. */
export function mayBeBack(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || AWAY.test(error.code ?? '')
}

/** Milliseconds; shorter than any lease of a delivery. */
const USUAL = { pauseMs: 200, longestMs: 45_000 }

/**
 * Does the work, and again while the database is away, for `longestMs` at most. It must be safe to do twice: the answer to a commit may
 * have been lost.
 */
export async function untilBack<T>(work: () => Promise<T>, { pauseMs, longestMs } = USUAL): Promise<T> {
  const until = performance.now() + longestMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error) || performance.now() + pauseMs > until) throw error
      await pause(pauseMs)
    }
  }
}

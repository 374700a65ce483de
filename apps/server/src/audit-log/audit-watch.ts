import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { max } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Places } from '../processes/places.ts'
import { auditLog } from '../audit/audit.table.ts'

const AT_ONCE = 5
const LONGEST_MS = 10 * 60_000
/** Entries closer together than this are one event. */
const GAP_MS = 300

export type AuditWatch = {
  /** Looks for new rows. Call it when the database reports some. */
  look: () => Promise<void>
  /**
   * Yields once at the start and once after each change, until `left`, for ten minutes, or until the process stops. Throws
   * `limit.exceeded` when the account already follows in too many places, over all processes.
   */
  follow: (accountId: number, left: AbortSignal) => AsyncGenerator<void>
  stop: () => void
}

/** Everyone who follows the audit log in this process. Nothing polls: one database notification wakes them all. */
export function createAuditWatch(places: Places): AuditWatch {
  const hub = new EventEmitter().setMaxListeners(0)
  const stopped = new AbortController()
  let looks = 0

  return {
    look: async () => {
      looks++
      hub.emit('look')
    },
    stop: () => stopped.abort(),
    async *follow(accountId, left) {
      const lost = new AbortController()
      const release = await places.take(`audit events ${accountId}`, AT_ONCE, () => lost.abort())
      if (!release) throw new AppError('limit.exceeded', { details: { retry_after: 60 } })
      const ended = AbortSignal.any([left, lost.signal, stopped.signal, AbortSignal.timeout(LONGEST_MS)])
      let seen = -1
      try {
        while (!ended.aborted) {
          if (seen === looks) await once(hub, 'look', { signal: ended })
          seen = looks
          yield
          await pause(GAP_MS, undefined, { signal: ended })
        }
      } catch (error) {
        if (!ended.aborted) throw error
      } finally {
        release()
      }
    },
  }
}

/** Id of the newest row; 0: there is none. */
export async function newestAct(db: Db): Promise<number> {
  const [row] = await db.select({ id: max(auditLog.id) }).from(auditLog)
  return row?.id ?? 0
}

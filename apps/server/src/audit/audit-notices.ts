import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { max } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { auditLog } from './audit.table.ts'

const LONGEST_MS = 10 * 60_000
/** Acts that come faster are one event. */
const GAP_MS = 300

export type AuditNotices = {
  /** The database says that there are new rows. */
  look: () => void
  /** One item at once and one after each look, until `ended`, for ten minutes, or until the process stops. */
  follow: (ended: AbortSignal) => AsyncGenerator<void>
  stop: () => void
}

/** Who follows the audit log in this process. Nobody asks again and again: a notice of the database wakes all. */
export function createAuditNotices(): AuditNotices {
  const hub = new EventEmitter().setMaxListeners(0)
  const stopped = new AbortController()
  let looks = 0

  return {
    look() {
      looks++
      hub.emit('look')
    },
    stop: () => stopped.abort(),
    async *follow(left) {
      const ended = AbortSignal.any([left, stopped.signal, AbortSignal.timeout(LONGEST_MS)])
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
      }
    },
  }
}

/** The number of the newest row; 0: there is none. */
export async function newestAct(db: Db): Promise<number> {
  const [row] = await db.select({ id: max(auditLog.id) }).from(auditLog)
  return row?.id ?? 0
}

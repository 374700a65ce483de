import { max } from 'drizzle-orm'
import { auditLog } from '../audit/audit.table.ts'
import type { Db } from '../db/client.ts'
import { createWatch } from '../processes/watch.ts'
import { service } from '../service.ts'

/** The whole log is one topic. */
export const LOG = 0

/** The newest row of the audit log. */
export const auditWatch = service((app) =>
  createWatch(app, {
    name: 'audit events',
    atOnce: 5,
    read: async () => new Map([[LOG, await newestAct(app.database.db)]]),
    fault: 'the audit log could not be watched',
    lookMs: 500,
  }),
)

/** `newest`: its id; 0: there is none. */
async function newestAct(db: Db): Promise<{ newest: number; version: string }> {
  const [row] = await db.select({ id: max(auditLog.id) }).from(auditLog)
  return { newest: row?.id ?? 0, version: String(row?.id) }
}

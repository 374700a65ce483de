import { desc, max, sql } from 'drizzle-orm'
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

/** Rows of which one may be committed after rows with later ids. */
const LATEST = 200

/** `newest`: the highest id; 0: there is none. `version` also changes with a row that is committed after one with a later id. */
async function newestAct(db: Db): Promise<{ newest: number; version: string }> {
  const latest = db.select({ id: auditLog.id }).from(auditLog).orderBy(desc(auditLog.id)).limit(LATEST).as('latest')
  const [row] = await db.select({ newest: max(latest.id), version: sql<string>`coalesce(sum(${latest.id}), 0)::text` }).from(latest)
  return { newest: row?.newest ?? 0, version: row?.version ?? '' }
}

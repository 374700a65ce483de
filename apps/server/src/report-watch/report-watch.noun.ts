import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { nodeAlarmed, nodeAlarms, waitsForStaff } from '../additions.ts'
import type { App } from '../app.ts'
import type { Noun } from '../noun.ts'
import { nodes } from '../nodes/nodes.table.ts'
import { raiseAlarms } from './alarms.ts'
import { dropOldWatch } from './drop-old.ts'
import { runUndo, UNDO_JOB } from './undo-reports.ts'
import { watchReports } from './watch-reports.ts'
import { reportWatchRoutes } from './report-watch.routes.ts'
import { reportAlarms } from './report-watch.table.ts'

const Payload = z.object({ undo_id: z.int() })

export const reportWatchNoun: Noun = {
  routes: [reportWatchRoutes],
  jobs: (app) => [
    { name: 'watch_reports', cron: '* * * * *', work: () => watch(app) },
    { name: UNDO_JOB, lane: 'bulk', work: (payload) => runUndo(app.database, Payload.parse(payload).undo_id, app.now) },
    { name: 'drop_old_report_watch', cron: '57 4 * * *', work: () => dropOldWatch(app.database, app.now()) },
  ],
  adds: [
    nodeAlarmed.with((db, alarm, now) => raiseAlarms(db, [{ ...alarm, accountId: null, usual: 0 }], now)),
    nodeAlarms.with(sql`select node_id, kind, began_at from ${reportAlarms} where settled_at is null`),
    waitsForStaff.with({
      kind: 'reports_strange',
      since: sql`a.began_at`,
      from: sql`(select node_id, min(began_at) as began_at from ${reportAlarms} where settled_at is null group by node_id) a
        join ${nodes} n on n.id = a.node_id`,
      names: sql`(array_agg(distinct n.name))[:3]`,
    }),
  ],
}

async function watch(app: App): Promise<void> {
  const strange = await watchReports(app.database, app.settings()['node.line_speed'], app.now())
  for (const { nodeId, kind, accountId, value, usual } of strange)
    app.log.warn({ node: nodeId, kind, account: accountId, value, usual }, 'a report of a node is strange')
}

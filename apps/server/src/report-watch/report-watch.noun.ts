import * as z from 'zod/mini'
import type { App } from '../app.ts'
import type { Noun } from '../noun.ts'
import { dropOldWatch } from './drop-old.ts'
import { runUndo, UNDO_JOB } from './undo-reports.ts'
import { watchReports } from './watch-reports.ts'
import { reportWatchRoutes } from './report-watch.routes.ts'

const Payload = z.object({ undo_id: z.int() })

export const reportWatchNoun: Noun = {
  routes: [reportWatchRoutes],
  jobs: (app) => [
    { name: 'watch_reports', cron: '* * * * *', work: () => watch(app) },
    { name: UNDO_JOB, lane: 'bulk', work: (payload) => runUndo(app.database, Payload.parse(payload).undo_id, app.now) },
    { name: 'drop_old_report_watch', cron: '57 4 * * *', work: () => dropOldWatch(app.database, app.now()) },
  ],
}

async function watch(app: App): Promise<void> {
  const strange = await watchReports(app.database, app.settings()['node.line_speed'], app.now())
  for (const { nodeId, kind, accountId, value, usual } of strange)
    app.log.warn({ node: nodeId, kind, account: accountId, value, usual }, 'a report of a node is strange')
}

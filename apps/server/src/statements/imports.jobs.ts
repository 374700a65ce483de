import * as z from 'zod/mini'
import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { dropOldImports, IMPORT_JOB, runImport } from './run-import.ts'

const Payload = z.object({ import_id: z.int() })

export function statementJobs(app: App): Job[] {
  return [
    { name: IMPORT_JOB, lane: 'bulk', work: (payload) => runImport(app.database, Payload.parse(payload).import_id, app.now) },
    { name: 'drop_old_statements', cron: '37 4 * * *', work: () => dropOldImports(app.database.db, app.now()) },
  ]
}

import * as z from 'zod/mini'
import type { Noun } from '../noun.ts'
import { dropOldImports, IMPORT_JOB, runImport } from './run-import.ts'
import { statementRoutes } from './statements.routes.ts'
import { statementImportRoutes } from './imports.routes.ts'

const Payload = z.object({ import_id: z.int() })

export const statementsNoun: Noun = {
  purpose: 'money',
  routes: [statementRoutes, statementImportRoutes],
  jobs: (app) => [
    { name: IMPORT_JOB, lane: 'bulk', work: (payload) => runImport(app.database, Payload.parse(payload).import_id, app.now) },
    { name: 'drop_old_statements', cron: '37 4 * * *', work: () => dropOldImports(app.database.db, app.now()) },
  ],
}

import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { bookedAttempts, gatewayCosts, waitsForStaff } from '../additions.ts'
import type { Noun } from '../noun.ts'
import { feesOfLines, namesAttempt } from './for-others.ts'
import { dropOldImports, IMPORT_JOB, runImport } from './run-import.ts'
import { statementRoutes } from './statements.routes.ts'
import { statementImportRoutes } from './imports.routes.ts'
import { statementLines } from './statements.table.ts'

const Payload = z.object({ import_id: z.int() })

export const statementsNoun: Noun = {
  purpose: 'money',
  routes: [statementRoutes, statementImportRoutes],
  jobs: (app) => [
    { name: IMPORT_JOB, lane: 'bulk', work: (payload) => runImport(app.database, Payload.parse(payload).import_id, app.now) },
    { name: 'drop_old_statements', cron: '37 4 * * *', work: () => dropOldImports(app.database.db, app.now()) },
  ],
  adds: [
    waitsForStaff.with({ kind: 'statement_lines', since: sql`occurred_at`, from: sql`${statementLines} where status = 'unmatched'` }),
    gatewayCosts.with(feesOfLines),
    bookedAttempts.with(namesAttempt),
  ],
}

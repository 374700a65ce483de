import * as z from 'zod/mini'
import type { Noun } from '../noun.ts'
import { dropOldBulk } from './read-bulk.ts'
import { BULK_JOB, runBulk } from './run-bulk.ts'
import { bulkChangeRoutes } from './bulk-changes.routes.ts'

const Payload = z.object({ change_id: z.int() })

export const bulkChangesNoun: Noun = {
  routes: [bulkChangeRoutes],
  jobs: (app) => {
    const at = () => ({
      now: app.now,
      zone: app.settings()['site.timezone'],
      factorRequired: app.settings()['security.staff_second_factor'],
    })
    return [
      { name: BULK_JOB, lane: 'bulk', work: (payload) => runBulk(app.database, Payload.parse(payload).change_id, at()) },
      { name: 'drop_old_bulk_changes', cron: '23 4 * * *', work: () => dropOldBulk(app.database.db, app.now()) },
    ]
  },
}

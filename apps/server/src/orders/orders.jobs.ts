import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { expireOrders } from './cancel-order.ts'
import { createOpener } from './fulfill-waiting.ts'
import { beginTerms } from './terms/begin-terms.ts'
import { noteWaiting } from './waiting/note-waiting.ts'

export function orderJobs(app: App): Job[] {
  return [
    { name: 'open_orders', everyMs: 500, work: createOpener(app) },
    { name: 'expire_orders', cron: '* * * * *', work: async () => void (await expireOrders(app.database, app.now())) },
    { name: 'begin_terms', cron: '* * * * *', work: () => beginTerms(app.database, app.now(), app.settings()['site.timezone']) },
    { name: 'note_waiting_orders', cron: '* * * * *', work: () => noteWaiting(app.database, app.now()) },
  ]
}

import type { App } from '../app.ts'
import type { Job } from '../jobs/queue.ts'
import { expireOrders } from './cancel-order.ts'
import { createOpener } from './open-waiting.ts'
import { renewDue } from './renew-due.ts'

export function orderJobs(app: App): Job[] {
  return [
    { name: 'open_orders', everyMs: 500, work: createOpener(app) },
    {
      name: 'renew_due',
      cron: '*/5 * * * *',
      work: async () => {
        const { renewed, failed } = await renewDue(app.database, { now: app.now(), settings: app.settings() })
        if (renewed + failed > 0) app.log.info({ renewed, failed }, 'automatic renewals')
      },
    },
    { name: 'expire_orders', cron: '* * * * *', work: async () => void (await expireOrders(app.database, app.now())) },
  ]
}

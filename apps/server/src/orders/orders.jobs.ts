import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { expireOrders } from './cancel-order.ts'
import { createOpener } from './open-waiting.ts'
import { renewDue } from '../renewals/renew-due.ts'

export function orderJobs(app: App): Job[] {
  return [
    { name: 'open_orders', everyMs: 500, work: createOpener(app) },
    {
      name: 'renew_due',
      cron: '*/5 * * * *',
      work: async () => {
        const onError = (account: number, err: unknown): void => app.log.error({ err, account }, 'an automatic renewal failed')
        const { renewed, failed } = await renewDue(app.database, { now: app.now, settings: app.settings() }, onError)
        if (renewed + failed > 0) app.log.info({ renewed, failed }, 'automatic renewals')
      },
    },
    { name: 'expire_orders', cron: '* * * * *', work: async () => void (await expireOrders(app.database, app.now())) },
  ]
}

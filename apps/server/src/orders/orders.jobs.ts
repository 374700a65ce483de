import type { App } from '../app.ts'
import type { Job } from '../jobs/queue.ts'
import { expireOrders } from './cancel-order.ts'
import { openOrder, reopenOrders } from './open-order.ts'
import { renewDue } from './renew-due.ts'

export function orderJobs(app: App): Job[] {
  return [
    {
      name: 'open_order',
      work: async (payload) => {
        // Written by settleOrder, and by nothing else.
        const { order_id } = payload as { order_id: number }
        const order = await openOrder(app.database, order_id, { now: app.now(), settings: app.settings() })
        if (order.status === 'review') app.log.error({ order: order.tradeNo, reason: order.reviewReason }, 'paid order needs an operator')
      },
    },
    // An opening that failed too often is taken up again: no paid order waits for a person to notice.
    { name: 'reopen_orders', cron: '* * * * *', work: () => reopenOrders(app.database, app.now()) },
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

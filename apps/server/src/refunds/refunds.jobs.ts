import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { askRefund, askRefundsAgain } from './ask-refund.ts'

export function refundJobs(app: App): Job[] {
  return [
    {
      name: 'ask_refund',
      lane: 'gateway',
      // Enqueued with each gateway refund.
      work: (payload) =>
        askRefund(app.database, (payload as { refund_id: number }).refund_id, { now: app.now(), settings: app.settings(), log: app.log }),
    },
    { name: 'ask_refunds_again', cron: '17 * * * *', work: () => askRefundsAgain(app.database, app.now()) },
  ]
}

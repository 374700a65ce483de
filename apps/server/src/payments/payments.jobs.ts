import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { askGateways } from './ask-gateways.ts'
import { closeAttempts } from './close-attempts.ts'

export function paymentJobs(app: App): Job[] {
  return [
    {
      name: 'close_attempts',
      lane: 'gateway',
      // Enqueued when an order leaves `pending`, or when a gateway answers too late for one that has.
      work: (payload) => closeAttempts(app.database, (payload as { order_id: number }).order_id),
    },
    {
      name: 'ask_gateways',
      lane: 'gateway',
      cron: '* * * * *',
      work: async () => void (await askGateways(app.database, { now: app.now(), log: app.log })),
    },
  ]
}

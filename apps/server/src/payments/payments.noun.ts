import type { Noun } from '../noun.ts'
import { askGateways } from './ask-gateways.ts'
import { closeAttempts } from './close-attempts.ts'
import { paymentRoutes } from './payments.routes.ts'
import { receiptRoutes } from './receipts.routes.ts'

export const paymentsNoun: Noun = {
  purpose: 'money',
  routes: [paymentRoutes, receiptRoutes],
  jobs: (app) => [
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
  ],
}

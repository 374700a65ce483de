import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { askGateways } from './ask-gateways.ts'
import { askRefund, askRefundsAgain } from '../refunds/ask-refund.ts'
import { closeAttempts } from './close-attempts.ts'
import { type Forgotten, forgetCard, keepCard } from '../saved-cards/saved-cards.ts'

export function paymentJobs(app: App): Job[] {
  return [
    {
      name: 'close_attempts',
      // Written when an order leaves `pending`, and when a gateway answered too late for one that had.
      work: (payload) => closeAttempts(app.database, (payload as { order_id: number }).order_id),
    },
    {
      name: 'ask_refund',
      // Written with each refund by gateway.
      work: (payload) => askRefund(app.database, (payload as { refund_id: number }).refund_id, { now: app.now(), log: app.log }),
    },
    {
      name: 'keep_card',
      // Written with a payment whose payer wants his card kept.
      work: (payload) => keepCard(app.database, (payload as { attempt_id: number }).attempt_id, app.now()),
    },
    {
      name: 'forget_card',
      // Written when a saved card is removed, or another takes its place.
      work: (payload) => forgetCard(app.database, payload as Forgotten),
    },
    { name: 'ask_refunds_again', cron: '17 * * * *', work: () => askRefundsAgain(app.database, app.now()) },
    { name: 'ask_gateways', cron: '* * * * *', work: async () => void (await askGateways(app.database, { now: app.now(), log: app.log })) },
  ]
}

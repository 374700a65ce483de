import type { Noun } from '../noun.ts'
import { askRefund, askRefundsAgain } from './ask-refund.ts'

export const refundsNoun: Noun = {
  jobs: (app) => [
    {
      name: 'ask_refund',
      lane: 'gateway',
      // Enqueued with each gateway refund.
      work: (payload) =>
        askRefund(app.database, (payload as { refund_id: number }).refund_id, { now: app.now(), settings: app.settings(), log: app.log }),
    },
    { name: 'ask_refunds_again', cron: '17 * * * *', work: () => askRefundsAgain(app.database, app.now()) },
  ],
}

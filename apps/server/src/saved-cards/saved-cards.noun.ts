import type { Noun } from '../noun.ts'
import { type Forgotten, forgetCard, keepCard } from './saved-cards.ts'
import { savedCardRoutes } from './saved-cards.routes.ts'

export const savedCardsNoun: Noun = {
  purpose: 'money',
  routes: [savedCardRoutes],
  jobs: (app) => [
    {
      name: 'keep_card',
      lane: 'gateway',
      // Enqueued with a payment whose payer wants their card saved.
      work: (payload) => keepCard(app.database, (payload as { attempt_id: number }).attempt_id, app.now()),
    },
    {
      name: 'forget_card',
      lane: 'gateway',
      // Enqueued when a saved card is removed or replaced.
      work: (payload) => forgetCard(app.database, payload as Forgotten),
    },
  ],
}

import * as z from 'zod/mini'
import type { Noun } from '../noun.ts'
import { ANNOUNCE_JOB, announcePrices } from './prices/announce-prices.ts'
import { planRoutes } from './plans.routes.ts'

const Payload = z.object({ change_id: z.int() })

export const plansNoun: Noun = {
  routes: [planRoutes],
  jobs: (app) => [
    {
      name: ANNOUNCE_JOB,
      lane: 'bulk',
      work: (payload) =>
        announcePrices(app.database, { changeId: Payload.parse(payload).change_id, settings: app.settings(), now: app.now() }),
    },
  ],
}

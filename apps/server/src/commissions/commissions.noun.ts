import type { Noun } from '../noun.ts'
import { payCommissions } from './pay-commissions.ts'
import { commissionRoutes } from './commissions.routes.ts'

export const commissionsNoun: Noun = {
  purpose: 'money',
  routes: [commissionRoutes],
  jobs: (app) => [{ name: 'pay_commissions', everyMs: 5000, work: async () => void (await payCommissions(app.database, app.now())) }],
}

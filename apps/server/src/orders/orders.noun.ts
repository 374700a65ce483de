import type { Noun } from '../noun.ts'
import { expireOrders } from './cancel-order.ts'
import { createOpener } from './fulfill-waiting.ts'
import { beginTerms } from './terms/begin-terms.ts'
import { noteWaiting } from './waiting/note-waiting.ts'
import { orderRoutes } from './orders.routes.ts'
import { orderEventRoutes } from './order-events.routes.ts'
import { orderAdminRoutes } from './order-admin.routes.ts'

export const ordersNoun: Noun = {
  purpose: 'money',
  routes: [orderRoutes, orderEventRoutes, orderAdminRoutes],
  jobs: (app) => [
    { name: 'open_orders', everyMs: 500, work: createOpener(app) },
    { name: 'expire_orders', cron: '* * * * *', work: async () => void (await expireOrders(app.database, app.now())) },
    { name: 'begin_terms', cron: '* * * * *', work: () => beginTerms(app.database, app.now(), app.settings()['site.timezone']) },
    { name: 'note_waiting_orders', cron: '* * * * *', work: () => noteWaiting(app.database, app.now()) },
  ],
}

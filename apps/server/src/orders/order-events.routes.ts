import { orderEvents } from '@portico/contract/orders'
import type { App } from '../app.ts'
import { serveEvents } from '../http/events.ts'
import type { Router } from '../http/router.ts'
import { orderStatuses } from './order-watch.ts'

export function orderEventRoutes(router: Router, app: App): void {
  serveEvents(router, app, orderEvents, async function* ({ caller, query }, left) {
    const of = { accountId: caller.accountId, tradeNo: query.trade_no }
    for await (const status of orderStatuses(app, of, left)) yield { trade_no: query.trade_no, status }
  })
}

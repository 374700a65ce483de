import { fetchOrders, orderDetails, orderPaymentMethods } from '@portico/contract/orders'
import { fetchServers } from '@portico/contract/nodes'
import { fetchPlans } from '@portico/contract/plans'
import { getDashboard, getSubscribe } from '@portico/contract/subscriptions'
import { invalidate } from '../api/query.ts'
import { refreshWho } from '../api/who.ts'

/** An order has moved on: everything that may look different now is asked for again, the balance too. */
export async function orderChanged(): Promise<void> {
  const asked = invalidate(orderDetails, fetchOrders, orderPaymentMethods, fetchPlans, getSubscribe, getDashboard, fetchServers)
  await Promise.allSettled([asked, refreshWho()])
}

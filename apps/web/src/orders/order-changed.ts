import { orderPaymentMethods } from '@portico/contract/checkout'
import { fetchOrders, orderDetails } from '@portico/contract/orders'
import { fetchServers } from '@portico/contract/nodes'
import { fetchPlans } from '@portico/contract/plans'
import { getDashboard, getImportLinks, getSubscribe } from '@portico/contract/subscriptions'
import { invalidate } from '../api/query.ts'
import { refreshWho } from '../api/who.ts'

/** Refetches everything that a changed order may affect, including the balance. */
export async function orderChanged(): Promise<void> {
  const ofOrder = [orderDetails, fetchOrders, orderPaymentMethods]
  const asked = invalidate(...ofOrder, fetchPlans, getSubscribe, getImportLinks, getDashboard, fetchServers)
  await Promise.allSettled([asked, refreshWho()])
}

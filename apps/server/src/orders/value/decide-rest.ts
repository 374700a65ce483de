import type { RestDecision } from '@portico/contract/orders-admin'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import type { OrderRow } from '../orders.table.ts'
import { unusedOrders } from './unused-orders.ts'

/** The part of an order that says which orders' unused value it absorbs, and how much of it goes to the balance. */
export type UnusedPart = Pick<OrderRow, 'surplusOrderIds' | 'surplusAmounts' | 'surplusAmount' | 'creditAmount'>

/**
 * What an order by staff does with the replaced plan's unused part. Throws `member.rest_undecided` with the amount if there is one and no
 * decision.
 */
export async function decideRest(
  tx: Tx,
  held: SubscriptionRow,
  decision: RestDecision | undefined,
  { currency, ...context }: Context & { currency: string },
): Promise<UnusedPart> {
  const unused = await unusedOrders(tx, held, currency, context)
  const amount = [...unused.values()].reduce((sum, one) => sum + one, 0)
  if (amount > 0 && !decision) throw new AppError('member.rest_undecided', { details: { amount, currency } })
  const keeps = decision?.rest === 'carry' || decision?.rest === 'credit'
  return {
    surplusOrderIds: [...unused.keys()],
    surplusAmounts: [...unused.values()].map((one) => (keeps ? one : 0)),
    surplusAmount: keeps ? amount : 0,
    creditAmount: decision?.rest === 'credit' ? amount : 0,
  }
}

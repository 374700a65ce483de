import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { lockOrder, moveOrder } from './move-order.ts'
import type { OrderRow } from './orders.table.ts'

/** Queues a paid order in review to be opened again. Throws `order.wrong_status` unless it is in review. */
export async function retryOrder({ transaction }: Database, by: Actor, tradeNo: string, now: Date): Promise<OrderRow> {
  return transaction(async (tx) => {
    const before = await lockOrder(tx, tradeNo)
    const after = await moveOrder(tx, before, 'retry')
    const entry = { action: 'order.retry', entity: 'order', beneficiary: before.accountId, id: tradeNo, before, after } as const
    await record(tx, by, entry, now)
    return after
  })
}

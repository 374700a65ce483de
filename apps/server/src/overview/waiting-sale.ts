import type { Db } from '../db/client.ts'
import { awaitedTransfers, listOrders, type OrderWithEmail, sentProofs } from '../orders/list-orders.ts'

/** Orders read; before the first sale there are few. */
const LOOKED_AT = 20

/** The unpaid order to look at first: one with a proof, then one by transfer, then the newest. `byHand`: an operator is to confirm it. */
export async function waitingSale(db: Db): Promise<(OrderWithEmail & { byHand: boolean }) | null> {
  const [proved, newest] = await Promise.all([
    listOrders(db, { status: 'proof_sent' }, { page: 1, page_size: 1 }),
    listOrders(db, { status: 'pending' }, { page: 1, page_size: LOOKED_AT }),
  ])
  const rows = [...proved.items, ...newest.items]
  const orders = rows.map(({ order }) => order)
  const [proofs, transfers] = await Promise.all([sentProofs(db, orders), awaitedTransfers(db, orders)])
  const sales = rows.map((row) => ({ ...row, byHand: proofs.has(row.order.id) || transfers.has(row.order.id) }))
  return sales.find(({ byHand }) => byHand) ?? sales[0] ?? null
}

import type { Tx } from '../db/client.ts'
import { type NewEvent, tellMany } from '../events/tell.ts'
import type { OrderRow } from './orders.table.ts'

/** Tells members, once per order, that what they paid for is theirs. Orders that were not delivered are left out. */
export async function tellPaid(tx: Tx, orders: OrderRow[], now: Date): Promise<void> {
  const delivered = orders.filter(({ status }) => status === 'completed')
  await tellMany(
    tx,
    delivered.map((order) => ({ accountId: order.accountId, ...paid(order) })),
    now,
  )
}

function paid({ tradeNo, type, snapshot, translations, renewalOf }: OrderRow): NewEvent {
  const names = Object.entries(translations).flatMap(([language, texts]) =>
    texts?.planName === undefined ? [] : [[language, { plan: texts.planName }]],
  )
  const data = {
    trade_no: tradeNo,
    order_type: type,
    plan: snapshot?.planName ?? null,
    translations: Object.fromEntries(names) as object,
    automatic: renewalOf !== null,
  }
  return { type: 'order_paid', cause: `order_paid ${tradeNo}`, data }
}

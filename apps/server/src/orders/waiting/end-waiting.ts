import type { Tx } from '../../db/client.ts'
import { endEvents } from '../../events/end-events.ts'
import type { OrderRow } from '../orders.table.ts'

export const waitingCause = (tradeNo: string): string => `order_waiting ${tradeNo}`

/** Ends the reminder of an unpaid order, in the transaction in which the order is paid, cancelled or expires. */
export async function endWaiting(tx: Tx, { accountId, tradeNo, createdAt, expiresAt }: OrderRow, now: Date): Promise<void> {
  // Reminders come in the second half of the time; most orders are paid by then.
  if (now.getTime() - createdAt.getTime() < (expiresAt.getTime() - createdAt.getTime()) / 2) return
  await endEvents(tx, [{ accountId, cause: waitingCause(tradeNo) }], now)
}

import type { Tx } from '../db/client.ts'
import { endEvents } from '../events/end-events.ts'
import { tell } from '../events/tell.ts'
import type { CommissionRow } from './commissions.table.ts'

const causeOf = ({ id }: Pick<CommissionRow, 'id'>): string => `commission_confirmed ${id}`

/** Tells the receiver what they have earned, once per commission. */
export async function tellConfirmed(tx: Tx, commission: CommissionRow, now: Date): Promise<void> {
  const { receiverId, amount, reversedAmount, currency } = commission
  const data = { amount: amount - reversedAmount, currency }
  await tell(tx, receiverId, { type: 'commission_confirmed', cause: causeOf(commission), data }, now)
}

/** Ends the member's message about a commission that was reversed whole. May be repeated, and for one without a message. */
export async function untellConfirmed(tx: Tx, commission: CommissionRow, now: Date): Promise<void> {
  await endEvents(tx, [{ accountId: commission.receiverId, cause: causeOf(commission) }], now)
}

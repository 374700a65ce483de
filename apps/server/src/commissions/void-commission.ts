import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import type { CommissionRow } from './commissions.table.ts'
import { lockCommission, moveCommission } from './move-commission.ts'
import { untellConfirmed } from './tell-confirmed.ts'

/** Voids a commission that is not paid yet. Throws `commission.wrong_status` for a paid one. */
export function voidCommission(
  { transaction }: Database,
  by: Actor,
  { id, reason }: { id: number; reason: string },
  now: Date,
): Promise<CommissionRow> {
  return transaction(async (tx) => {
    const before = await lockCommission(tx, id)
    const after = await moveCommission(tx, before, 'void', { reversedAmount: before.amount })
    await untellConfirmed(tx, after, now)
    await record(tx, by, { action: 'commission.void', entity: 'commission', id, before, after, reason }, now)
    return after
  })
}

import type { Database } from '../db/client.ts'
import { recorded } from '../audit/recorded.ts'
import type { Caller } from '../actor.ts'
import type { CommissionRow } from './commissions.table.ts'
import { lockCommission, moveCommission } from './move-commission.ts'

/** An operator voids a commission that is not paid yet. Throws `commission.wrong_status` for one that is. */
export function voidCommission(database: Database, by: Caller, input: { id: number; reason: string }, at: Date): Promise<CommissionRow> {
  const act = { by, action: 'commission.void', after: { reason: input.reason }, at }
  return recorded(database, act, async (tx) => {
    const commission = await lockCommission(tx, input.id)
    const result = await moveCommission(tx, commission, 'void', { reversedAmount: commission.amount })
    return { target: `commission ${input.id}`, result }
  })
}

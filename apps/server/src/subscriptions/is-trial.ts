import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { trials } from '../members/trials.table.ts'
import { orders } from '../orders/orders.table.ts'
import { redeemUses } from '../redeem-codes/redeem-codes.table.ts'

/** Whether the plan held now or last is the trial: none was bought or redeemed since. */
export async function isTrial(db: Db, accountId: number): Promise<boolean> {
  const bought = and(eq(orders.accountId, accountId), inArray(orders.type, ['new', 'renew', 'change']), inArray(orders.status, SOLD))
  const [trial, order, uses] = await Promise.all([
    db.select({ at: trials.at }).from(trials).where(eq(trials.accountId, accountId)).limit(1),
    db.select({ id: orders.id }).from(orders).where(bought).limit(1),
    db.select({ rewards: redeemUses.rewards }).from(redeemUses).where(eq(redeemUses.accountId, accountId)),
  ])
  return trial.length > 0 && order.length === 0 && uses.every(({ rewards }) => rewards.kind !== 'plan')
}

const SOLD = ['completed', 'absorbed', 'refunded'] as const

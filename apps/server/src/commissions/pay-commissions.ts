import { and, asc, eq, lte } from 'drizzle-orm'
import { canMoveCommission } from '@portico/contract/commissions'
import type { Database, Tx } from '../db/client.ts'
import { post } from '../ledger/post.ts'
import { commissions } from './commissions.table.ts'
import { lockFreeCommission, moveCommission, orderNumber } from './move-commission.ts'
import { tellConfirmed } from './tell-confirmed.ts'

const BATCH = 1000

/**
 * Confirms commissions after their freeze and pays confirmed ones, each in its own transaction, so that a failure stops no other. Several
 * processes may run it: each skips locked rows. Returns how many it paid.
 */
export async function payCommissions(database: Database, now: Date): Promise<number> {
  const frozen = and(eq(commissions.status, 'pending'), lte(commissions.frozenUntil, now))
  for (const id of await dueIds(database, frozen)) await database.transaction((tx) => confirmCommission(tx, id, now))
  let paid = 0
  for (const id of await dueIds(database, eq(commissions.status, 'confirmed'))) {
    if (await database.transaction((tx) => payCommission(tx, id, now))) paid++
  }
  return paid
}

async function dueIds({ db }: Database, where: ReturnType<typeof and>): Promise<number[]> {
  const due = await db.select({ id: commissions.id }).from(commissions).where(where).orderBy(asc(commissions.frozenUntil)).limit(BATCH)
  return due.map(({ id }) => id)
}

async function confirmCommission(tx: Tx, id: number, at: Date): Promise<void> {
  const commission = await lockFreeCommission(tx, id)
  // Another process or a refund may have come first.
  if (!commission || !canMoveCommission(commission.status, 'confirm')) return
  await tellConfirmed(tx, await moveCommission(tx, commission, 'confirm'), at)
}

async function payCommission(tx: Tx, id: number, at: Date): Promise<boolean> {
  const commission = await lockFreeCommission(tx, id)
  if (!commission || !canMoveCommission(commission.status, 'pay')) return false
  await moveCommission(tx, commission, 'pay', { paidAt: at })
  const amount = commission.amount - commission.reversedAmount
  const { receiverId: ownerId, currency } = commission
  const legs = [{ kind: 'revenue', amount: -amount } as const, { kind: 'commission', ownerId, amount } as const]
  return post(tx, {
    kind: 'commission.paid',
    key: `commission:${id}`,
    commissionId: id,
    currency,
    legs,
    note: await orderNumber(tx, commission),
    at,
  })
}

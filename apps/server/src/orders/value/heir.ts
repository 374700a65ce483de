import { and, arrayContains, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { type OrderRow, orders } from '../orders.table.ts'

/** The order that absorbed this one, unless its change was undone. */
export async function heirOf(db: Db, { id, accountId }: Pick<OrderRow, 'id' | 'accountId'>): Promise<OrderRow | null> {
  const [heir] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), arrayContains(orders.surplusOrderIds, [id]), isNotNull(orders.completedAt)))
    .limit(1)
  return heir ?? null
}

/** Order whose plan an absorbed order's money pays for now; null: none. */
export async function holderOf(db: Db, order: OrderRow): Promise<OrderRow | null> {
  const heir = await heirOf(db, order)
  if (!heir || heir.surplusAmount === heir.creditAmount) return null
  return heir.status === 'absorbed' ? holderOf(db, heir) : heir
}

import { and, arrayContains, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { type OrderRow, orders } from '../orders.table.ts'

/** The order that absorbed the given one; null: none, or that change was undone. */
export async function absorberOf(db: Db, { id, accountId }: Pick<OrderRow, 'id' | 'accountId'>): Promise<OrderRow | null> {
  const [absorber] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), arrayContains(orders.surplusOrderIds, [id]), isNotNull(orders.completedAt)))
    .limit(1)
  return absorber ?? null
}

/** Order whose plan an absorbed order's money pays for now; null: none. */
export async function holderOf(db: Db, order: OrderRow): Promise<OrderRow | null> {
  const absorber = await absorberOf(db, order)
  if (!absorber || absorber.surplusAmount === absorber.creditAmount) return null
  return absorber.status === 'absorbed' ? holderOf(db, absorber) : absorber
}

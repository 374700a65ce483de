import { and, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { type OrderRow, orders } from '../orders.table.ts'

/** Whether a permanent plan was bought again after this order, whose quota then no longer counts. */
export async function isFilledAgain(db: Db, { id, accountId, planId, type, termStart, termEnd }: OrderRow): Promise<boolean> {
  if (planId === null || termStart === null || termEnd !== null || type === 'reset') return false
  const [later] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.planId, planId),
        eq(orders.status, 'completed'),
        inArray(orders.type, ['new', 'renew', 'change']),
        gt(orders.id, id),
        isNotNull(orders.termStart),
        isNull(orders.termEnd),
      ),
    )
    .limit(1)
  return later !== undefined
}

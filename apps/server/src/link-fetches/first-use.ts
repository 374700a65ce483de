import { and, eq, gte, min, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { linkFetches } from './link-fetches.table.ts'
import { linkMark } from './link-mark.ts'

type Opened = Pick<OrderRow, 'accountId' | 'type' | 'completedAt'>
type FirstUse = { importedAt: Date | null; usedAt: Date | null }

/**
 * What the member has done since an order was opened: fetched the link, used traffic. Renewals and changes keep the link, so earlier use
 * counts.
 */
export async function readFirstUse(db: Db, { accountId, type, completedAt }: Opened): Promise<FirstUse> {
  if (completedAt === null) return { importedAt: null, usedAt: null }
  const since = type === 'new' ? completedAt : new Date(0)
  const isCurrent = and(eq(linkFetches.accountId, accountId), eq(linkFetches.link, linkMark(sql`${subscriptions.token}`)))
  const [row] = await db
    .select({ usedAt: subscriptions.usedAt, importedAt: min(linkFetches.at) })
    .from(subscriptions)
    .leftJoin(linkFetches, and(isCurrent, gte(linkFetches.at, since)))
    .where(eq(subscriptions.accountId, accountId))
    .groupBy(subscriptions.accountId)
  const { usedAt = null, importedAt = null } = row ?? {}
  return { importedAt, usedAt: usedAt && usedAt >= since ? usedAt : null }
}

import type { RefusalReason } from '@portico/contract/refused-notifications-admin'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { inRange, type LogRange, newestFirst, pageOf } from '../newest-first.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { type RefusedNotificationRow, refusedNotifications } from './refused-notifications.table.ts'

export type RefusalFilter = LogRange & {
  method_id?: number | undefined
  reason?: RefusalReason | undefined
  number?: string | undefined
}
export type RefusalWithMethod = { row: RefusedNotificationRow; methodName: string | null }

/** A page of refused notifications, newest first. */
export async function listRefusals(
  db: Db,
  filter: RefusalFilter,
  zone: string,
  size: number,
): Promise<{ items: RefusalWithMethod[]; next: number | null }> {
  const where = and(
    inRange(refusedNotifications, filter, zone),
    filter.method_id === undefined ? undefined : eq(refusedNotifications.methodId, filter.method_id),
    filter.reason && eq(refusedNotifications.reason, filter.reason),
    filter.number ? eq(refusedNotifications.number, filter.number.trim()) : undefined,
  )
  const rows = await db
    .select({ row: refusedNotifications, methodName: paymentMethods.name })
    .from(refusedNotifications)
    .leftJoin(paymentMethods, eq(paymentMethods.id, refusedNotifications.methodId))
    .where(where)
    .orderBy(...newestFirst(refusedNotifications))
    .limit(size + 1)
  return pageOf(rows, size, ({ row }) => row.id)
}

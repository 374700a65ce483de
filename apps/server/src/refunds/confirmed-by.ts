import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { auditLog, readable } from '../audit/audit.table.ts'
import type { Db } from '../db/client.ts'

/** Who confirmed. `name`: null if not a person, such as an import. */
export type Confirmation = { name: string | null; at: Date; note: string | null }

/** Who marked the order as paid or gave it away; null: neither, as after a gateway's payment. */
export async function confirmedBy(db: Db, tradeNo: string): Promise<Confirmation | null> {
  const { action, entity, entityId, actorId, actorName, at, id } = auditLog
  const name = sql<string | null>`coalesce(${actorName}, ${accounts.email})`
  const [row] = await db
    .select({ name, at, note: readable.reason })
    .from(auditLog)
    .leftJoin(accounts, eq(accounts.id, actorId))
    .where(and(eq(entity, 'order'), eq(entityId, tradeNo), inArray(action, ['order.mark_paid', 'order.assign'])))
    .orderBy(desc(id))
    .limit(1)
  return row ?? null
}

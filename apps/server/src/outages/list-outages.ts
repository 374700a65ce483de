import { and, count, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { nodes } from '../nodes/nodes.table.ts'
import { outageGifts, type OutageRow, outages } from './outages.table.ts'

export type ListedOutage = { outage: OutageRow; node: string; compensated: number }

/** A page of outages, latest first, of all nodes or of `nodeId`; `id`: only that outage. */
export async function listOutages(
  db: Db,
  { page, pageSize, nodeId, id }: { page: number; pageSize: number; nodeId?: number | undefined; id?: number },
): Promise<{ rows: ListedOutage[]; total: number }> {
  const where = and(nodeId === undefined ? undefined : eq(outages.nodeId, nodeId), id === undefined ? undefined : eq(outages.id, id))
  const compensated = sql<number>`(select count(*)::int from ${outageGifts} g where g.outage_id = ${outages.id})`
  const rows = await db
    .select({ outage: outages, node: nodes.name, compensated })
    .from(outages)
    .innerJoin(nodes, eq(nodes.id, outages.nodeId))
    .where(where)
    .orderBy(desc(outages.beganAt), desc(outages.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [all] = await db.select({ n: count() }).from(outages).where(where)
  return { rows, total: all?.n ?? 0 }
}

/** Outages that were not over before `from`. */
export async function outagesSince(db: Db, from: Date): Promise<OutageRow[]> {
  return db
    .select()
    .from(outages)
    .where(or(isNull(outages.endedAt), gte(outages.endedAt, from)))
}

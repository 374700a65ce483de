import { and, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { type NamedNode, nodes } from '../nodes/nodes.table.ts'
import { outageGifts, type OutageRow, outages } from './outages.table.ts'

export type ListedOutage = { outage: OutageRow; node: NamedNode; compensated: number }

/** A page of outages, latest first, of all nodes or of `nodeId`; `id`: only that outage. */
export async function listOutages(
  db: Db,
  { nodeId, id }: { nodeId?: number | undefined; id?: number },
  paging: Paging,
): Promise<Page<ListedOutage>> {
  const compensated = sql<number>`(select count(*)::int from ${outageGifts} g where g.outage_id = ${outages.id})`
  const found = db
    .select({ outage: outages, node: { name: nodes.name, translations: nodes.translations }, compensated })
    .from(outages)
    .innerJoin(nodes, eq(nodes.id, outages.nodeId))
    .where(and(nodeId === undefined ? undefined : eq(outages.nodeId, nodeId), id === undefined ? undefined : eq(outages.id, id)))
    .$dynamic()
  return readPage(db, found, [desc(outages.beganAt), desc(outages.id)], paging)
}

/** Outages that ended after `from`, or have not ended. */
export async function outagesSince(db: Db, from: Date): Promise<OutageRow[]> {
  return db
    .select()
    .from(outages)
    .where(or(isNull(outages.endedAt), gte(outages.endedAt, from)))
}

import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm'
import { auditLog } from '../audit/audit.table.ts'
import { dayKey, shiftDay } from '../calendar.ts'
import type { Db } from '../db/client.ts'
import { offlineAt } from '../nodes/node-contact.ts'
import { nodeGroups, nodeReports, nodes, type NodeRow } from '../nodes/nodes.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'

/** Days without use after which a member does not miss a node. */
const USED_DAYS = 3

export type NodeFacts = Pick<NodeRow, 'id' | 'name' | 'translations' | 'state' | 'settings' | 'exhaustedAt' | 'createdAt'> & {
  offlineAt: Date | null
  /** When the node last pulled its members; null: never. */
  lastPullAt: Date | null
  /** When an operator last changed its address or settings. */
  movedAt: Date | null
  /** The member used it in the last days. */
  isUsed: boolean
}

/** Nodes of the member's group in order, whether usable now or not. */
export async function readNodeFacts(db: Db, accountId: number, now: Date, zone: string): Promise<NodeFacts[]> {
  const reporting = sql`coalesce(${nodes.parentId}, ${nodes.id})`
  const since = shiftDay(dayKey(now, zone), 1 - USED_DAYS)
  const traffic = db
    .select({ one: sql`1` })
    .from(trafficDaily)
    .where(and(eq(trafficDaily.accountId, accountId), eq(trafficDaily.nodeId, nodes.id), gte(trafficDaily.day, since)))
  const moved = sql<Date | null>`(select max(${auditLog.at}) from ${auditLog} where ${auditLog.entity} = 'node'
    and ${auditLog.entityId} = ${nodes.id}::text and ${auditLog.action} = 'node.update' and ${auditLog.after} ?| array['host', 'port', 'settings'])`
  return db
    .select({
      id: nodes.id,
      name: nodes.name,
      translations: nodes.translations,
      state: nodes.state,
      settings: nodes.settings,
      exhaustedAt: nodes.exhaustedAt,
      createdAt: nodes.createdAt,
      offlineAt,
      lastPullAt: nodeReports.lastPullAt,
      movedAt: moved.mapWith(auditLog.at),
      isUsed: sql<boolean>`exists (${traffic})`,
    })
    .from(subscriptions)
    .innerJoin(nodeGroups, eq(nodeGroups.groupId, subscriptions.groupId))
    .innerJoin(nodes, eq(nodes.id, nodeGroups.nodeId))
    .leftJoin(nodeReports, eq(nodeReports.nodeId, reporting))
    .where(and(eq(subscriptions.accountId, accountId), isNull(nodes.deletedAt)))
    .orderBy(asc(nodes.sort), asc(nodes.id))
}

import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { reportAlarms } from '../report-watch/report-watch.table.ts'
import { activeSql } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { offlineAt } from './node-contact.ts'
import { nodeGroups, nodeReports, nodes, type NodeRow } from './nodes.table.ts'

export type NodeReport = typeof nodeReports.$inferSelect
export type ReportedNode = { node: NodeRow; report: NodeReport | null }
export type NodeWithGroups = ReportedNode & { groupIds: number[]; offlineAt: Date | null; alarms: number }

/** Node whose reports count: a child has no process, so its parent. */
const reporting = sql`coalesce(${nodes.parentId}, ${nodes.id})`

/** Nodes in their order without deleted ones; `id`: only that one. */
export async function listNodes(db: Db, id: number | null = null): Promise<NodeWithGroups[]> {
  const groupIds = sql<
    number[]
  >`coalesce((select json_agg(ng.group_id order by ng.group_id) from ${nodeGroups} ng where ng.node_id = ${nodes.id}), '[]')`
  const open = and(eq(reportAlarms.nodeId, reporting), isNull(reportAlarms.settledAt))
  const alarms = sql<number>`(select count(*) from ${reportAlarms} where ${open})`.mapWith(Number)
  return db
    .select({ node: nodes, report: nodeReports, groupIds, offlineAt, alarms })
    .from(nodes)
    .leftJoin(nodeReports, eq(nodeReports.nodeId, reporting))
    .where(and(isNull(nodes.deletedAt), id === null ? undefined : eq(nodes.id, id)))
    .orderBy(asc(nodes.sort), asc(nodes.id))
}

/** Nodes that an account's running subscription opens, in order. A draining node still serves its members, so they see it. */
export async function listMemberNodes(db: Db, accountId: number, now: Date): Promise<ReportedNode[]> {
  return db
    .select({ node: nodes, report: nodeReports })
    .from(subscriptions)
    .innerJoin(nodeGroups, eq(nodeGroups.groupId, subscriptions.groupId))
    .innerJoin(nodes, eq(nodes.id, nodeGroups.nodeId))
    .leftJoin(nodeReports, eq(nodeReports.nodeId, reporting))
    .where(
      and(
        eq(subscriptions.accountId, accountId),
        activeSql(now),
        isNull(nodes.exhaustedAt),
        inArray(nodes.state, ['enabled', 'draining', 'maintenance']),
        isNull(nodes.deletedAt),
      ),
    )
    .orderBy(asc(nodes.sort), asc(nodes.id))
}

const TAG = 'location:'

/** The tag `location:Tokyo` names it; else the name up to its first number or separator: `Hong Kong 01 | IPLC` is Hong Kong. */
export function locationOf(name: string, tags: readonly string[]): string {
  const tagged = tags
    .find((tag) => tag.toLowerCase().startsWith(TAG))
    ?.slice(TAG.length)
    .trim()
  return tagged || /^[^\d|·/([【（#_-]+/u.exec(name)?.[0].trim() || name
}

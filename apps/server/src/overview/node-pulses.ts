import { eq, sql } from 'drizzle-orm'
import type { NodeStatus } from '@portico/contract/nodes'
import type { NodeState } from '@portico/contract/nodes-admin'
import { dayKey } from '../calendar.ts'
import type { Db } from '../db/client.ts'
import { listNodes } from '../nodes/list-nodes.ts'
import type { NodeRow } from '../nodes/nodes.table.ts'
import { nodeStatus } from '../nodes/node-status.ts'
import { nodeDays } from '../outages/service-status.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'

export type NodePulse = {
  id: number
  name: string
  translations: NodeRow['translations']
  state: NodeState
  status: NodeStatus
  hasCalled: boolean
  downSince: Date | null
  onlineUsers: number
  cpu: number | null
  today: number
  uptime: number | null
  days: (number | null)[]
}

/** Nodes in their order, with their last report and their last 90 days. What a silent node last reported no longer applies. */
export async function nodePulses(db: Db, now: Date, zone: string): Promise<NodePulse[]> {
  const carried = sql<number>`least(sum(${trafficDaily.up} + ${trafficDaily.down}), ${Number.MAX_SAFE_INTEGER})::bigint`.mapWith(Number)
  const [rows, days, traffic] = await Promise.all([
    listNodes(db),
    nodeDays(db, now, zone),
    db
      .select({ nodeId: trafficDaily.nodeId, bytes: carried })
      .from(trafficDaily)
      .where(eq(trafficDaily.day, dayKey(now, zone)))
      .groupBy(trafficDaily.nodeId),
  ])
  const today = new Map(traffic.map(({ nodeId, bytes }) => [nodeId, bytes]))
  return rows.map(({ node, report, offlineAt }) => {
    const status = nodeStatus(report, now)
    const isOn = status === 'online'
    const hasCalled = (report?.lastPullAt ?? report?.lastPushAt ?? null) !== null
    const history = days.get(node.id)
    return {
      id: node.id,
      name: node.name,
      translations: node.translations,
      state: node.state,
      status,
      hasCalled,
      downSince: hasCalled ? offlineAt : null,
      onlineUsers: isOn ? (report?.onlineUsers ?? 0) : 0,
      cpu: status === 'offline' ? null : (report?.load?.cpu ?? null),
      today: today.get(node.id) ?? 0,
      uptime: hasCalled ? (history?.uptime ?? null) : null,
      days: hasCalled ? (history?.days ?? []) : [],
    }
  })
}

import { eq, sql } from 'drizzle-orm'
import type { NodeStatus } from '@portico/contract/nodes'
import type { NodeState } from '@portico/contract/nodes-admin'
import { FEW_NODES, TROUBLED_NODES } from '@portico/contract/overview-admin'
import { dayKey } from '../calendar.ts'
import type { Db } from '../db/client.ts'
import { listNodes } from '../nodes/list-nodes.ts'
import type { NodeRow } from '../nodes/nodes.table.ts'
import { nodeStatus } from '../nodes/node-status.ts'
import { nodeDays } from '../outages/service-status.ts'
import { trafficDays } from '../traffic/traffic.table.ts'

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

type NodePulses = {
  items: NodePulse[]
  total: number
  enabled: number
  online: number
  troubled: number
  today: { id: number; bytes: number }[]
}

/** Hundredths of a percent. */
const WHOLE = 10_000

/** The nodes, or of many those in trouble. Those that are down come first. */
export async function nodePulses(db: Db, now: Date, zone: string): Promise<NodePulses> {
  const read = await readPulses(db, now, zone)
  const all = read.toSorted((a, b) => Number(b.downSince !== null) - Number(a.downSince !== null))
  const enabled = all.filter(({ state }) => state === 'enabled')
  const isUp = (node: NodePulse): boolean => node.hasCalled && node.downSince === null && node.status !== 'offline'
  // One switched off on purpose, or that never connected, has no trouble.
  const troubled = enabled.filter((node) => node.hasCalled && !isSteady(node))
  const listed = all.length > FEW_NODES ? troubled.slice(0, TROUBLED_NODES) : all
  return {
    items: listed,
    total: all.length,
    enabled: enabled.length,
    online: enabled.filter(isUp).length,
    troubled: troubled.length,
    today: all.filter(({ today }) => today > 0).map(({ id, today }) => ({ id, bytes: today })),
  }
}

/** Whether a node lost no time. */
function isSteady({ downSince, days }: NodePulse): boolean {
  return downSince === null && days.every((uptime) => uptime === null || uptime === WHOLE)
}

/** Nodes in their order, with their last report and their last 90 days. What a silent node last reported no longer applies. */
async function readPulses(db: Db, now: Date, zone: string): Promise<NodePulse[]> {
  const carried = sql<number>`least(sum(${trafficDays.up} + ${trafficDays.down}), ${Number.MAX_SAFE_INTEGER})::bigint`.mapWith(Number)
  const [rows, days, traffic] = await Promise.all([
    listNodes(db),
    nodeDays(db, now, zone),
    db
      .select({ nodeId: trafficDays.nodeId, bytes: carried })
      .from(trafficDays)
      .where(eq(trafficDays.day, dayKey(now, zone)))
      .groupBy(trafficDays.nodeId),
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

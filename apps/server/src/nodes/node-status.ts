import type { NodeStatus } from '@portico/contract/nodes'

const RECENT_MS = 5 * 60_000

/** Online: pulled and pushed recently. Idle: only pulled, as a node without traffic does. */
export function nodeStatus(report: { lastPullAt: Date | null; lastPushAt: Date | null } | null, now: Date): NodeStatus {
  const recent = (at: Date | null | undefined): boolean => at != null && now.getTime() - at.getTime() <= RECENT_MS
  if (!recent(report?.lastPullAt)) return 'offline'
  return recent(report?.lastPushAt) ? 'online' : 'idle'
}

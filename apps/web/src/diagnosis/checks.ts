import type { FindingCode } from '@portico/contract/diagnosis'

/** Checks in order, from the account to the first traffic. */
export const CHECKS = ['plan', 'traffic', 'link', 'app', 'nodes', 'devices', 'clock', 'used'] as const
export type Check = (typeof CHECKS)[number]

const CHECK_OF: Record<FindingCode, Check> = {
  account_closed: 'plan',
  account_banned: 'plan',
  order_review: 'plan',
  order_opening: 'plan',
  order_unpaid: 'plan',
  no_plan: 'plan',
  expired: 'plan',
  youth_hours: 'plan',
  over_quota: 'traffic',
  slow: 'traffic',
  site_closed: 'link',
  never_fetched: 'link',
  link_reset: 'link',
  link_shared: 'link',
  traffic_unfetched: 'link',
  only_browser: 'link',
  fetched_long_ago: 'link',
  profile_outdated: 'app',
  app_unable: 'app',
  app_too_old: 'app',
  app_leaves_out: 'app',
  not_yet_known: 'app',
  no_nodes: 'nodes',
  nodes_withdrawn: 'nodes',
  nodes_down: 'nodes',
  some_nodes_down: 'nodes',
  nodes_moved: 'nodes',
  some_nodes_moved: 'nodes',
  node_paused: 'nodes',
  too_many_devices: 'devices',
  clock: 'clock',
  never_connected: 'used',
  no_traffic: 'used',
}

/** Faults that leave later checks unknown. */
const STOPS: FindingCode[] = ['account_closed', 'account_banned', 'order_review', 'order_opening', 'order_unpaid', 'no_plan', 'expired']

/** All checks with their state. `unknown`: another fault stops everything, or nothing was measured, so nobody can tell. */
export function checksOf(found: FindingCode[], remarked: FindingCode[]): { check: Check; state: 'good' | 'fault' | 'unknown' }[] {
  const faults = new Set(found.map((code) => CHECK_OF[code]))
  const isStopped = found.some((code) => STOPS.includes(code))
  const isUnmeasured = (check: Check): boolean =>
    (check === 'used' && faults.size > 0) || (check === 'link' && remarked.includes('traffic_unfetched'))
  const untold = (check: Check): 'good' | 'unknown' => (isStopped || isUnmeasured(check) ? 'unknown' : 'good')
  return CHECKS.map((check) => ({ check, state: faults.has(check) ? 'fault' : untold(check) }))
}

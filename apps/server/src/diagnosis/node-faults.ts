import type { Action, Fault } from './faults.ts'
import type { NodeFacts } from './node-facts.ts'
import type { Facts } from './read-facts.ts'
import { earliest, latest, offered, usable, wasUsedAfter } from './usable.ts'

const ask: Action = { kind: 'ask', to: '/user/tickets' }
const wait: Action = { kind: 'wait', to: '/user/nodes' }
const otherNode: Action = { kind: 'other_node', to: '/user/nodes' }

/** Whether the nodes of the plan can be used now. */
export function nodeFaults(facts: Facts): Fault[] {
  const { nodes, subscription } = facts
  if (subscription.groupId === null) return []
  const total = nodes.length
  if (total === 0) return [{ code: 'no_nodes', since: null, total, action: ask }]
  const given = offered(facts)
  if (given.length === 0) return withdrawn(nodes)
  // Nodes that the app leaves out are no way around.
  const reachable = usable(facts)
  const among = reachable.length > 0 ? reachable : given
  const down = among.filter(({ offlineAt }) => offlineAt !== null)
  if (down.length === among.length) {
    const since = latest(down.map((node) => node.offlineAt))
    return [{ code: 'nodes_down', since, total: among.length, isApps: among.length < given.length, action: wait }]
  }
  const found: Fault[] = [...paused(nodes), ...unaware(facts, given)]
  if (down.length === 0) return found
  const since = earliest(down.map((node) => node.offlineAt))
  return [{ code: 'some_nodes_down', since, named: down, total: among.length, action: otherNode }, ...found]
}

function withdrawn(nodes: NodeFacts[]): Fault[] {
  // A draining node still serves members who have it.
  if (nodes.some(({ isUsed, offlineAt, state }) => state === 'draining' && isUsed && offlineAt === null)) return []
  const isExhausted = nodes.some(({ exhaustedAt, state }) => exhaustedAt !== null && state === 'enabled')
  const why = isExhausted ? 'exhausted' : nodes.some(({ state }) => state === 'maintenance') ? 'maintenance' : 'hidden'
  return [{ code: 'nodes_withdrawn', since: latest(nodes.map((node) => node.exhaustedAt)), why, action: why === 'hidden' ? ask : wait }]
}

/** Nodes that the member used and that were taken out of service for a while. */
function paused(nodes: NodeFacts[]): Fault[] {
  const named = nodes.filter(
    ({ exhaustedAt, isUsed, state }) => isUsed && (state === 'maintenance' || (state === 'enabled' && exhaustedAt !== null)),
  )
  return named.length === 0 ? [] : [{ code: 'node_paused', since: null, named, total: nodes.length, action: otherNode }]
}

/** Nodes that are up but have not asked for their members since this one changed. A pull is noted every fifteen seconds at most. */
function unaware(facts: Facts, given: NodeFacts[]): Fault[] {
  const { changedAt, now, pullMs } = facts
  if (!changedAt || wasUsedAfter(facts, changedAt) || now.getTime() - changedAt.getTime() < Math.max(2 * pullMs, 60_000)) return []
  const heard = given.filter(({ lastPullAt, offlineAt }) => lastPullAt !== null && offlineAt === null)
  const isUnaware = heard.length > 0 && heard.every(({ lastPullAt }) => lastPullAt !== null && lastPullAt < changedAt)
  return isUnaware ? [{ code: 'not_yet_known', since: changedAt, changedAt, action: wait }] : []
}

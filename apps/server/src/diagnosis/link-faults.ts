import { stateOf } from '../subscriptions/state.ts'
import type { Action, Fault } from './faults.ts'
import type { Facts } from './read-facts.ts'
import { offered, wasUsedAfter } from './usable.ts'

const DAY_MS = 86_400_000
/** An app that fetched this long ago and carries no traffic has probably been removed. */
const OLD_MS = 7 * DAY_MS
/** Time within which members connect after importing the link. */
const CONNECT_MS = 15 * 60_000
const IDLE_MS = 3 * DAY_MS

const connecting: Action = { kind: 'other_node', to: '/user/nodes' }
const importing: Action = { kind: 'import', to: '/user/subscribe/index#import' }

/** Faults of the link: whether an app has the current one, and what it got. */
export function linkFaults(facts: Facts): Fault[] {
  const { alarm, fetch, subscription } = facts
  // Without a plan there is nothing to fetch.
  if (subscription.groupId === null) return []
  const shared: Fault[] = alarm
    ? [
        {
          code: 'link_shared',
          since: alarm.at,
          networks: alarm.networks,
          action: { kind: 'reset_link', to: '/user/subscribe/index#reset' },
        },
      ]
    : []
  if (!fetch) return [...notFetched(facts), ...shared]
  return [...fetchedWrong(facts, fetch), ...unused(facts, fetch), ...shared]
}

function notFetched(facts: Facts): Fault[] {
  const { anyFetchAt, devices, resetAt, subscription } = facts
  if (wasReset(facts)) return [{ code: 'link_reset', since: resetAt ?? anyFetchAt, action: importing }]
  // A member with traffic has nodes by other means, or fetched them before the log starts.
  const { usedAt } = subscription
  if (usedAt !== null) return [{ code: 'traffic_unfetched', since: usedAt, usedAt, action: null }, ...idle(facts, usedAt)]
  return devices > 0 ? [] : [{ code: 'never_fetched', since: null, action: importing }]
}

function wasReset({ anyFetchAt, resetAt, subscription: { usedAt } }: Facts): boolean {
  return anyFetchAt !== null || (resetAt !== null && usedAt !== null && usedAt <= resetAt)
}

type Fetch = NonNullable<Facts['fetch']>

function fetchedWrong(facts: Facts, { at, groupId, program }: Fetch): Fault[] {
  const { now, nodes, subscription } = facts
  if (program === 'browser' && !wasUsedAfter(facts, at)) return [{ code: 'only_browser', since: at, action: importing }]
  const runs = stateOf(subscription, now) === 'active'
  if (!runs || groupId === subscription.groupId) return []
  const isMessage = groupId === null
  const works = wasUsedAfter(facts, at) && (isMessage || nodes.some(({ isUsed }) => isUsed))
  return works ? [] : [{ code: 'profile_outdated', since: at, fetchedAt: at, isMessage, action: importing }]
}

function unused(facts: Facts, { at }: Fetch): Fault[] {
  const { now, subscription, updateMs } = facts
  const { usedAt } = subscription
  if (isConnected(facts) || offered(facts).length === 0) return []
  const age = now.getTime() - at.getTime()
  if (age > Math.max(OLD_MS, 3 * updateMs)) return [{ code: 'fetched_long_ago', since: at, fetchedAt: at, action: importing }]
  if (usedAt !== null) return idle(facts, usedAt)
  return age > CONNECT_MS ? [{ code: 'never_connected', since: at, fetchedAt: at, action: connecting }] : []
}

function idle(facts: Facts, usedAt: Date): Fault[] {
  const isIdle = facts.now.getTime() - usedAt.getTime() > IDLE_MS
  if (!isIdle || facts.devices > 0 || offered(facts).length === 0) return []
  return [{ code: 'no_traffic', since: usedAt, usedAt, action: connecting }]
}

function isConnected({ devices, now, subscription: { usedAt } }: Facts): boolean {
  return devices > 0 || (usedAt !== null && now.getTime() - usedAt.getTime() < DAY_MS)
}

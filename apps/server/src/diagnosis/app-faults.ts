import { dialectOf, supports } from '../formats/dialect.ts'
import { appName } from './app-name.ts'
import type { Action, Fault } from './faults.ts'
import type { Facts, FetchFacts } from './read-facts.ts'
import { formatOf, latest, offered, usable, wasUsedAfter } from './usable.ts'

/** A version newer than any app's: it has every feature. */
const NEWEST = '9999.0.0'
const importPage = '/user/subscribe/index#import'

/** Faults of the app that last fetched the link: nodes it cannot use, or has in an old state. */
export function appFaults(facts: Facts): Fault[] {
  const { fetch } = facts
  if (!fetch || fetch.program === 'browser' || facts.subscription.groupId === null) return []
  return [...unable(facts, fetch), ...moved(facts, fetch)]
}

function unable(facts: Facts, { client, format, program, version }: FetchFacts): Fault[] {
  const name = formatOf(format)
  const given = offered(facts)
  if (!name || given.length === 0) return []
  const newest = dialectOf(name, program, NEWEST)
  const used = usable(facts)
  const without = given.filter((node) => !used.includes(node))
  if (without.length === 0) return []
  const isOld = version !== null && without.some(({ settings }) => supports(newest, settings))
  const values = { since: null, app: appName(client, name), version, missing: without.length, total: given.length }
  const action: Action = { kind: isOld ? 'update_app' : 'other_app', to: importPage }
  if (without.length === given.length) return [{ code: 'app_unable', ...values, isOld, action }]
  return [{ code: isOld ? 'app_too_old' : 'app_leaves_out', ...values, action }]
}

/** Faults of nodes that operators changed or replaced since the app last fetched them. */
function moved(facts: Facts, { at }: FetchFacts): Fault[] {
  const { now } = facts
  const given = offered(facts)
  const action: Action = { kind: 'import', to: importPage }
  const changed = given.filter(({ movedAt }) => movedAt !== null && movedAt > at)
  const isNewer = ({ createdAt }: (typeof given)[number]): boolean => createdAt > at && createdAt <= now
  const since = latest(changed.map(({ movedAt }) => movedAt))
  const hasNone = given.length > 0 && given.every((node) => changed.includes(node) || isNewer(node))
  // A member who used a node that is newer than the fetch has it in another app.
  const works = given.some((node) => node.isUsed && isNewer(node)) || (since !== null && wasUsedAfter(facts, since))
  if (hasNone && !works) return [{ code: 'nodes_moved', since: since ?? at, fetchedAt: at, action }]
  if (changed.length === 0 || hasNone) return []
  return [{ code: 'some_nodes_moved', since, named: changed, total: given.length, action }]
}

import { trafficEnds } from '../subscriptions/gift-subscription.ts'
import { stateOf } from '../subscriptions/state.ts'
import type { Fault } from './faults.ts'
import type { Facts } from './read-facts.ts'

/** What keeps a member from connecting; what must be solved first comes first. */
export function findFaults(facts: Facts): Fault[] {
  const { account, now, siteClosed, subscription } = facts
  const state = stateOf(subscription, now)
  const found: Fault[] = []
  if (account.closedAt) found.push({ code: 'account_closed', since: account.closedAt, action: null })
  else if (account.bannedAt) found.push({ code: 'account_banned', since: account.bannedAt, action: { kind: 'ask' } })
  if (siteClosed) found.push({ code: 'site_closed', since: null, action: { kind: 'wait' } })
  if (state === 'none') found.push({ code: 'no_plan', since: null, action: { kind: 'buy', to: '/user/plans' } })
  if (state === 'expired' && subscription.expiresAt) {
    const { expiresAt } = subscription
    found.push({ code: 'expired', since: expiresAt, expiredAt: expiresAt, action: { kind: 'renew', to: '/user/plans' } })
  }
  if (state === 'over_quota') {
    const total = subscription.transferEnable
    const resetsAt = trafficEnds(subscription)
    found.push({ code: 'over_quota', since: subscription.usedAt, total, resetsAt, action: { kind: 'more_traffic', to: '/user/plans' } })
  }
  return found
}

import { PERIODS } from '@portico/contract/periods'
import { quotaEnds } from '../subscriptions/reset-days.ts'
import { isInGrace, stateOf } from '../subscriptions/state.ts'
import { limitsOf } from '../subscriptions/conditions.ts'
import { isResting } from '../documents/youth-rules.ts'
import type { Action, Fault, OrderState } from './faults.ts'
import type { OpenOrder } from './open-order.ts'
import type { Facts } from './read-facts.ts'
import { blockedUntil } from './blocked-until.ts'

/** Mbps below which pages and videos feel broken. */
const SLOW_MBPS = 5

/** Account, plan, quota and speed. */
export function planFaults(facts: Facts): Fault[] {
  const { account, hours, now, siteClosed, zone } = facts
  const found: Fault[] = []
  if (account.closedAt) found.push({ code: 'account_closed', since: account.closedAt, action: null })
  else if (account.bannedAt) found.push({ code: 'account_banned', since: account.bannedAt, action: { kind: 'ask', to: '/user/tickets' } })
  // Nodes and links still work, so this is never the cause.
  if (siteClosed) found.push({ code: 'site_closed', since: null, action: { kind: 'wait' } })
  if (isResting(hours, now, zone)) {
    const action: Action = { kind: 'youth_mode', to: '/user/profile/index#youth' }
    found.push({ code: 'youth_hours', since: null, until: blockedUntil(hours, now, zone), action })
  }
  return [...found, ...termFaults(facts), ...speedFaults(facts)]
}

function termFaults(facts: Facts): Fault[] {
  const { now, order, plan, subscription } = facts
  const placed = orderState(facts)
  const open: Action | null = order && { kind: placed === 'unpaid' ? 'pay' : 'wait', to: `/user/order/${order.tradeNo}` }
  switch (stateOf(subscription, now)) {
    case 'none':
      if (!order || placed === 'none') return [{ code: 'no_plan', since: null, action: { kind: 'buy', to: '/user/plans' } }]
      if (placed === 'unpaid') return [{ code: 'order_unpaid', since: order.createdAt, action: open }]
      return [paidOrder(order, placed, null, open)]
    case 'expired': {
      const expiredAt = subscription.expiresAt ?? now
      if (order && placed !== 'none' && placed !== 'unpaid') return [paidOrder(order, placed, expiredAt, open)]
      if (facts.isRefunded && placed === 'none') return [{ code: 'no_plan', since: expiredAt, action: { kind: 'buy', to: '/user/plans' } }]
      const renew =
        plan?.renew && isInGrace(subscription, facts.graceDays, now)
          ? `/user/plan/${plan.id}/${PERIODS.indexOf(plan.lastPeriod ?? 'month_price') + 1}`
          : '/user/plans'
      const action = open ?? { kind: 'renew', to: renew }
      const renewalFailed = subscription.renewProblem !== null
      const expired: Fault = { code: 'expired', since: expiredAt, expiredAt, isOrdered: placed === 'unpaid', renewalFailed, action }
      const { down, transferEnable: total, up } = subscription
      return total > 0 && up + down >= total ? [expired, overQuota(facts, open)] : [expired]
    }
    case 'over_quota':
      return [overQuota(facts, open)]
    case 'active':
      return []
  }
}

/** Fault of an open order: nothing to do but wait, whatever the last plan was. */
function paidOrder(order: OpenOrder, placed: OrderState, expiredAt: Date | null, action: Action | null): Fault {
  if (placed === 'opening') return { code: 'order_opening', since: order.paidAt, expiredAt, action }
  return { code: 'order_review', since: order.paidAt ?? order.createdAt, expiredAt, isProof: placed === 'checking', action }
}

function overQuota(facts: Facts, open: Action | null): Fault {
  const { plan, subscription } = facts
  const more = plan?.sellsResets ? `/user/plan/${plan.id}/${PERIODS.indexOf('reset_price') + 1}` : '/user/plans'
  const { transferEnable: total, usedAt: since } = subscription
  const action = open ?? { kind: 'more_traffic', to: more }
  return { code: 'over_quota', since, total, resetsAt: resetAfter(subscription), order: orderState(facts), action }
}

function resetAfter(subscription: Facts['subscription']): Date | null {
  return subscription.nextResetAt === null ? null : quotaEnds(subscription)
}

function orderState({ order }: Facts): OrderState {
  if (!order) return 'none'
  if (order.status === 'review') return 'review'
  if (order.status === 'processing') return 'opening'
  return order.proofSent ? 'checking' : 'unpaid'
}

function speedFaults({ subscription }: Facts): Fault[] {
  const { speedLimit: speed } = limitsOf(subscription)
  if (subscription.groupId === null || speed === null || speed > SLOW_MBPS) return []
  const isOwn = subscription.ownSpeedLimit !== null
  const action: Action = isOwn ? { kind: 'ask', to: '/user/tickets' } : { kind: 'upgrade', to: '/user/plans' }
  return [{ code: 'slow', since: null, mbps: speed, isOwn, action }]
}

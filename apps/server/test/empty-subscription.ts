import { noLimits, noOwnLimits } from '../src/subscriptions/conditions.ts'
import type { SubscriptionRow } from '../src/subscriptions/subscriptions.table.ts'

/** As an account is created: without a plan. */
export const empty: SubscriptionRow = {
  accountId: 1,
  token: '',
  uuid: '',
  ownDevices: 0,
  sharedUntil: null,
  planId: null,
  groupId: null,
  transferEnable: 0,
  extraBytes: 0,
  up: 0,
  down: 0,
  usedBefore: 0,
  usedAt: null,
  ...noLimits,
  ...noOwnLimits,
  expiresAt: null,
  startsBy: null,
  resetMode: 'monthly',
  anchorDay: null,
  cycleBeganAt: null,
  nextResetAt: null,
  resetZone: null,
  parts: [],
  nextPartAt: null,
  autoRenew: false,
  renewAfter: null,
  renewProblem: null,
}

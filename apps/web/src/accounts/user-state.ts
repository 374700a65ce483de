import type { AdminUser, UserState } from '@portico/contract/accounts-admin'
import type { Tone } from '../ui/status-badge.tsx'

/** The most important fact about an account. The server filters by the same states. */
export function stateOf(user: AdminUser, now: number): Exclude<UserState, 'admin' | 'link_alarm'> {
  if (user.banned) return 'banned'
  if (user.plan_id === null) return 'no_plan'
  if (user.expired_at !== null && Date.parse(user.expired_at) <= now) return 'expired'
  return user.u + user.d >= user.transfer_enable ? 'over_quota' : 'active'
}

export const STATE_TONES: Record<UserState, Tone> = {
  active: 'good',
  expired: 'warn',
  no_plan: 'quiet',
  over_quota: 'warn',
  banned: 'bad',
  admin: 'busy',
  link_alarm: 'warn',
}

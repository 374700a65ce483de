import type { RedeemStanding } from '@portico/contract/redeem-codes'
import { isActive } from '../subscriptions/state.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'

/** What a member has: the same figures before and after, so that they can be laid side by side. */
export function standing(term: SubscriptionRow, planName: string | null, balance: number, now: Date): RedeemStanding {
  const active = isActive(term, now)
  return {
    plan_name: planName,
    expired_at: term.expiresAt?.toISOString() ?? null,
    active,
    permanent: active && term.expiresAt === null,
    transfer_enable: term.transferEnable,
    traffic_left: active ? Math.max(0, term.transferEnable - term.up - term.down) : 0,
    balance,
  }
}

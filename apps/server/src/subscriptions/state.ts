import { type SQL, sql } from 'drizzle-orm'
import type { SubscriptionState } from '@portico/contract/subscriptions'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

type Term = Pick<SubscriptionRow, 'planId' | 'groupId' | 'expiresAt' | 'transferEnable' | 'up' | 'down'>

/** The only rule for whether a subscription is running. No expiry means permanent; the moment of expiry still counts. */
export function isActive(term: Pick<Term, 'groupId' | 'expiresAt'>, now: Date): boolean {
  return term.groupId !== null && (term.expiresAt === null || term.expiresAt >= now)
}

/** Whether a subscription's plan ended so recently that the member may still renew it. */
export function isInGrace({ planId, expiresAt }: Pick<Term, 'planId' | 'expiresAt'>, graceDays: number, now: Date): boolean {
  if (planId === null || expiresAt === null || expiresAt >= now) return false
  return now.getTime() <= expiresAt.getTime() + graceDays * 86_400_000
}

export function stateOf(term: Term, now: Date): SubscriptionState {
  if (term.groupId === null) return 'none'
  if (!isActive(term, now)) return 'expired'
  return term.up + term.down < term.transferEnable ? 'active' : 'over_quota'
}

/** `isActive` as SQL. */
export function activeSql(now: Date): SQL {
  return sql`(${subscriptions.groupId} is not null and (${subscriptions.expiresAt} is null or ${subscriptions.expiresAt} >= ${now}))`
}

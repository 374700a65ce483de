import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { ErrorCode } from '@portico/contract/errors'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

/** Switches automatic renewal on or off; what failed before is forgotten. A pause without a problem stays: a charge may be on its way. */
export async function setAutoRenew(db: Db, accountId: number, autoRenew: boolean): Promise<void> {
  const renewAfter = sql`case when ${subscriptions.renewProblem} is null then ${subscriptions.renewAfter} end`
  await db.update(subscriptions).set({ autoRenew, renewAfter, renewProblem: null }).where(eq(subscriptions.accountId, accountId))
}

/** Running terms that end by `until` and want to go on, the nearest end first; none whose next try is yet to come. */
export async function dueRenewals(db: Db, { now, until, limit }: { now: Date; until: Date; limit: number }): Promise<SubscriptionRow[]> {
  const rows = await db
    .select({ term: subscriptions })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(
      and(
        eq(subscriptions.autoRenew, true),
        isNotNull(subscriptions.planId),
        isNull(accounts.bannedAt),
        gt(subscriptions.expiresAt, now),
        lte(subscriptions.expiresAt, until),
        or(isNull(subscriptions.renewAfter), lte(subscriptions.renewAfter, now)),
      ),
    )
    .orderBy(asc(subscriptions.expiresAt))
    .limit(limit)
  return rows.map(({ term }) => term)
}

/**
 * Writes down how a try for a term went, and when to try again. A problem is not noted of a term that was extended meanwhile; that there
 * is none holds for the next term as well.
 */
export async function noteRenewal(db: Db, term: SubscriptionRow, problem: ErrorCode | null, after: Date | null): Promise<void> {
  const { accountId, expiresAt } = term
  await db
    .update(subscriptions)
    .set({ renewProblem: problem, renewAfter: after })
    .where(and(eq(subscriptions.accountId, accountId), problem !== null && expiresAt ? eq(subscriptions.expiresAt, expiresAt) : undefined))
}

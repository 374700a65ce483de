import { and, asc, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { ErrorCode } from '@portico/contract/errors'
import { accounts } from '../accounts/accounts.table.ts'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { lockSubscription } from './change-subscription.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

/**
 * Switches the caller's automatic renewal on or off, and clears the problem it had. A pause without a problem stays: a charge may be
 * under way.
 */
export async function setAutoRenew({ transaction }: Database, by: Caller, autoRenew: boolean, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockSubscription(tx, by.accountId)
    const change = { autoRenew, renewProblem: null, renewAfter: before.renewProblem === null ? before.renewAfter : null }
    await tx.update(subscriptions).set(change).where(eq(subscriptions.accountId, by.accountId))
    const sides = { before, after: { ...before, ...change } }
    await record(tx, by, { action: 'member.set_auto_renew', entity: 'member', id: by.accountId, ...sides }, now)
  })
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

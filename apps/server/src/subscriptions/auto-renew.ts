import { and, asc, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { ErrorCode } from '@portico/contract/errors'
import { accountClosings } from '../accounts/account-closings.table.ts'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { endEventsOf } from '../events/end-events.ts'
import { tell } from '../events/tell.ts'
import { lockSubscription } from './change-subscription.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

/**
 * Enables or disables the member's own automatic renewal, and clears its problem. A pause without a problem stays: a charge may be running.
 */
export async function setAutoRenew(
  { transaction }: Database,
  by: Actor & { accountId: number },
  autoRenew: boolean,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockSubscription(tx, by.accountId)
    const change = { autoRenew, renewProblem: null, renewAfter: before.renewProblem === null ? before.renewAfter : null }
    await tx.update(subscriptions).set(change).where(eq(subscriptions.accountId, by.accountId))
    await endEventsOf(tx, [by.accountId], ['renewal_problem', autoRenew ? 'plan_expiring' : 'renewal_price'], now)
    const sides = { before, after: { ...before, ...change } }
    await record(tx, by, { action: 'member.set_auto_renew', entity: 'member', id: by.accountId, ...sides }, now)
  })
}

/** Running terms with automatic renewal that end by `until`, nearest end first. Leaves out those whose next try is still to come. */
export async function dueRenewals(db: Db, { now, until, limit }: { now: Date; until: Date; limit: number }): Promise<SubscriptionRow[]> {
  const rows = await db
    .select({ subscription: subscriptions })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .leftJoin(accountClosings, eq(accountClosings.accountId, subscriptions.accountId))
    .where(
      and(
        eq(subscriptions.autoRenew, true),
        isNotNull(subscriptions.planId),
        isNull(accounts.bannedAt),
        isNull(accountClosings.accountId),
        gt(subscriptions.expiresAt, now),
        lte(subscriptions.expiresAt, until),
        or(isNull(subscriptions.renewAfter), lte(subscriptions.renewAfter, now)),
      ),
    )
    .orderBy(asc(subscriptions.expiresAt))
    .limit(limit)
  return rows.map(({ subscription }) => subscription)
}

/** Postpones the next try; the problem of the last one stays. */
export async function postponeRenewal(db: Db, accountId: number, until: Date): Promise<void> {
  await db.update(subscriptions).set({ renewAfter: until }).where(eq(subscriptions.accountId, accountId))
}

/**
 * Records that there is no problem now, because the term is renewed or about to be charged, and when to try again. The event of an earlier
 * problem stays until there is a new term, or another problem.
 */
export async function clearRenewal(db: Db, accountId: number, tryAfter: Date | null): Promise<void> {
  await db.update(subscriptions).set({ renewProblem: null, renewAfter: tryAfter }).where(eq(subscriptions.accountId, accountId))
}

type Failure = { problem: ErrorCode; tryAfter: Date; now: Date }

/**
 * Records why a term could not be renewed and when to try again, and notifies the member once per new problem. Does nothing if the term was
 * extended in the meantime.
 */
export async function failRenewal(
  { transaction }: Database,
  subscription: SubscriptionRow,
  { problem, tryAfter, now }: Failure,
): Promise<void> {
  const { accountId, expiresAt } = subscription
  await transaction(async (tx) => {
    const sameTerm = expiresAt ? eq(subscriptions.expiresAt, expiresAt) : undefined
    const recorded = await tx
      .update(subscriptions)
      .set({ renewProblem: problem, renewAfter: tryAfter })
      .where(and(eq(subscriptions.accountId, accountId), sameTerm))
      .returning({ accountId: subscriptions.accountId })
    if (recorded.length === 0) return
    const cause = `renewal_problem ${problem}`
    await endEventsOf(tx, [accountId], ['renewal_problem'], now, cause)
    await tell(tx, accountId, { type: 'renewal_problem', cause, data: { problem } }, now)
  })
}

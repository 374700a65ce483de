import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'
import { begunTerm } from './begun-term.ts'
import { changeSubscription, lockSubscription } from './change-subscription.ts'
import { noParts } from './parts/parts.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

/** A term that begins with the member's first traffic, or by itself at `startsBy`. */
export type HeldTerm = { seconds: number; startsBy: Date }

/**
 * Holds a member's term until their first traffic. Throws `account.needs_plan`, and `account.term_begun` if something was used or the plan
 * was bought: what an order paid for has its dates.
 */
export async function holdTerm(tx: Tx, by: Actor, accountId: number, { seconds, startsBy }: HeldTerm, reason: string | null, now: Date) {
  const before = await lockSubscription(tx, accountId)
  if (before.groupId === null) throw new AppError('account.needs_plan')
  const paid = and(eq(orders.accountId, accountId), eq(orders.status, 'completed'), isNotNull(orders.termEnd))
  if (before.usedAt !== null || (await tx.$count(orders, paid)) > 0) throw new AppError('account.term_begun')
  const noCycles = { anchorDay: null, resetZone: null, cycleBeganAt: null, nextResetAt: null }
  const change = { startsBy, expiresAt: new Date(startsBy.getTime() + seconds * 1000), ...noCycles, ...noParts }
  await changeSubscription(tx, accountId, change, now)
  const sides = { before: sideOf(before), after: sideOf({ ...before, ...change }) }
  await record(tx, by, { action: 'member.hold_term', entity: 'member', id: accountId, ...sides, reason }, now)
}

/** Begins the held terms of members whose traffic was just charged: their rows are locked, so that of many reports one begins a term. */
export async function beginHeldTerms(tx: Tx, accountIds: SqlArray, at: Date, now: Date, zone: string): Promise<void> {
  const held = await tx
    .select()
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.startsBy), inArray(subscriptions.accountId, sql`(select unnest(${accountIds}))`)))
  for (const row of held) {
    const begun = begunTerm(row, at, now, zone)
    if (begun) await tx.update(subscriptions).set(begun).where(eq(subscriptions.accountId, row.accountId))
  }
}

type SqlArray = ReturnType<typeof sql<number[]>>

const sideOf = ({ startsBy, expiresAt }: SubscriptionRow) => ({ startsBy, expiresAt })

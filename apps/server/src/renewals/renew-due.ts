import type { ErrorCode } from '@portico/contract/errors'
import type { Context } from '../context.ts'
import { allDone } from '../db/all-done.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { clearRenewal, dueRenewals, failRenewal } from '../subscriptions/auto-renew.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { batchesBy } from '../orders/batches.ts'
import { fulfillWithin } from '../orders/fulfill-order.ts'
import { placeWithin } from '../orders/place-order.ts'
import { TRY_AGAIN_MS } from './card-moves.ts'
import { cardBudget, type OnError, renewByCards, type RenewalRun } from './renew-by-card.ts'
import { renewalOffer } from './renewal-offer.ts'
import { findOpenCharge } from '../payments/card-charges.ts'

const BATCH = 500
/** Renewals per transaction, and how many such transactions run at once. */
const TOGETHER = 20
const AT_ONCE = 3

/** Why a term was not renewed; null: it was. */
type Problem = ErrorCode | null

/**
 * Renews subscriptions that end soon from the balance, like any order: same price, discounts, rules. If the balance is too low, a saved
 * card pays, one member after the other. However many processes try, a term is renewed once: its end is part of the order. Members see why
 * a renewal failed; it is retried every two hours until the term ends. `onError` also gets unexpected errors.
 */
export async function renewDue(database: Database, run: RenewalRun, onError: OnError): Promise<{ renewed: number; failed: number }> {
  const { settings } = run
  const now = run.now()
  const context: Context = { now, settings }
  const done = { renewed: 0, failed: 0 }
  if (!settings['renewal.enabled']) return done
  const budget = cardBudget(now)
  const until = new Date(now.getTime() + settings['renewal.hours_before'] * 3_600_000)
  const tried = new Set<number>()
  for (;;) {
    const due = await dueRenewals(database.db, { now, until, limit: BATCH })
    // What can be neither renewed nor put off stays due.
    if (due.every(({ accountId }) => tried.has(accountId))) return done
    for (const { accountId } of due) tried.add(accountId)
    // One plan per batch, so that no two transactions wait for each other's plans or groups. Several batches at once, so that the database
    // is busy while we calculate.
    const broke: SubscriptionRow[] = []
    const next = batchesBy(due, TOGETHER, (subscription) => subscription.planId).values()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const batch of next) {
          const problems = await renewBatch(database, batch, context, onError)
          for (const [i, subscription] of batch.entries()) {
            const problem = problems[i] ?? null
            if (await isForCards(database.db, subscription, problem)) broke.push(subscription)
            else done[await settle(database, subscription, problem, now)]++
          }
        }
      }),
    )
    const byCard = await renewByCards(database, broke, { ...run, budget, onError })
    done.renewed += byCard.renewed
    done.failed += byCard.failed
    if (due.length < BATCH) return done
  }
}

async function settle(database: Database, subscription: SubscriptionRow, problem: Problem, now: Date): Promise<'renewed' | 'failed'> {
  if (problem !== null) {
    await failRenewal(database, subscription, { problem, tryAfter: new Date(now.getTime() + TRY_AGAIN_MS), now })
    return 'failed'
  }
  if (subscription.renewProblem !== null) await clearRenewal(database.db, subscription.accountId, null)
  return 'renewed'
}

/** Whether cards must pay; also if the order waits for a charge's outcome, because nothing else can renew it. */
async function isForCards(db: Db, { accountId }: SubscriptionRow, problem: Problem): Promise<boolean> {
  if (problem === 'order.open_exists') return (await findOpenCharge(db, accountId)) !== null
  return problem === 'balance.insufficient'
}

/** Renews a batch in one transaction; if that fails, one by one. */
async function renewBatch(database: Database, due: SubscriptionRow[], context: Context, onError: OnError): Promise<Problem[]> {
  try {
    return await database.transaction((tx) => renewWithin(tx, due, context))
  } catch (error) {
    const [only, ...others] = due
    if (only && others.length === 0) {
      if (error instanceof AppError) return [error.code]
      onError(only.accountId, error)
      return ['server.error']
    }
    const problems: Problem[] = []
    for (const subscription of due) problems.push(...(await renewBatch(database, [subscription], context, onError)))
    return problems
  }
}

async function renewWithin(tx: Tx, due: SubscriptionRow[], context: Context): Promise<Problem[]> {
  await allDone(due.map((subscription) => lockSubscription(tx, subscription.accountId)))
  const offers = await allDone(due.map((subscription) => renewalOffer(tx, subscription, context)))
  return allDone(
    offers.map(async (found, i) => {
      if (typeof found === 'string') return found
      const { offer } = found
      if (offer.totalAmount > 0) return 'balance.insufficient'
      const placed = await placeWithin(tx, offer, context, due[i]?.expiresAt ?? null)
      if (placed.order.status === 'processing') await fulfillWithin(tx, placed.order, placed.subscription, context)
      return null
    }),
  )
}

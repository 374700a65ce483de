import type { ErrorCode } from '@portico/contract/errors'
import type { Period } from '@portico/contract/periods'
import { allDone } from '../db/all-done.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { fixed } from '../db/fixed-query.ts'
import { AppError } from '../errors.ts'
import { dueRenewals, noteRenewal } from '../subscriptions/auto-renew.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { batchesBy } from './batches.ts'
import { makeOffer, type Offer, type Setting } from './make-offer.ts'
import { openWithin } from './open-order.ts'
import { placeWithin } from './place-order.ts'

const BATCH = 500
/** Renewals in one transaction, and such transactions at once. */
const TOGETHER = 20
const AT_ONCE = 3
const TRY_AGAIN_MS = 2 * 3_600_000

/** Why it was not renewed; null: it was. */
type Problem = ErrorCode | null
type OnError = (accountId: number, error: unknown) => void

/**
 * Renews what ends soon and wants to go on, from the balance, by the same pipeline as any order: same price, discounts, rules.
 * A term is renewed once however many processes try: its end is part of the order. What fails says why to the member and is tried
 * again every two hours until the term ends; what should not have happened, `onError` hears of as well.
 */
export async function renewDue(database: Database, setting: Setting, onError: OnError): Promise<{ renewed: number; failed: number }> {
  const { now, settings } = setting
  const done = { renewed: 0, failed: 0 }
  if (!settings['renewal.enabled']) return done
  const until = new Date(now.getTime() + settings['renewal.hours_before'] * 3_600_000)
  for (;;) {
    const due = await dueRenewals(database.db, { now, until, limit: BATCH })
    // Of one plan each, so that no two transactions wait for each other's plans or groups. Several at a time, so that the database
    // works while we reckon.
    const next = batchesBy(due, TOGETHER, (term) => term.planId).values()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const terms of next) {
          const problems = await renewBatch(database, terms, setting, onError)
          for (const [i, problem] of problems.entries()) {
            done[problem === null ? 'renewed' : 'failed']++
            const term = terms[i]
            const after = problem === null ? null : new Date(now.getTime() + TRY_AGAIN_MS)
            if (term && (problem !== null || term.renewProblem !== null)) await noteRenewal(database.db, term, problem, after)
          }
        }
      }),
    )
    if (due.length < BATCH) return done
  }
}

/** All in one transaction; where that does not go through, each in its own. */
async function renewBatch(database: Database, terms: SubscriptionRow[], setting: Setting, onError: OnError): Promise<Problem[]> {
  try {
    return await database.transaction((tx) => renewWithin(tx, terms, setting))
  } catch (error) {
    const [only, ...others] = terms
    if (only && others.length === 0) {
      if (error instanceof AppError) return [error.code]
      onError(only.accountId, error)
      return ['server.error']
    }
    const problems: Problem[] = []
    for (const term of terms) problems.push(...(await renewBatch(database, [term], setting, onError)))
    return problems
  }
}

async function renewWithin(tx: Tx, terms: SubscriptionRow[], setting: Setting): Promise<Problem[]> {
  await allDone(terms.map((term) => lockSubscription(tx, term.accountId)))
  const offers = await allDone(terms.map((term) => offerRenewal(tx, term, setting)))
  return allDone(
    offers.map(async (offer, i) => {
      if (typeof offer === 'string') return offer
      const placed = await placeWithin(tx, offer, { ...setting, renewalOf: terms[i]?.expiresAt ?? undefined })
      if (placed.order.status === 'processing') await openWithin(tx, placed.order, placed.term, setting)
      return null
    }),
  )
}

/** What renewing the term comes to, or why it cannot be renewed. */
async function offerRenewal(tx: Tx, { planId, accountId, expiresAt }: SubscriptionRow, setting: Setting): Promise<Offer | ErrorCode> {
  const period = planId === null ? null : await lastPeriod(tx, accountId, planId)
  if (planId === null || period === null || expiresAt === null) return 'plan.not_sold'
  try {
    const { offer } = await makeOffer(tx, accountId, { planId, period, couponCode: null, useBalance: true }, setting)
    if (offer.type !== 'renew' || offer.basis?.expiresAt !== expiresAt.toISOString()) return 'quote.stale'
    return offer.totalAmount > 0 ? 'balance.insufficient' : offer
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const LAST_PERIOD = `
  select period from orders
  where account_id = $1 and plan_id = $2 and type in ('new', 'renew', 'change') and status = 'completed'
  order by id desc limit 1`

/** The period the member last bought this plan for. */
async function lastPeriod(db: Db, accountId: number, planId: number): Promise<Period | null> {
  const [last] = await fixed<{ period: Period }>(db, 'last-period', LAST_PERIOD, [accountId, planId])
  return last?.period ?? null
}

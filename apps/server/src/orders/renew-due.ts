import type { Period } from '@portico/contract/periods'
import type { Database, Db } from '../db/client.ts'
import { fixed } from '../db/fixed-query.ts'
import { AppError } from '../errors.ts'
import { dueRenewals, noteRenewal } from '../subscriptions/auto-renew.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { makeOffer, type Setting } from './make-offer.ts'
import { openWithin } from './open-order.ts'
import { placeWithin } from './place-order.ts'

const BATCH = 500
const AT_ONCE = 8
const TRY_AGAIN_MS = 2 * 3_600_000

/**
 * Renews what ends soon and wants to go on, from the balance, by the same pipeline as any order: same price, discounts, rules.
 * A term is renewed once however many processes try: its end is part of the order. What fails says why to the member and is tried
 * again every two hours until the term ends.
 */
export async function renewDue(database: Database, setting: Setting): Promise<{ renewed: number; failed: number }> {
  const { now, settings } = setting
  const done = { renewed: 0, failed: 0 }
  if (!settings['renewal.enabled']) return done
  const until = new Date(now.getTime() + settings['renewal.hours_before'] * 3_600_000)
  for (;;) {
    const due = await dueRenewals(database.db, { now, until, limit: BATCH })
    // Several at a time, so that the database works while we reckon.
    const next = due.values()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const term of next) done[(await renew(database, term, setting)) ? 'renewed' : 'failed']++
      }),
    )
    if (due.length < BATCH) return done
  }
}

async function renew(database: Database, term: SubscriptionRow, setting: Setting): Promise<boolean> {
  const after = new Date(setting.now.getTime() + TRY_AGAIN_MS)
  try {
    await placeRenewal(database, term, setting)
    if (term.renewProblem !== null) await noteRenewal(database.db, term.accountId, null, null)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await noteRenewal(database.db, term.accountId, error.code, after)
    return false
  }
}

async function placeRenewal(database: Database, term: SubscriptionRow, setting: Setting): Promise<void> {
  const { planId, accountId, expiresAt } = term
  const period = planId === null ? null : await lastPeriod(database.db, accountId, planId)
  if (planId === null || period === null || expiresAt === null) throw new AppError('plan.not_sold')
  const { offer } = await makeOffer(database.db, accountId, { planId, period, couponCode: null, useBalance: true }, setting)
  if (offer.type !== 'renew' || offer.basis?.expiresAt !== expiresAt.toISOString()) throw new AppError('quote.stale')
  if (offer.totalAmount > 0) throw new AppError('balance.insufficient')
  await database.transaction(async (tx) => {
    const { order, term: locked } = await placeWithin(tx, offer, { ...setting, renewalOf: expiresAt })
    if (order.status === 'processing') await openWithin(tx, order, locked, setting)
  })
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

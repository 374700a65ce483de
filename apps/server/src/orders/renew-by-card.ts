import { and, eq } from 'drizzle-orm'
import type { ErrorCode } from '@portico/contract/errors'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { beginCharge, chargeCard, findOpenCharge, type OpenCharge, type Outcome, refusalsOf } from '../payments/charge-card.ts'
import { type Payer, payersFor, withCards } from '../payments/saved-cards.ts'
import { noteRenewal } from '../subscriptions/auto-renew.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import type { Offer, Setting } from './make-offer.ts'
import { orders } from './orders.table.ts'
import { placeWithin } from './place-order.ts'
import { renewalOffer } from './renewal-offer.ts'

export const TRY_AGAIN_MS = 2 * 3_600_000
/** So many that a run is over before the next; the others wait for that. */
export const CARDS_A_RUN = 100
/** Before the next run looks again at a charge that was begun; longer than any answer takes. */
const LOOK_AGAIN_MS = 4 * 60_000
/** Of one card for one term: banks frown on a merchant who goes on asking. */
const MOST_REFUSALS = 4
/** A run in which so many charges stayed unclear leaves the rest to the next. */
const GIVE_UP_AFTER = 3

type OnError = (accountId: number, error: unknown) => void
/** What a run has left: charges, and how many of those it made are unclear. */
export type CardBudget = { left: number; unclear: number }
type Done = { renewed: number; failed: number }

/**
 * Renews with saved cards what the balance does not reach for, one after the other: each is an ordinary order first, and then
 * the gateway is asked. Who has no card hears that the balance does not reach.
 */
export async function renewByCards(
  database: Database,
  terms: SubscriptionRow[],
  budget: CardBudget,
  setting: Setting,
  onError: OnError,
): Promise<Done> {
  const done = { renewed: 0, failed: 0 }
  const later = new Date(setting.now.getTime() + TRY_AGAIN_MS)
  const holders = await withCards(
    database.db,
    terms.map(({ accountId }) => accountId),
  )
  for (const term of terms) {
    if (!holders.has(term.accountId)) {
      done.failed++
      await noteRenewal(database.db, term, 'balance.insufficient', later)
    } else if (budget.left <= 0 || budget.unclear >= GIVE_UP_AFTER) {
      await noteRenewal(database.db, term, term.renewProblem, new Date(setting.now.getTime() + LOOK_AGAIN_MS))
    } else {
      budget.left--
      const result = await renewOne(database, term, setting, onError)
      if (result === 'unclear') budget.unclear++
      else if (result !== 'skipped') done[result]++
    }
  }
  return done
}

type Result = 'renewed' | 'failed' | 'unclear' | 'skipped'

async function renewOne(database: Database, term: SubscriptionRow, setting: Setting, onError: OnError): Promise<Result> {
  const { db } = database
  const later = new Date(setting.now.getTime() + TRY_AGAIN_MS)
  const begun = await beginOrProblem(database, term, setting, onError)
  if (begun === null) return 'skipped'
  if (typeof begun === 'string') {
    await noteRenewal(db, term, begun, later)
    return 'failed'
  }
  const outcome = await charged(database, begun, setting.now)
  if (outcome.kind === 'unclear') {
    onError(term.accountId, outcome.error)
    // While its order waits it may be done yet: the next run asks again, and nobody need hear of it.
    if (outcome.isOver) await noteRenewal(db, term, 'card.unclear', new Date(setting.now.getTime() + LOOK_AGAIN_MS))
    return 'unclear'
  }
  if (outcome.kind === 'refused') {
    await noteRenewal(db, term, outcome.problem, later)
    return 'failed'
  }
  // Of an earlier order nothing was charged: now there is room for another.
  if (outcome.kind === 'over') {
    await noteRenewal(db, term, null, null)
    return renewOne(database, term, setting, onError)
  }
  // It is opened within the second, and due until then. What came too late for its order is on the balance, for the next run.
  await noteRenewal(db, term, null, outcome.isInTime ? later : null)
  return outcome.isInTime ? 'renewed' : 'skipped'
}

type Begun = { open: OpenCharge; again: boolean }

/** null: somebody else is at it, or it is settled. */
async function beginOrProblem(
  database: Database,
  term: SubscriptionRow,
  setting: Setting,
  onError: OnError,
): Promise<Begun | ErrorCode | null> {
  try {
    return await database.transaction((tx) => beginRenewal(tx, term, setting))
  } catch (error) {
    if (error instanceof AppError) return error.code
    onError(term.accountId, error)
    return 'server.error'
  }
}

/** Whatever fails now, the charge was begun: the next run finds it. */
async function charged(database: Database, { open, again }: Begun, now: Date): Promise<Outcome> {
  try {
    return await chargeCard(database, open, { now, again })
  } catch (error) {
    return { kind: 'unclear', isOver: false, error }
  }
}

/**
 * Places the order and notes what is about to be charged, or finds what an earlier try left unclear. The term's next try is put
 * off with it, so that no other process charges at the same time, and one that died is followed by the next run.
 */
export async function beginRenewal(tx: Tx, term: SubscriptionRow, setting: Setting): Promise<Begun | ErrorCode | null> {
  const { now } = setting
  const { accountId, expiresAt } = term
  const current = await lockSubscription(tx, accountId)
  const isDue = current.autoRenew && (current.renewAfter === null || current.renewAfter <= now)
  if (!isDue || expiresAt === null || current.expiresAt?.getTime() !== expiresAt.getTime()) return null
  const left = await findOpenCharge(tx, accountId)
  if (left) {
    await putOff(tx, current, now)
    return { open: left, again: true }
  }
  if (await isBeingOpened(tx, accountId, expiresAt)) return null
  const offer = await renewalOffer(tx, current, setting)
  if (typeof offer === 'string') return offer
  // Topped up this very moment: the balance pays, in the next run.
  if (offer.totalAmount === 0) return null
  const payer = await choosePayer(tx, offer, expiresAt)
  if (payer === null || typeof payer === 'string') return payer ?? 'balance.insufficient'
  const { order } = await placeWithin(tx, offer, { ...setting, renewalOf: expiresAt })
  const open = await beginCharge(tx, order, payer, now)
  await putOff(tx, current, now)
  return { open, again: false }
}

async function putOff(tx: Tx, term: SubscriptionRow, now: Date): Promise<void> {
  await noteRenewal(tx, term, null, new Date(now.getTime() + LOOK_AGAIN_MS))
}

async function isBeingOpened(tx: Tx, accountId: number, renewalOf: Date): Promise<boolean> {
  const paid = and(eq(orders.accountId, accountId), eq(orders.renewalOf, renewalOf), eq(orders.status, 'processing'))
  return (await tx.select({ id: orders.id }).from(orders).where(paid).limit(1)).length > 0
}

/** The card that pays what the balance leaves; a code when each was refused too often for this term; null: there is none. */
export async function choosePayer(db: Db, offer: Offer, renewalOf: Date): Promise<Payer | 'card.given_up' | null> {
  const payers = await payersFor(db, offer.accountId, offer)
  if (payers.length === 0) return null
  const refusals = await refusalsOf(db, offer.accountId, renewalOf)
  return payers.find(({ card }) => (refusals.get(card.token) ?? 0) < MOST_REFUSALS) ?? 'card.given_up'
}

import { and, eq, isNotNull } from 'drizzle-orm'
import type { ErrorCode } from '@portico/contract/errors'
import type { Settings } from '@portico/contract/settings-admin'
import { accounts } from '../accounts/accounts.table.ts'
import type { Context } from '../context.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { beginCharge, chargeCard, abandonCharge, type Outcome } from '../saved-cards/charge-card.ts'
import { type Payer, payersFor, withCards } from '../saved-cards/saved-cards.ts'
import { clearRenewal, failRenewal, postponeRenewal } from '../subscriptions/auto-renew.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import type { Offer } from '../orders/make-offer.ts'
import { orders } from '../orders/orders.table.ts'
import { placeWithin } from '../orders/place-order.ts'
import { renewalOffer } from './renewal-offer.ts'
import { findOpenCharge, type OpenCharge, refusalsOf, resumeCharge, withOpenCharges } from '../payments/card-charges.ts'

export const TRY_AGAIN_MS = 2 * 3_600_000
/** Limits of a run. It must end before the next one begins, which takes the remaining cards. */
const CARDS_A_RUN = 100
const CHARGING_MS = 3 * 60_000
/** How long until the next run checks a started charge; longer than any answer takes. */
const LOOK_AGAIN_MS = 4 * 60_000
/** Per card and term: banks object to merchants who keep trying. */
const MOST_REFUSALS = 4
/** A gateway that fails this often is skipped for the rest of the run. */
const GIVE_UP_AFTER = 3
/** Under one number, a gateway may repeat a failure for a day. A new order has a new number. */
const LONGEST_WAIT_MINUTES = 30
/** The longest time a charge with an unknown outcome blocks a member's renewal. */
const REST_AFTER_MS = 24 * 3_600_000

export type OnError = (accountId: number, error: unknown) => void
/** `now`: a clock, because a run that charges many cards takes minutes. */
export type RenewalRun = { now: () => Date; settings: Settings }
/** What a run may still do, and how often each method's gateway failed in it. */
type CardBudget = { left: number; until: Date; failures: Map<number, number> }
type CardRun = RenewalRun & { budget: CardBudget; onError: OnError }
type Done = { renewed: number; failed: number }

/** `now`: when the run began. */
export function cardBudget(now: Date): CardBudget {
  return { left: CARDS_A_RUN, until: after(now, CHARGING_MS), failures: new Map() }
}

/**
 * Renews with saved cards what the balance does not cover, one after the other: each is an ordinary order first, then the gateway is asked.
 * Members without a card get `balance.insufficient`.
 */
export async function renewByCards(database: Database, due: SubscriptionRow[], run: CardRun): Promise<Done> {
  const { db } = database
  const { budget, now } = run
  const done = { renewed: 0, failed: 0 }
  const ids = due.map(({ accountId }) => accountId)
  const [holders, begun] = await Promise.all([withCards(db, ids), withOpenCharges(db, ids)])
  for (const subscription of inTurn(due, begun)) {
    const { accountId } = subscription
    if (!holders.has(accountId) && !begun.has(accountId)) {
      done.failed++
      await failLater(database, subscription, 'balance.insufficient', now())
    } else if (budget.left <= 0 || now() >= budget.until) {
      await postponeRenewal(db, accountId, budget.until)
    } else {
      const result = await renewOne(database, subscription, run)
      if (result !== 'skipped') done[result]++
    }
  }
  return done
}

/**
 * Charges started earlier come last: they may stay unclear, and new ones should not wait for them. Within both groups, the nearest end
 * comes first.
 */
function inTurn(due: SubscriptionRow[], begun: Set<number>): SubscriptionRow[] {
  const key = ({ accountId, expiresAt }: SubscriptionRow) => [Number(begun.has(accountId)), expiresAt?.getTime() ?? 0] as const
  return due.toSorted((one, other) => {
    const [[isBegun, ends], [isOtherBegun, otherEnds]] = [key(one), key(other)]
    return isBegun - isOtherBegun || ends - otherEnds
  })
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}

type Result = 'renewed' | 'failed' | 'skipped'

async function renewOne(database: Database, subscription: SubscriptionRow, run: CardRun): Promise<Result> {
  const { db } = database
  const { accountId } = subscription
  const { budget, onError } = run
  const now = run.now()
  const begun = await beginOrProblem(database, subscription, now, run)
  if (begun === null) return 'skipped'
  if (begun === 'silent') {
    await postponeRenewal(db, accountId, budget.until)
    return 'skipped'
  }
  if (typeof begun === 'string') {
    await failLater(database, subscription, begun, now)
    return 'failed'
  }
  budget.left--
  const outcome = await charged(database, begun, now)
  if (outcome.kind === 'unclear') {
    const { isOver, error, isGatewayDown } = outcome
    if (isGatewayDown) noteFailure(budget, begun.open)
    if (error !== null && isPast(begun.open, subscription, now)) {
      onError(accountId, new Error(`what became of charge ${begun.open.attempt.attemptNo} is not found out`, { cause: error }))
      await abandonCharge(database, begun.open, now)
      await clearRenewal(db, accountId, null)
      return renewOne(database, subscription, run)
    }
    if (error !== null) onError(accountId, error)
    // While its order is pending, the charge may still succeed: the next run asks again, and the member need not know.
    if (isOver) await failRenewal(database, subscription, { problem: 'card.unclear', tryAfter: after(now, LOOK_AGAIN_MS), now })
    return 'skipped'
  }
  if (outcome.kind === 'credentials_rejected') {
    noteFailure(budget, begun.open)
    onError(accountId, new Error(`the gateway does not let us in: ${outcome.said}`))
    await failLater(database, subscription, 'card.unreachable', now)
    return 'failed'
  }
  if (outcome.kind === 'refused') {
    if (outcome.said !== null) onError(accountId, new Error(`the gateway refused a charge: ${outcome.said}`))
    await failLater(database, subscription, outcome.problem, now)
    return 'failed'
  }
  // Nothing was charged for an earlier order, which makes room for another.
  if (outcome.kind === 'over') {
    await clearRenewal(db, accountId, null)
    return renewOne(database, subscription, run)
  }
  // The order is opened within a second, and is due until then. A payment too late for its order is on the balance, for the next run.
  await clearRenewal(db, accountId, outcome.isInTime ? after(now, TRY_AGAIN_MS) : null)
  return outcome.isInTime ? 'renewed' : 'skipped'
}

async function failLater(database: Database, subscription: SubscriptionRow, problem: ErrorCode, now: Date): Promise<void> {
  await failRenewal(database, subscription, { problem, tryAfter: after(now, TRY_AGAIN_MS), now })
}

function noteFailure({ failures }: CardBudget, { method }: OpenCharge): void {
  failures.set(method.id, (failures.get(method.id) ?? 0) + 1)
}

/** The order is no longer pending, and belongs to another term or is so old that its own term should wait no longer. */
function isPast({ attempt, order }: OpenCharge, { expiresAt }: SubscriptionRow, now: Date): boolean {
  if (order.expiresAt > now) return false
  return order.renewalOf?.getTime() !== expiresAt?.getTime() || after(attempt.createdAt, REST_AFTER_MS) <= now
}

type Begun = { open: OpenCharge; again: boolean; askOnly: boolean }
/** null: another process has it, or it is settled. `silent`: its gateway is skipped for now. */
type Beginning = Begun | ErrorCode | 'silent' | null

async function beginOrProblem(database: Database, subscription: SubscriptionRow, now: Date, run: CardRun): Promise<Beginning> {
  const { settings, budget, onError } = run
  const isSilent = (methodId: number): boolean => (budget.failures.get(methodId) ?? 0) >= GIVE_UP_AFTER
  try {
    return await database.transaction((tx) => beginRenewal(tx, subscription, { now, settings }, isSilent))
  } catch (error) {
    if (error instanceof AppError) return error.code
    onError(subscription.accountId, error)
    return 'server.error'
  }
}

/** Whatever fails now, the charge is stored, and the next run finds it. */
async function charged(database: Database, { open, ...how }: Begun, now: Date): Promise<Outcome> {
  try {
    return await chargeCard(database, open, { now, ...how })
  } catch (error) {
    return { kind: 'unclear', isOver: false, error, isGatewayDown: false }
  }
}

/**
 * Places the order and stores the charge to be made, or finds one that an earlier try left unclear. Also postpones the term's next try, so
 * that no other process charges at the same time, and the next run takes over after a crash.
 */
export async function beginRenewal(
  tx: Tx,
  subscription: SubscriptionRow,
  context: Context,
  isSilent: (methodId: number) => boolean,
): Promise<Beginning> {
  const { now } = context
  const { accountId, expiresAt } = subscription
  const current = await lockSubscription(tx, accountId)
  const isDue = current.autoRenew && (current.renewAfter === null || current.renewAfter <= now)
  if (!isDue || expiresAt === null || current.expiresAt?.getTime() !== expiresAt.getTime()) return null
  if (await isBanned(tx, accountId)) return null
  const left = await findOpenCharge(tx, accountId)
  if (left) {
    if (isSilent(left.method.id)) return 'silent'
    if (!(await resumeCharge(tx, left, now))) return null
    await putOff(tx, current, now)
    return { open: left, again: true, askOnly: left.order.planId !== current.planId }
  }
  if (await isBeingOpened(tx, accountId, expiresAt)) return null
  const offer = await renewalOffer(tx, current, context)
  if (typeof offer === 'string') return offer
  // The member has just topped up: the balance pays in the next run.
  if (offer.totalAmount === 0) return null
  const payer = await choosePayer(tx, offer, expiresAt)
  if (payer === null || typeof payer === 'string') return payer ?? 'balance.insufficient'
  if (isSilent(payer.method.id)) return 'silent'
  const { order } = await placeWithin(tx, offer, { now, settings: waitingLess(context.settings) }, expiresAt)
  const open = await beginCharge(tx, order, payer, now)
  await putOff(tx, current, now)
  return { open, again: false, askOnly: false }
}

function waitingLess(settings: Settings): Settings {
  return { ...settings, 'order.timeout_minutes': Math.min(settings['order.timeout_minutes'], LONGEST_WAIT_MINUTES) }
}

async function putOff(tx: Tx, subscription: SubscriptionRow, now: Date): Promise<void> {
  await clearRenewal(tx, subscription.accountId, after(now, LOOK_AGAIN_MS))
}

async function isBanned(tx: Tx, accountId: number): Promise<boolean> {
  const banned = and(eq(accounts.id, accountId), isNotNull(accounts.bannedAt))
  return (await tx.select({ id: accounts.id }).from(accounts).where(banned).limit(1)).length > 0
}

async function isBeingOpened(tx: Tx, accountId: number, renewalOf: Date): Promise<boolean> {
  const paid = and(eq(orders.accountId, accountId), eq(orders.renewalOf, renewalOf), eq(orders.status, 'processing'))
  return (await tx.select({ id: orders.id }).from(orders).where(paid).limit(1)).length > 0
}

/** The card that pays what the balance leaves; `card.given_up` if each was refused too often for this term; null: no card. */
export async function choosePayer(db: Db, offer: Offer, renewalOf: Date): Promise<Payer | 'card.given_up' | null> {
  const payers = await payersFor(db, offer.accountId, offer)
  if (payers.length === 0) return null
  const refusals = await refusalsOf(db, offer.accountId, renewalOf)
  return payers.find(({ card }) => (refusals.get(card.token) ?? 0) < MOST_REFUSALS) ?? 'card.given_up'
}

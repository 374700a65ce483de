import { and, eq, isNotNull } from 'drizzle-orm'
import type { ErrorCode } from '@portico/contract/errors'
import type { Settings } from '@portico/contract/settings-admin'
import { pendingClosing } from '../accounts/account-closing.ts'
import { accounts } from '../accounts/accounts.table.ts'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { orders } from '../orders/orders.table.ts'
import { placeWithin } from '../orders/place-order.ts'
import { findOpenCharge, type OpenCharge, refusalsOf, resumeCharge } from '../payments/card-charges.ts'
import { beginCharge } from '../saved-cards/charge-card.ts'
import { type Payer, payersFor } from '../saved-cards/saved-cards.ts'
import { clearRenewal } from '../subscriptions/auto-renew.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { LOOK_AGAIN_MS } from './card-moves.ts'
import { type RenewalOffer, renewalOffer } from './renewal-offer.ts'

/** Per card and term: banks object to merchants who keep trying. */
const MOST_REFUSALS = 4
/** How long the order of a renewal may wait for its charge: a gateway may repeat a failure under one number for a day. */
const LONGEST_WAIT_MINUTES = 30

/** A charge to be made. `again`: it may have been requested before. `askOnly`: it is no longer wanted, but may have been made. */
export type Begun = { open: OpenCharge; again: boolean; askOnly: boolean }
/** How the renewal of a term begins. `skip`: another process renews it, or it is settled. `wait`: its gateway is skipped in this run. */
export type Beginning = Begun | { problem: ErrorCode } | 'skip' | 'wait'

/**
 * Places the order and stores the charge to be made, or finds one that an earlier try left unclear. Also postpones the term's next try, so
 * that no other process charges at the same time, and the next run takes over after a crash.
 */
export async function beginRenewal(
  tx: Tx,
  subscription: SubscriptionRow,
  context: Context,
  isSkipped: (methodId: number) => boolean,
): Promise<Beginning> {
  const { now } = context
  const { accountId, expiresAt } = subscription
  const current = await lockSubscription(tx, accountId)
  const isDue = current.autoRenew && (current.renewAfter === null || current.renewAfter <= now)
  if (!isDue || expiresAt === null || current.expiresAt?.getTime() !== expiresAt.getTime()) return 'skip'
  if (await isStopped(tx, accountId)) return 'skip'
  const left = await findOpenCharge(tx, accountId)
  if (left) {
    if (isSkipped(left.method.id)) return 'wait'
    if (!(await resumeCharge(tx, left, now))) return 'skip'
    await putOff(tx, current, now)
    return { open: left, again: true, askOnly: left.order.planId !== current.planId }
  }
  if (await isBeingOpened(tx, accountId, expiresAt)) return 'skip'
  const found = await renewalOffer(tx, current, context)
  if (typeof found === 'string') return { problem: found }
  // The member has just topped up: the balance pays in the next run.
  if (found.offer.totalAmount === 0) return 'skip'
  const payer = await choosePayer(tx, found, expiresAt)
  if (payer === null || typeof payer === 'string') return { problem: payer ?? 'balance.insufficient' }
  if (isSkipped(payer.method.id)) return 'wait'
  const { order } = await placeWithin(tx, found.offer, { now, settings: waitingLess(context.settings) }, expiresAt)
  const open = await beginCharge(tx, order, payer, now)
  await putOff(tx, current, now)
  return { open, again: false, askOnly: false }
}

function waitingLess(settings: Settings): Settings {
  return { ...settings, 'order.timeout_minutes': Math.min(settings['order.timeout_minutes'], LONGEST_WAIT_MINUTES) }
}

async function putOff(tx: Tx, subscription: SubscriptionRow, now: Date): Promise<void> {
  await clearRenewal(tx, subscription.accountId, new Date(now.getTime() + LOOK_AGAIN_MS))
}

async function isStopped(tx: Tx, accountId: number): Promise<boolean> {
  const banned = and(eq(accounts.id, accountId), isNotNull(accounts.bannedAt))
  return (
    (await tx.select({ id: accounts.id }).from(accounts).where(banned).limit(1)).length > 0 ||
    (await pendingClosing(tx, accountId)) !== null
  )
}

async function isBeingOpened(tx: Tx, accountId: number, renewalOf: Date): Promise<boolean> {
  const paid = and(eq(orders.accountId, accountId), eq(orders.renewalOf, renewalOf), eq(orders.status, 'processing'))
  return (await tx.select({ id: orders.id }).from(orders).where(paid).limit(1)).length > 0
}

/** The card that pays what the balance leaves; `card.given_up` if each was refused too often for this term; null: no card. */
export async function choosePayer(db: Db, { offer, mostFee }: RenewalOffer, renewalOf: Date): Promise<Payer | 'card.given_up' | null> {
  const payers = await payersFor(db, offer.accountId, { ...offer, mostFee })
  if (payers.length === 0) return null
  const refusals = await refusalsOf(db, offer.accountId, renewalOf)
  return payers.find(({ card }) => (refusals.get(card.token) ?? 0) < MOST_REFUSALS) ?? 'card.given_up'
}

import type { Settings } from '@portico/contract/settings-admin'
import { and, desc, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { isUsable } from '../payments/card-methods.ts'
import { type Charge, chargeOf, type Due } from '../payments/charge.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { openConfig } from '../payments/method-secrets.ts'
import { type CardRef, paymentAttempts, type PaymentMethodRow, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import { type SavedCardRow, savedCards } from './saved-cards.table.ts'
import { orders } from '../orders/orders.table.ts'

/**
 * Stores the card that a payment left with its gateway, if the payer asked for it. It replaces an earlier card, which the gateway then
 * deletes; if saving was disabled in the meantime, the gateway deletes this one. Safe to repeat. Throws when the gateway fails: ask again.
 */
export async function keepCard(database: Database, attemptId: number, now: Date): Promise<void> {
  const [paid] = await database.db
    .select({ accountId: orders.accountId, callbackNo: paymentReceipts.callbackNo, method: paymentMethods })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentAttempts.methodId))
    .innerJoin(paymentReceipts, eq(paymentReceipts.attemptId, paymentAttempts.id))
    .where(
      and(eq(paymentAttempts.id, attemptId), eq(paymentAttempts.saveCard, true), inArray(paymentReceipts.outcome, ['settled', 'credited'])),
    )
  if (!paid) return
  const { accountId, callbackNo, method } = paid
  const card = await drivers[method.driver].savedCards?.find(openConfig(database.secrets, method), callbackNo)
  if (!card) return
  await database.transaction(async (tx) => {
    const values = { ...card, accountId, methodId: method.id, attemptId, problem: null, createdAt: now }
    const mine = and(eq(savedCards.accountId, accountId), eq(savedCards.methodId, method.id))
    const [before] = await tx.select().from(savedCards).where(mine).for('update')
    if (!isUsable(method)) {
      if (before?.token !== card.token) await enqueueForget(tx, method.id, card)
      return
    }
    const kept = await tx
      .insert(savedCards)
      .values(values)
      .onConflictDoUpdate({
        target: [savedCards.accountId, savedCards.methodId],
        set: values,
        // A delayed job must not undo a later payment.
        setWhere: lte(savedCards.attemptId, attemptId),
      })
      .returning({ id: savedCards.id })
    const needless = kept.length === 0 ? card : before
    if (needless && (kept.length === 0 || needless.token !== card.token)) await enqueueForget(tx, method.id, needless)
  })
}

/** The payload of `forget_card`. */
export type Forgotten = CardRef & { method_id: number }

async function enqueueForget(tx: Tx, methodId: number, { customer, token }: CardRef): Promise<void> {
  const forgotten: Forgotten = { method_id: methodId, customer, token }
  await enqueue(tx, 'forget_card', forgotten)
}

/** Deletes a card at its gateway. Safe to repeat; throws if another try may help. */
export async function forgetCard({ db, secrets }: Database, { method_id, customer, token }: Forgotten): Promise<void> {
  const [method] = await db.select().from(paymentMethods).where(eq(paymentMethods.id, method_id))
  if (method) await drivers[method.driver].savedCards?.forget(openConfig(secrets, method), { customer, token })
}

/** Removes a member's own card; a job deletes it at the gateway. Another member's card is `not_found`. */
export async function removeCard({ transaction }: Database, by: Caller, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const mine = and(eq(savedCards.id, id), eq(savedCards.accountId, by.accountId))
    const removed = foundRow(await tx.delete(savedCards).where(mine).returning())
    await enqueueForget(tx, removed.methodId, removed)
    const { methodId, brand, last4 } = removed
    await record(tx, by, { action: 'saved_card.remove', entity: 'saved_card', id, before: { methodId, brand, last4 } }, now)
  })
}

/** Removes all cards of an account; a job deletes them at their gateways. */
export async function forgetCards(tx: Tx, accountId: number): Promise<void> {
  const removed = await tx.delete(savedCards).where(eq(savedCards.accountId, accountId)).returning()
  for (const card of removed) await enqueueForget(tx, card.methodId, card)
}

export type CardOf = { card: SavedCardRow; method: PaymentMethodRow }

/** The member's cards, last saved first, whether or not they can be charged. */
export function listCards(db: Db, accountId: number): Promise<CardOf[]> {
  return db
    .select({ card: savedCards, method: paymentMethods })
    .from(savedCards)
    .innerJoin(paymentMethods, eq(paymentMethods.id, savedCards.methodId))
    .where(eq(savedCards.accountId, accountId))
    .orderBy(desc(savedCards.createdAt), desc(savedCards.id))
}

/** Which of these accounts have a saved card. */
export async function withCards(db: Db, accountIds: number[]): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set()
  const found = await db.select({ id: savedCards.accountId }).from(savedCards).where(inArray(savedCards.accountId, accountIds))
  return new Set(found.map(({ id }) => id))
}

/** Whether members could save a card with their next payment. */
export async function canSaveCard(db: Db, settings: Settings): Promise<boolean> {
  if (!settings['renewal.enabled']) return false
  const open = and(eq(paymentMethods.enabled, true), isNull(paymentMethods.deletedAt))
  return (await db.select().from(paymentMethods).where(open)).some(isUsable)
}

export type Payer = CardOf & { charge: Charge }

/** The member's cards that can pay this amount, last saved first. */
export async function payersFor(db: Db, accountId: number, due: Due): Promise<Payer[]> {
  return (await listCards(db, accountId)).flatMap(({ card, method }) => {
    const charge = isUsable(method) ? chargeOf(due, method) : null
    return charge && drivers[method.driver].canCharge(charge.payCurrency) ? [{ card, method, charge }] : []
  })
}

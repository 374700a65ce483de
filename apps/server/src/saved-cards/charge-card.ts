import { and, eq } from 'drizzle-orm'
import type { ErrorCode } from '@portico/contract/errors'
import { jobActor } from '../actor.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import type { SecretBox } from '../db/secret-box.ts'
import { inTime } from '../jobs/in-time.ts'
import { cancelWithin } from '../orders/cancel-order.ts'
import { lockOrder } from '../orders/move-order.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { type Charged, UnknownThere } from '../payment-drivers/driver.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { endAsking, failCharge, noteExternal, type OpenCharge } from '../payments/card-charges.ts'
import { isUsable } from '../payments/card-methods.ts'
import { insertAttempt } from '../payments/insert-attempt.ts'
import { openConfig } from '../payments/method-secrets.ts'
import { firstAsk } from '../payments/next-ask.ts'
import { receivePayment } from '../payments/receive-payment.ts'
import type { Payer } from './saved-cards.ts'
import { savedCards } from './saved-cards.table.ts'

type Paid = Extract<Charged, { kind: 'paid' }>
/** Finding the charge and requesting it may take ten seconds each. */
const PATIENCE_MS = 25_000
/** The actor of charges to saved cards: only this job makes them. */
const RENEWAL = jobActor('renew_due')
const PROBLEMS = { declined: 'card.declined', owner_needed: 'card.owner_needed', refused: 'card.refused' } as const

/**
 * Stores that the card is about to pay the order. Commit it before `chargeCard`: then nothing is charged without an order, and after a
 * crash the next run asks under the same number.
 */
export async function beginCharge(tx: Tx, order: OrderRow, { card, method, charge }: Payer, now: Date): Promise<OpenCharge> {
  const chargedCard = { customer: card.customer, token: card.token }
  return { attempt: await insertAttempt(tx, order, method, { ...charge, chargedCard, nextAskAt: firstAsk(now) }, now), order, method }
}

/**
 * State of a charge. `paid`. `late`: paid after the order ended, on the balance. Not charged: `refused` (see `problem`), `locked_out` (our
 * key), `not_made`. Unknown: `open` while the order waits, `overdue` after it.
 */
export type ChargeState = 'paid' | 'late' | 'refused' | 'locked_out' | 'not_made' | 'open' | 'overdue'
/**
 * `error`: for operators. `isSilent`: the gateway did not say. `isGatewayDown`: other charges there would fail too.
 */
export type Outcome = { state: ChargeState; problem: ErrorCode | null; error: unknown; isSilent: boolean; isGatewayDown: boolean }
/** `again`: it may have been requested before. `askOnly`: it is no longer wanted, but may have been made. */
export type ChargeOptions = { now: Date; again: boolean; askOnly?: boolean }

const TOLD = { problem: null, error: null, isSilent: false, isGatewayDown: false }

/**
 * Charges the card, outside any transaction, and books the answer like a notification. May be called again for the same charge, even by two
 * at once: its number is charged once. If the order can no longer be paid or the card was removed, it only asks about the charge.
 */
export async function chargeCard(database: Database, open: OpenCharge, { now, again, askOnly }: ChargeOptions): Promise<Outcome> {
  const isOver = askOnly === true || !(await mayCharge(database.db, open, now))
  const unclear = isOver ? 'overdue' : 'open'
  let charged: Charged | null
  try {
    charged = await inTime(isOver ? ask(database.secrets, open) : charge(database.secrets, open, again), PATIENCE_MS)
  } catch (error) {
    return { state: unclear, problem: null, error, isSilent: true, isGatewayDown: !(error instanceof UnknownThere) }
  }
  if (charged?.kind === 'pending') {
    await noteExternal(database.db, open.attempt.id, charged.externalId)
    return { ...TOLD, state: unclear }
  }
  if (charged?.kind === 'paid') return { ...TOLD, state: (await bookPaid(database, open, charged, now)) ? 'paid' : 'late' }
  if (charged?.reason === 'credentials_rejected') {
    await abandonCharge(database, open, now)
    const error = new Error(`the gateway does not let us in: ${charged.said}`)
    return { ...TOLD, state: 'locked_out', error, isGatewayDown: true }
  }
  const problem = charged ? PROBLEMS[charged.reason] : null
  await refuse(database, open, { problem, externalId: charged?.externalId ?? null, now })
  if (problem === null) return { ...TOLD, state: 'not_made' }
  const said = charged?.reason === 'refused' ? charged.said : null
  return { ...TOLD, state: 'refused', problem, error: said === null ? null : new Error(`the gateway refused a charge: ${said}`) }
}

/**
 * Gives up on a charge: its order ends, which makes room for another. If it was made after all, its notification is booked as usual, and
 * the money is on the balance.
 */
export async function abandonCharge(database: Database, open: OpenCharge, now: Date): Promise<void> {
  await refuse(database, open, { problem: null, externalId: null, now })
}

async function mayCharge(db: Db, { attempt, order, method }: OpenCharge, now: Date): Promise<boolean> {
  const saved = and(
    eq(savedCards.accountId, order.accountId),
    eq(savedCards.methodId, method.id),
    eq(savedCards.token, attempt.chargedCard?.token ?? ''),
  )
  const [[card], [current]] = await Promise.all([
    db.select({ id: savedCards.id }).from(savedCards).where(saved),
    db.select({ status: orders.status }).from(orders).where(eq(orders.id, order.id)),
  ])
  return card !== undefined && current?.status === 'pending' && order.expiresAt > now && isUsable(method)
}

async function charge(secrets: SecretBox, { attempt, order, method }: OpenCharge, again: boolean): Promise<Charged> {
  const { attemptNo, payAmount, payCurrency, chargedCard: card } = attempt
  const { savedCards: cards } = drivers[method.driver]
  if (!cards || !card) throw new Error(`the driver ${method.driver} cannot charge saved cards`)
  return cards.charge(openConfig(secrets, method), { attemptNo, payAmount, payCurrency, card, title: order.tradeNo, again })
}

/** Asks about a charge; null: it was not made. */
async function ask(secrets: SecretBox, { attempt, method }: OpenCharge): Promise<Charged | null> {
  const { query } = drivers[method.driver]
  if (!query) throw new Error(`the driver ${method.driver} cannot be queried`)
  const answer = await query(openConfig(secrets, method), attempt)
  if (answer.kind === 'closed') return null
  return { ...answer, externalId: attempt.externalId }
}

/** Whether the order was still open; otherwise the money is on the balance. */
async function bookPaid(database: Database, open: OpenCharge, { payment, externalId }: Paid, now: Date): Promise<boolean> {
  await receivePayment(database, open.method, payment, now)
  const { db } = database
  await endAsking(db, open.attempt.id, externalId)
  await noteCard(db, open, null)
  const [order] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, open.order.id))
  return order?.status !== 'cancelled' && order?.status !== 'expired'
}

async function noteCard(db: Db, { attempt, order }: OpenCharge, problem: ErrorCode | null): Promise<void> {
  const charged = and(eq(savedCards.accountId, order.accountId), eq(savedCards.token, attempt.chargedCard?.token ?? ''))
  await db.update(savedCards).set({ problem }).where(charged)
}

type Refusal = { problem: ErrorCode | null; externalId: string | null; now: Date }

/** Marks the attempt as failed, and cancels its order if still pending. */
async function refuse({ transaction }: Database, open: OpenCharge, { problem, externalId, now }: Refusal): Promise<void> {
  const { attempt, order } = open
  await transaction(async (tx) => {
    const { status } = await lockOrder(tx, order.tradeNo)
    if (!(await failCharge(tx, attempt, externalId, problem !== null))) return
    if (problem !== null) await noteCard(tx, open, problem)
    if (status === 'pending') await cancelWithin(tx, RENEWAL, order.tradeNo, now)
  })
}

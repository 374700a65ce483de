import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { memberBalance } from '../ledger/post.ts'
import type { Caller } from '../actor.ts'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'
import { inTime } from '../jobs/in-time.ts'
import { enqueue } from '../jobs/queue.ts'
import { lockOrder } from '../orders/move-order.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { type Charge, chargeOf } from './charge.ts'
import type { PaymentDriver, Started, StartInput } from '../payment-drivers/driver.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { insertAttempt } from './insert-attempt.ts'
import type { Choice } from './list-payments.ts'
import { openConfig } from './method-secrets.ts'
import { firstAsk } from './next-ask.ts'
import { payFromBalance } from './pay-from-balance.ts'
import { type PaymentAttemptRow, paymentAttempts, type PaymentMethodRow, paymentMethods } from './payments.table.ts'
import { findOpenCharge } from './card-charges.ts'
import { keepsCard, knownCustomer } from './card-methods.ts'

const GATEWAY_PATIENCE_MS = 10_000

export type CheckedOut = { type: -1 | 0 | 1 | 2; data: string | null; reference: string | null; feeAmount: number; amount: number }
type Begun =
  | { done: CheckedOut }
  | {
      attempt: PaymentAttemptRow
      order: OrderRow
      method: PaymentMethodRow
      start: NonNullable<PaymentDriver['start']>
      keepCard: StartInput['keepCard']
    }
/** `origin`: of the site's pages, for the way back and for methods without their own notification address. `language`: the payer's. */
type CheckoutContext = Context & { language: Language; origin: string; log: Logger }
/** `saveCard`: for renewals. Ignored if the card cannot be saved, so that the payment goes on. */
type Wish = { tradeNo: string; methodId: number; saveCard?: boolean | undefined }

/**
 * Starts a payment attempt for the caller's unpaid order, or returns one that can still be paid. Stores the attempt first and calls the
 * gateway outside any transaction; if that fails, the order does not change (`payment.gateway_failed`). The balance settles at once.
 */
export async function checkout(database: Database, by: Caller, input: Wish, context: CheckoutContext): Promise<CheckedOut> {
  const begun = await database.transaction((tx) => begin(tx, by, input, context))
  if ('done' in begun) return begun.done
  const started = await askGateway(database, begun, context)
  await keep(database, begun, started, context.now)
  return toCheckedOut(begun.attempt, started, begun.method, context.language)
}

async function begin(
  tx: Tx,
  by: Caller,
  { tradeNo, methodId, saveCard }: Wish,
  { now, settings, language }: CheckoutContext,
): Promise<Begun> {
  const order = await lockOrder(tx, tradeNo)
  if (order.accountId !== by.accountId) throw new AppError('order.not_found')
  if (order.status !== 'pending' || order.expiresAt <= now || order.totalAmount === 0) throw new AppError('order.wrong_status')
  const [method] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, methodId))
  if (!method?.enabled || method.deletedAt) throw new AppError('payment.method_unavailable')
  if (order.type !== 'topup' && (await memberBalance(tx, order.accountId, order.currency, 'debt')) < 0)
    throw new AppError('account.in_debt')
  const charge = chargeOf(order, method)
  if (!charge) throw new AppError('payment.no_rate')
  // A saved card may have been charged for this renewal: it must not be paid a second time.
  if (order.renewalOf !== null && (await findOpenCharge(tx, order.accountId))) throw new AppError('card.unclear')
  const { start, canCharge } = drivers[method.driver]
  if (!canCharge(charge.payCurrency)) throw new AppError('payment.method_unavailable')
  if (!start) {
    await payFromBalance(tx, order, method, charge, now)
    return { done: { type: -1, data: null, reference: null, feeAmount: charge.feeAmount, amount: charge.amount } }
  }
  const keeps = saveCard === true && keepsCard(order, method, settings)
  const open = await findOpenAttempt(tx, order, method, { ...charge, saveCard: keeps }, { now, language })
  if (open) return { done: open }
  const keepCard = keeps ? { customer: await knownCustomer(tx, order.accountId, method.id) } : null
  return { attempt: await insertAttempt(tx, order, method, { ...charge, saveCard: keeps }, now), order, method, start, keepCard }
}

/**
 * The last started attempt, if it can still be paid unchanged; null: none. `choices`: methods for the order; after its time, the last one,
 * under review.
 */
export async function findOpen(
  db: Db,
  order: OrderRow,
  choices: Choice[],
  { now, language }: Reading,
): Promise<(CheckedOut & { methodId: number }) | null> {
  if (choices.length === 0) return null
  const ids = choices.map(({ method }) => method.id)
  const { methodId, amount, feeAmount, payAmount, payCurrency, checkoutType, checkoutData, externalId } = paymentAttempts
  const [last] = await db
    .select({ methodId, amount, feeAmount, payAmount, payCurrency, checkoutType, checkoutData, externalId })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, order.id),
        eq(paymentAttempts.status, 'pending'),
        isNotNull(checkoutType),
        order.expiresAt > now ? undefined : inArray(methodId, ids),
      ),
    )
    .orderBy(desc(paymentAttempts.id))
    .limit(1)
  const choice = choices.find(({ method }) => method.id === last?.methodId)
  if (!last || !choice) return null
  const { method, charge } = choice
  if (charge.payAmount !== last.payAmount || charge.payCurrency !== last.payCurrency || charge.amount !== last.amount) return null
  // Written by `keep`, from a driver's `Started`.
  const started = { type: last.checkoutType as Started['type'], data: last.checkoutData, externalId: last.externalId }
  return { methodId: last.methodId, ...toCheckedOut(last, started, method, language) }
}

type Terms = Charge & { saveCard: boolean }
type Reading = { now: Date; language: Language }

async function findOpenAttempt(
  tx: Tx,
  order: OrderRow,
  method: PaymentMethodRow,
  terms: Terms,
  { now, language }: Reading,
): Promise<CheckedOut | null> {
  const { amount, payAmount, payCurrency, saveCard } = paymentAttempts
  const { feeAmount, checkoutType, checkoutData, externalId } = paymentAttempts
  const [open] = await tx
    .select({ amount, feeAmount, checkoutType, checkoutData, externalId })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, order.id),
        eq(paymentAttempts.methodId, method.id),
        eq(paymentAttempts.status, 'pending'),
        gt(paymentAttempts.expiresAt, now),
        eq(amount, terms.amount),
        eq(payAmount, terms.payAmount),
        eq(payCurrency, terms.payCurrency),
        eq(saveCard, terms.saveCard),
      ),
    )
    .limit(1)
  if (!open || open.checkoutType === null) return null
  // Written by `keep`, from a driver's `Started`.
  const started = { type: open.checkoutType as Started['type'], data: open.checkoutData, externalId: open.externalId }
  return toCheckedOut(open, started, method, language)
}

async function askGateway(
  database: Database,
  begun: Exclude<Begun, { done: CheckedOut }>,
  { now, origin, log }: CheckoutContext,
): Promise<Started> {
  const { attempt, order, method, start, keepCard } = begun
  const work = start({
    config: openConfig(database.secrets, method),
    attempt,
    notifyUrl: notifyUrl(method, origin),
    // Not `trade_no`: EPay adds a parameter of that name.
    returnUrl: `${origin}/pay_return_url?order=${order.tradeNo}`,
    cancelUrl: `${origin}/user/order/${order.tradeNo}`,
    // The gateway need not know what is sold.
    title: order.tradeNo,
    keepCard,
    now,
  })
  try {
    return await inTime(work, GATEWAY_PATIENCE_MS)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.error({ attempt: attempt.attemptNo, method: method.id, driver: method.driver, reason }, 'a gateway failed at checkout')
    await database.db
      .update(paymentAttempts)
      .set({ status: 'failed' })
      .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.status, 'created')))
    throw new AppError('payment.gateway_failed')
  }
}

/** The address to which the gateway of this method sends notifications. */
export function notifyUrl(method: Pick<PaymentMethodRow, 'driver' | 'uuid' | 'notifyOrigin'>, origin: string): string {
  return `${method.notifyOrigin ?? origin}/api/v1/guest/payment/notify/${method.driver}/${method.uuid}`
}

/**
 * Stores what the gateway opened. Throws `order.wrong_status` if the order was cancelled or paid meanwhile; a job then closes it at the
 * gateway.
 */
async function keep(
  { db, transaction }: Database,
  { attempt, method }: Exclude<Begun, { done: CheckedOut }>,
  { externalId, type: checkoutType, data: checkoutData }: Started,
  now: Date,
): Promise<void> {
  const { id, orderId } = attempt
  const opened = { externalId, checkoutType, checkoutData, nextAskAt: drivers[method.driver].query ? firstAsk(now) : null }
  const isPending = and(eq(orders.id, orderId), eq(orders.status, 'pending'))
  const order = db.select({ id: orders.id }).from(orders).where(isPending).for('update').as('pending_order')
  const kept = await db
    .update(paymentAttempts)
    .set({ ...opened, status: 'pending' })
    .from(order)
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.orderId, order.id)))
    .returning({ id: paymentAttempts.id })
  if (kept.length > 0) return
  await transaction(async (tx) => {
    // If its notification has already arrived, the attempt has succeeded.
    const status = sql`case when status = 'created' then 'expired' else status end`
    await tx
      .update(paymentAttempts)
      .set({ ...opened, status })
      .where(eq(paymentAttempts.id, id))
    await enqueue(tx, 'close_attempts', { order_id: orderId }, { key: `close_attempts:${orderId}` })
  })
  throw new AppError('order.wrong_status')
}

function toCheckedOut(
  attempt: Pick<PaymentAttemptRow, 'amount' | 'feeAmount'>,
  shown: Pick<Started, 'type' | 'externalId'> & { data: string | null },
  method: PaymentMethodRow,
  language: Language,
): CheckedOut {
  const { instructions } = inLanguage(method, language)
  return {
    type: shown.type,
    data: shown.type === 2 ? (instructions ?? shown.data) : shown.data,
    reference: referenceOf(shown.type, shown.externalId),
    feeAmount: attempt.feeAmount,
    amount: attempt.amount,
  }
}

/** Reference to write beside a transfer; null for gateways, which need none. */
export function referenceOf(checkoutType: number | null, externalId: string | null): string | null {
  return checkoutType === 2 ? externalId : null
}

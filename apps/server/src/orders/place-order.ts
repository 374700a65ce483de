import { randomBytes } from 'node:crypto'
import { and, count, eq, inArray } from 'drizzle-orm'
import type { Settings } from '@portico/contract/settings-admin'
import type { Caller } from '../actor.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { takeCoupon } from '../coupons/use-coupon.ts'
import { AppError } from '../errors.ts'
import { namesAs } from '../in-language.ts'
import { fundsOfOrders } from '../ledger/funds.ts'
import { type Leg, memberBalance, post } from '../ledger/post.ts'
import { lockPlace } from '../plans/capacity.ts'
import type { Conditions, PlanRow } from '../plans/plans.table.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { conditionsOf } from '../subscriptions/conditions.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { makeOffer, type Offer, type Wanted } from './make-offer.ts'
import { isNewMember } from '../promotions/new-member.ts'
import { lockOrderById } from './move-order.ts'
import { type OrderRow, orders, type PlanSnapshot } from './orders.table.ts'
import { checkFreeOnce, checkSale } from './sale-rules.ts'
import { settleOrder } from './settle-order.ts'

/** Calculates an offer and places it at once, for callers who already know the price. */
export async function placeOrder(database: Database, by: Caller, wanted: Wanted, context: Context): Promise<OrderRow> {
  const { offer } = await makeOffer(database.db, by.accountId, wanted, context)
  return placeOffer(database, offer, context)
}

/**
 * Places exactly what was offered, with a snapshot of the plan. Locks the subscription, so a member has one open order at most, and a
 * limited plan, so a pending order holds its place. Holds coupon and balance. An order with nothing to pay is paid at once. May be called
 * twice: the same offer returns the same order. Throws `quote.stale` if its basis has changed, or the member is no longer new.
 */
export async function placeOffer({ transaction }: Database, offer: Offer, context: Context): Promise<OrderRow> {
  return transaction(async (tx) => (await placeWithin(tx, offer, context)).order)
}

/** `placeOffer` in the caller's transaction. The subscription it returns is locked. */
export async function placeWithin(
  tx: Tx,
  offer: Offer,
  context: Context,
  renewalOf: Date | null = null,
): Promise<{ order: OrderRow; subscription: SubscriptionRow }> {
  const subscription = await lockSubscription(tx, offer.accountId)
  const [known] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.quoteId, offer.id))
  const order = known ? await lockOrderById(tx, known.id) : await placeNew(tx, offer, { subscription, renewalOf }, context)
  return { subscription, order }
}

async function placeNew(
  tx: Tx,
  offer: Offer,
  { subscription, renewalOf }: { subscription: SubscriptionRow; renewalOf: Date | null },
  context: Context,
): Promise<OrderRow> {
  const { now, settings } = context
  const plan = offer.planId === null ? null : foundPlan(await lockPlace(tx, offer.planId))
  if (!(await basisHolds(tx, offer, subscription))) throw new AppError('quote.stale')
  if (plan && (await memberBalance(tx, offer.accountId, offer.currency, 'debt')) < 0) throw new AppError('account.in_debt')
  if (plan) await checkSale(tx, subscription, plan, offer.type, context)
  if (plan && offer.priceAmount === 0) await checkFreeOnce(tx, offer.accountId, plan.id, offer.type)
  if (offer.forNewMember && !(await isNewMember(tx, offer.accountId))) throw new AppError('quote.stale')
  const { id: quoteId, ...amounts } = offer
  const order = await insertOrder(tx, {
    ...amounts,
    quoteId,
    tradeNo: newTradeNo(now),
    snapshot: plan && toSnapshot(plan, settings),
    translations: namesAs(plan?.translations ?? {}, 'planName'),
    renewalOf,
    createdAt: now,
    expiresAt: new Date(now.getTime() + settings['order.timeout_minutes'] * 60_000),
  })
  if (offer.couponId !== null) await takeCoupon(tx, offer.couponId, order, now)
  await holdBalance(tx, order, now)
  return order.totalAmount > 0 ? order : settleOrder(tx, order, { at: now, feeAmount: 0, cashAmount: 0, method: null })
}

function foundPlan(plan: PlanRow | undefined): PlanRow {
  if (!plan) throw new AppError('plan.not_found')
  return plan
}

/** 24 characters: the time in base 36, then 80 random bits. Unique, hard to guess, letters and digits only. */
export function newTradeNo(now: Date): string {
  const random = BigInt(`0x${randomBytes(10).toString('hex')}`)
    .toString(36)
    .padStart(16, '0')
  return (now.getTime().toString(36).padStart(8, '0') + random).toUpperCase()
}

/**
 * Whether the basis of an order still holds: the plan and end of the subscription, and each order to be absorbed, with the funds it had.
 * Without a basis, always.
 */
export async function basisHolds(
  tx: Tx,
  { basis, surplusOrderIds }: Pick<Offer, 'basis' | 'surplusOrderIds'>,
  subscription: SubscriptionRow,
): Promise<boolean> {
  if (basis === null) return true
  if (basis.planId !== subscription.planId || basis.expiresAt !== (subscription.expiresAt?.toISOString() ?? null)) return false
  if (surplusOrderIds.length === 0) return true
  const [row] = await tx
    .select({ n: count() })
    .from(orders)
    .where(and(inArray(orders.id, surplusOrderIds), eq(orders.status, 'completed')))
  const heldBy = await fundsOfOrders(tx, surplusOrderIds)
  const held = surplusOrderIds.reduce((sum, id) => sum + heldBy(id).total, 0)
  return row?.n === surplusOrderIds.length && held === (basis.funds ?? held)
}

/** Conditions of a plan at this moment. */
export function toSnapshot(plan: PlanRow, settings: Settings): PlanSnapshot & Conditions {
  return { planName: plan.name, ...conditionsOf(plan, settings['subscription.reset_mode']) }
}

async function insertOrder(tx: Tx, values: typeof orders.$inferInsert): Promise<OrderRow> {
  const isSecond = (error: unknown): boolean =>
    ['orders_one_open', 'orders_renewal', 'orders_one_for_new_member'].some((name) => isUniqueViolation(error, name))
  return writtenRow(await orRefuse(tx.insert(orders).values(values).returning(), isSecond, new AppError('order.open_exists')))
}

/** Holds the part paid from the balance. Throws `balance.insufficient` if it was spent in the meantime. */
async function holdBalance(tx: Tx, order: OrderRow, at: Date): Promise<void> {
  if (order.balanceAmount === 0) return
  const { accountId: ownerId, balanceAmount: amount, currency, tradeNo: note } = order
  const legs: Leg[] = [
    { kind: 'member', ownerId, amount: -amount },
    { kind: 'held', ownerId, amount, order },
  ]
  await post(tx, { kind: 'order.held', key: `order_hold:${order.id}`, currency, legs, note, byAccountId: ownerId, at })
}

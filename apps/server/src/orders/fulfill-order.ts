import { periodMonths } from '@portico/contract/periods'
import type { ReviewReason } from '@portico/contract/orders-admin'
import { sql } from 'drizzle-orm'
import { accrueCommission } from '../commissions/accrue-commission.ts'
import { reverseCommission } from '../commissions/reverse-commission.ts'
import type { Context } from '../context.ts'
import { allDone } from '../db/all-done.ts'
import type { Database, Tx } from '../db/client.ts'
import { type NewEvent, tellMany } from '../events/tell.ts'
import { type Leg, post } from '../ledger/post.ts'
import { conditionsOf } from '../subscriptions/conditions.ts'
import { refilled, usedOfCycle } from '../subscriptions/carry-over.ts'
import { changeSubscription, grantTerm } from '../subscriptions/change-subscription.ts'
import { storedTerm } from '../subscriptions/stored-term.ts'
import { quotaEnds } from '../subscriptions/reset-days.ts'
import { resetIfDue } from '../subscriptions/reset-traffic.ts'
import { isActive } from '../subscriptions/state.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { lockOrderAndSubscription, lockWaiting, moveOrder } from './move-order.ts'
import type { OrderRow, PlanSnapshot } from './orders.table.ts'
import { basisHolds } from './place-order.ts'
import { takeOver } from './value/take-over.ts'
import { planNames } from './waiting/plan-names.ts'

/** The delivered term, or why nothing was delivered. */
type Delivered = { reason: ReviewReason } | Pick<OrderRow, 'termStart' | 'termEnd' | 'begunAt' | 'snapshot'>

/**
 * Delivers a paid order from its snapshot; subscription, money and status change together. May be called any number of times: only an order
 * in `processing` changes. An order that cannot be opened goes to review, and its money is safe.
 */
export async function fulfillOrder({ transaction }: Database, id: number, context: Context): Promise<OrderRow> {
  return transaction(async (tx) => {
    const { order, subscription } = await lockOrderAndSubscription(tx, { id })
    return order.status === 'processing' ? fulfillWithin(tx, order, subscription, context) : order
  })
}

/**
 * Opens those of the orders that are waiting, in one transaction, and returns them; orders locked by others are skipped. `groupId`: the
 * group whose members all these orders change. One process at a time opens orders for a group; the others return an empty list at once.
 */
export async function openUnlocked(
  { transaction }: Database,
  { ids, groupId }: { ids: number[]; groupId: number | null },
  context: Context,
): Promise<OrderRow[]> {
  return transaction(async (tx) => {
    if (groupId !== null && !(await lockGroup(tx, groupId))) return []
    const locked = await lockWaiting(tx, ids)
    const opened = await allDone(locked.map(({ order, subscription }) => open(tx, order, subscription, context)))
    await tellPaid(tx, opened, context.now)
    return opened
  })
}

/** Each change to a member of a group also writes the group's row, so a second process would only wait. */
async function lockGroup(tx: Tx, groupId: number): Promise<boolean> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('portico.open_orders', ${groupId})) as free`,
  )
  return rows[0]?.free === true
}

/** Delivers a locked order in `processing`. The member's subscription must be locked before it. */
export async function fulfillWithin(tx: Tx, order: OrderRow, subscription: SubscriptionRow, context: Context): Promise<OrderRow> {
  const opened = await open(tx, order, subscription, context)
  await tellPaid(tx, [opened], context.now)
  return opened
}

async function open(tx: Tx, order: OrderRow, subscription: SubscriptionRow, context: Context): Promise<OrderRow> {
  const delivered = order.type === 'topup' ? await topUp(tx, order, context.now) : await deliver(tx, order, subscription, context)
  if ('reason' in delivered) return moveOrder(tx, order, 'hold', { reviewReason: delivered.reason })
  // The subscription is locked, so no other order can count as this member's first.
  const earning = { at: order.paidAt ?? context.now, settings: context.settings }
  await accrueCommission(tx, order, order.cashAmount, earning)
  // Part of the payment may have been refunded during review.
  const base = order.totalAmount - order.shortfallAmount + order.feeAmount + order.balanceAmount
  if (order.refundedAmount > 0) await reverseCommission(tx, order.id, { refunded: order.refundedAmount, base }, context.now)
  const replaced = order.type === 'change' ? storedTerm(subscription) : null
  return moveOrder(tx, order, 'complete', { ...delivered, replaced, completedAt: context.now, reviewReason: null })
}

const LAST_YEAR = 9990

async function deliver(tx: Tx, order: OrderRow, subscription: SubscriptionRow, { now, settings }: Context): Promise<Delivered> {
  const reason = await reviewReason(tx, order, subscription, now)
  if (reason) return { reason }
  const { snapshot, period } = order
  if (snapshot === null || period === null) throw new Error('a plan order has no snapshot')
  const zone = settings['site.timezone']
  if (order.type === 'reset') return refill(tx, snapshot, await resetIfDue(tx, subscription, now, zone), now)
  if (order.type === 'change') await takeOver(tx, order, now)
  const grant = { planId: order.planId, ...conditionsOf(snapshot, 'monthly'), months: periodMonths[period] }
  // A change starts now, even from a plan to the same plan on other terms.
  const from = order.type === 'change' ? { ...subscription, expiresAt: null } : subscription
  const { start, end, isAhead, row } = await grantTerm(tx, from, grant, now, zone)
  // A reset that was left out because the term was about to end takes place now.
  if (isAhead) await resetIfDue(tx, row, now, zone)
  return { termStart: start, termEnd: end, begunAt: isAhead ? null : now, snapshot }
}

/** Sets the used traffic back. The pack is good for the bytes it gives back, until the cycle ends. */
async function refill(tx: Tx, snapshot: PlanSnapshot, subscription: SubscriptionRow, now: Date): Promise<Delivered> {
  const change = refilled(subscription)
  await changeSubscription(tx, subscription.accountId, change, now)
  const pack = { ...snapshot, transferEnable: usedOfCycle(subscription), usedBefore: change.usedBefore }
  return { termStart: now, termEnd: quotaEnds(subscription), begunAt: now, snapshot: pack }
}

/** Why an order cannot be delivered as sold; null: it can. */
async function reviewReason(tx: Tx, order: OrderRow, subscription: SubscriptionRow, now: Date): Promise<ReviewReason | null> {
  const runs = subscription.planId !== null && isActive(subscription, now)
  const holds = runs && subscription.planId === order.planId
  if (order.type === 'reset') return holds ? null : 'plan_not_held'
  if (order.type === 'change') {
    return order.basis !== null && (await basisHolds(tx, order, subscription)) ? null : 'subscription_changed'
  }
  if (runs && !holds) return 'other_plan_active'
  const months = order.period && periodMonths[order.period]
  if (holds && (subscription.expiresAt === null) !== (months === null)) return 'term_kind_changed'
  // Neither the database nor clients can read a five-digit year. A permanent plan has no end instead.
  if (subscription.planId === order.planId && (subscription.expiresAt?.getUTCFullYear() ?? 0) > LAST_YEAR) return 'term_too_far'
  return null
}

/** Credits the member with the payment, without the fee, and with the bonus, which the site pays. */
export async function topUp(tx: Tx, order: OrderRow, at: Date): Promise<Delivered> {
  const { accountId: ownerId, totalAmount, shortfallAmount, bonusAmount, currency, tradeNo: note } = order
  const paid = totalAmount - shortfallAmount
  const legs: Leg[] = [
    { kind: 'revenue', amount: -paid, order },
    { kind: 'site', amount: -bonusAmount },
    { kind: 'member', ownerId, amount: paid + bonusAmount },
  ]
  await post(tx, { kind: 'order.topped_up', key: `order_topup:${order.id}`, currency, legs, note, at })
  return { termStart: null, termEnd: null, begunAt: null, snapshot: null }
}

/** Tells members, once per order, that an order was paid and delivered. Skips undelivered ones. */
export async function tellPaid(tx: Tx, orders: OrderRow[], now: Date): Promise<void> {
  const delivered = orders.filter(({ status }) => status === 'completed')
  await tellMany(
    tx,
    delivered.map((order) => ({ accountId: order.accountId, ...paid(order) })),
    now,
  )
}

function paid({ tradeNo, type, snapshot, translations, renewalOf }: OrderRow): NewEvent {
  const data = {
    trade_no: tradeNo,
    order_type: type,
    plan: snapshot?.planName ?? null,
    translations: planNames(translations),
    automatic: renewalOf !== null,
  }
  return { type: 'order_paid', cause: `order_paid ${tradeNo}`, data }
}

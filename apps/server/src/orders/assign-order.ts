import { writtenRow } from '../db/written-row.ts'
import { eq } from 'drizzle-orm'
import type { RestDecision } from '@portico/contract/orders-admin'
import type { Period } from '@portico/contract/periods'
import { accounts } from '../accounts/accounts.table.ts'
import { emailKey } from '../accounts/email-key.ts'
import type { Context } from '../context.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { namesAs } from '../in-language.ts'
import type { Actor } from '../actor.ts'
import { type Leg, post } from '../ledger/post.ts'
import { type PlanRow, plans } from '../plans/plans.table.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { decideRest, type UnusedPart } from './value/decide-rest.ts'
import { type OrderRow, orders, type PlanSnapshot } from './orders.table.ts'
import { newTradeNo, toSnapshot } from './place-order.ts'
import { orderType } from './sale-rules.ts'
import { settleOrder } from './settle-order.ts'

type Assignment = { email: string; planId: number; period: Period; totalAmount: number; decision?: RestDecision | undefined }

/**
 * Gives a member a plan at a price the operator sets, as an order paid by the site. No money came in, so it earns no commission and cannot
 * be refunded. The plan may be hidden or sold out. Throws `order.open_exists` while the member has an unfinished order, and
 * `member.rest_undecided` if it replaces a plan with an unused part.
 */
export async function assignOrder({ transaction }: Database, by: Actor, wanted: Assignment, context: Context): Promise<OrderRow> {
  const { now, settings } = context
  const currency = settings['site.currency']
  return transaction(async (tx) => {
    const accountId = await findAccount(tx, wanted.email)
    const subscription = await lockSubscription(tx, accountId)
    const [plan] = await tx.select().from(plans).where(eq(plans.id, wanted.planId)).for('key share')
    if (!plan) throw new AppError('input.invalid', { fields: { plan_id: 'plan.not_found' } })
    const type = orderType(subscription, plan, wanted.period, now)
    const rest = type === 'change' ? await decideRest(tx, subscription, wanted.decision, { ...context, currency }) : {}
    const assigned = { ...wanted, ...rest, accountId, currency, type }
    const order = await insertOrder(tx, assigned, { plan, subscription, snapshot: toSnapshot(plan, settings), now })
    const after = await settleOrder(tx, order, { at: now, feeAmount: 0, cashAmount: 0, method: null })
    const { totalAmount: amount, tradeNo: note } = order
    const legs: Leg[] = [
      { kind: 'site', amount: -amount },
      { kind: 'revenue', amount, order },
    ]
    const cause = { kind: 'order.paid' as const, key: `assigned:${order.id}`, note, byAccountId: by.accountId, at: now }
    if (amount > 0) await post(tx, { ...cause, currency, legs })
    const entry = { action: 'order.assign', entity: 'order', beneficiary: accountId, id: after.tradeNo, after } as const
    await record(tx, by, { ...entry, reason: wanted.decision?.reason ?? null }, now)
    return after
  })
}

/** Whether staff assigned the order. All others have some time to be paid. */
export function isAssigned({ createdAt, expiresAt }: Pick<OrderRow, 'createdAt' | 'expiresAt'>): boolean {
  return expiresAt <= createdAt
}

async function findAccount(tx: Tx, email: string): Promise<number> {
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.emailKey, emailKey(email)))
  if (!account) throw new AppError('input.invalid', { fields: { email: 'not_found' } })
  return account.id
}

type Assigned = Assignment & Pick<OrderRow, 'accountId' | 'currency' | 'type'> & Partial<UnusedPart>
type Given = { plan: PlanRow; subscription: SubscriptionRow; snapshot: PlanSnapshot; now: Date }

async function insertOrder(
  tx: Tx,
  { accountId, period, totalAmount, currency, type, surplusAmount = 0, creditAmount = 0, ...rest }: Assigned,
  { plan, subscription, snapshot, now }: Given,
): Promise<OrderRow> {
  const insert = tx.insert(orders).values({
    accountId,
    planId: plan.id,
    period,
    currency,
    totalAmount,
    tradeNo: newTradeNo(now),
    type,
    priceAmount: totalAmount + surplusAmount - creditAmount,
    surplusAmount,
    creditAmount,
    surplusOrderIds: rest.surplusOrderIds ?? [],
    surplusAmounts: rest.surplusAmounts ?? [],
    basis: { planId: subscription.planId, expiresAt: subscription.expiresAt?.toISOString() ?? null },
    snapshot,
    translations: namesAs(plan.translations, 'planName'),
    createdAt: now,
    // It expires as it is created, because nothing is to be paid: `isAssigned` recognises it by that.
    expiresAt: now,
  })
  const isSecond = (error: unknown): boolean => isUniqueViolation(error, 'orders_one_open')
  return writtenRow(await orRefuse(insert.returning(), isSecond, new AppError('order.open_exists')))
}

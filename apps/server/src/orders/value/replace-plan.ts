import type { Period } from '@portico/contract/periods'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { writtenRow } from '../../db/written-row.ts'
import { AppError } from '../../errors.ts'
import { namesAs } from '../../in-language.ts'
import { conditionsOf } from '../../subscriptions/conditions.ts'
import { plans } from '../../plans/plans.table.ts'
import { cycleBytes } from '../../subscriptions/carry-over.ts'
import { lockSubscription } from '../../subscriptions/change-subscription.ts'
import { storedTerm } from '../../subscriptions/stored-term.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import type { UnusedPart } from './decide-rest.ts'
import { type OrderRow, orders } from '../orders.table.ts'
import { newTradeNo } from '../place-order.ts'
import { takeOver } from './take-over.ts'

/**
 * Follows a move to another plan by staff: an order without a price, for the new plan, absorbs the orders of the plan before it and does
 * with their rest what staff decided. Throws `input.invalid` if there is no new plan and the rest is to be carried over.
 */
export async function replacePlan(tx: Tx, before: SubscriptionRow, unused: UnusedPart, now: Date): Promise<void> {
  if (unused.surplusOrderIds.length === 0) return
  const held = await lockSubscription(tx, before.accountId)
  const { planId, expiresAt, groupId, resetMode } = held
  const carried = unused.surplusAmount - unused.creditAmount
  if (planId === null && carried > 0) throw new AppError('input.invalid', { fields: { plan_id: 'plan.not_found' } })
  const { period, currency, planId: planBefore, snapshot, translations } = await formerOrder(tx, unused.surplusOrderIds)
  const [plan] = planId === null ? [] : await tx.select().from(plans).where(eq(plans.id, planId))
  const conditions = plan &&
    groupId !== null && { planName: plan.name, ...conditionsOf({ ...held, groupId, transferEnable: cycleBytes(held) }, resetMode) }
  const order = {
    ...unused,
    currency,
    accountId: before.accountId,
    tradeNo: newTradeNo(now),
    planId: planId ?? planBefore,
    type: 'change' as const,
    period: planId === null ? period : periodOf(period, expiresAt),
    status: 'completed' as const,
    priceAmount: carried,
    totalAmount: 0,
    snapshot: conditions ? { ...snapshot, ...conditions } : snapshot,
    translations: plan ? namesAs(plan.translations, 'planName') : translations,
    replaced: storedTerm(before),
    // Without a plan there is no term: the order only says what became of the rest.
    ...(planId !== null && { termStart: now, termEnd: expiresAt, begunAt: now }),
    createdAt: now,
    expiresAt: now,
    paidAt: now,
    completedAt: now,
  }
  await takeOver(tx, writtenRow(await tx.insert(orders).values(order).returning()), now)
}

/** The oldest order of the plan itself. Only packs were paid for, if staff gave the plan. */
async function formerOrder(tx: Tx, ids: number[]): Promise<OrderRow> {
  const rows = await tx.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id))
  return rows.find(({ type }) => type !== 'reset') ?? writtenRow(rows)
}

/** Period of the new order. It has a term over which its value runs down, even if a pack paid for it. */
function periodOf(former: Period | null, expiresAt: Date | null): Period | null {
  if (expiresAt === null) return 'onetime_price'
  return former === 'reset_price' ? 'month_price' : former
}

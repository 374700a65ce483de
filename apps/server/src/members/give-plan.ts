import { eq } from 'drizzle-orm'
import { type Actor, requirePermission } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../db/client.ts'
import type { ErrorCode } from '@portico/contract/errors'
import { AppError, foundRow } from '../errors.ts'
import { plans } from '../plans/plans.table.ts'
import { readSome } from '../settings/settings.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { conditionsOf } from '../subscriptions/conditions.ts'
import { giveGift } from '../subscriptions/gift-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { requireOpen } from './change-access.ts'

/** `waitDays`: the plan begins with the first connection, at most so many days from now; null: now. */
export type GivenPlan = { planId: number; days: number; waitDays: number | null }

/**
 * Gives a plan for some days, as a code for it would. A running term of the same plan is extended. Each call gives it again. Throws
 * `not_found` without the plan, `account.other_plan` and `account.permanent_plan`. Returns the subscription as it is then.
 */
export async function givePlan(
  tx: Tx,
  by: Actor,
  id: number,
  { planId, days, waitDays, reason }: GivenPlan & { reason: string },
  { now, zone }: { now: Date; zone: string },
): Promise<SubscriptionRow> {
  requirePermission(by, 'members.write')
  await requireOpen(tx, id)
  const before = await lockSubscription(tx, id)
  const plan = foundRow(await tx.select().from(plans).where(eq(plans.id, planId)))
  const { 'subscription.reset_mode': mode } = await readSome(tx, ['subscription.reset_mode'])
  const gift = { kind: 'plan', plan: { planId, ...conditionsOf(plan, mode) }, days, waitDays } as const
  await giveGift(tx, before, gift, now, zone).catch(sayToStaff)
  const after = await lockSubscription(tx, id)
  const sides = { before: termOf(before), after: { ...termOf(after), days } }
  await record(tx, by, { action: 'member.give_plan', entity: 'member', id, ...sides, reason }, now)
  return after
}

const termOf = ({ planId, expiresAt, startsBy }: SubscriptionRow) => ({ planId, expiresAt, startsBy })

/** What members read when they redeem a code is written to them. */
const toStaff: Partial<Record<ErrorCode, ErrorCode>> = {
  'redeem.other_plan': 'account.other_plan',
  'redeem.permanent': 'account.permanent_plan',
}

function sayToStaff(error: unknown): never {
  const code = error instanceof AppError ? toStaff[error.code] : undefined
  throw code ? new AppError(code) : error
}

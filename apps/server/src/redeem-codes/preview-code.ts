import type { ErrorCode } from '@portico/contract/errors'
import type { ResetMode } from '@portico/contract/reset-mode'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { memberBalance } from '../ledger/post.ts'
import { giftChange, heldFor } from '../subscriptions/gift-subscription.ts'
import { readSubscription, type SubscriptionWithPlan } from '../subscriptions/read-subscription.ts'
import { type RedeemCode, checkRedeemCode, findRedeemCode, giftOf } from './find-redeem-code.ts'
import { type Standing, standing } from './standing.ts'

export type When = { now: Date; zone: string; currency: string; siteMode: ResetMode }
export type Preview = {
  redeemCode: RedeemCode
  refusal: ErrorCode | null
  before: Standing
  after: Standing | null
}

/** What a code would give a member; does not use it. Throws `redeem.unusable` for a code the member may not learn about. */
export async function previewCode(db: Db, accountId: number, typed: string, when: When): Promise<Preview> {
  const redeemCode = await findRedeemCode(db, typed)
  const held = await readSubscription(db, accountId)
  const balance = await memberBalance(db, accountId, when.currency)
  const before = standing(held.subscription, held.plan, balance, when.now)
  try {
    await checkRedeemCode(db, redeemCode, accountId, when.now)
    const after = await standingAfter(db, redeemCode, held, balance, when)
    return { redeemCode, refusal: null, before, after }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'redeem.unusable') throw error
    return { redeemCode, refusal: error.code, before, after: null }
  }
}

/** What a member holds after using a code. Throws if it cannot be used. */
export async function standingAfter(
  db: Db,
  redeemCode: RedeemCode,
  { subscription, plan }: SubscriptionWithPlan,
  balance: number,
  { now, zone, siteMode }: When,
): Promise<Standing> {
  const gift = giftOf(redeemCode, siteMode)
  if (gift === null) return standing(subscription, plan, balance + redeemCode.template.value, now)
  const next = { ...subscription, ...giftChange(subscription, gift, { now, zone, ...(await heldFor(db, subscription)) }) }
  return standing(next, gift.kind === 'plan' ? redeemCode.plan : plan, balance, now)
}

import { writtenRow } from '../db/written-row.ts'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { namesAs } from '../in-language.ts'
import { memberBalance, post } from '../ledger/post.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { giveGift } from '../subscriptions/gift-subscription.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { type RedeemCode, checkRedeemCode, giftOf, holdAccount, lockRedeemCode } from './find-redeem-code.ts'
import { standingAfter, type When } from './preview-code.ts'
import { redeemCodes, redeemUses, type RedeemUseRow } from './redeem-codes.table.ts'
import { type Standing, standing } from './standing.ts'

export type Redemption = { redeemCode: RedeemCode; use: RedeemUseRow; before: Standing; after: Standing }

/**
 * Uses a code; the use and what it gives are one transaction. A refused code is not used up. Money goes to the balance in every state of a
 * subscription; for other kinds see `giftChange`. Suspended members cannot call it. Throws `redeem.unusable` for a code the member may not
 * learn about, and other codes for what the member lacks. May be called twice: the second call throws `redeem.already_used`.
 */
export async function redeemCode({ transaction }: Database, { accountId }: Caller, typed: string, when: When): Promise<Redemption> {
  return transaction(async (tx) => {
    const subscription = await lockSubscription(tx, accountId)
    await holdAccount(tx, accountId)
    const redeemCode = await lockRedeemCode(tx, typed)
    await checkRedeemCode(tx, redeemCode, accountId, when.now)
    const { plan } = await readSubscription(tx, accountId)
    const balance = await memberBalance(tx, accountId, when.currency)
    const before = standing(subscription, plan, balance, when.now)
    const after = await standingAfter(tx, redeemCode, { subscription, plan }, balance, when)
    await countUse(tx, redeemCode)
    const use = await insertUse(tx, redeemCode, accountId, when)
    const gift = giftOf(redeemCode, when.siteMode)
    if (gift) await giveGift(tx, subscription, gift, when.now, when.zone)
    else await pay(tx, use, when.now)
    return { redeemCode, use, before, after }
  })
}

async function countUse(tx: Tx, { code }: RedeemCode): Promise<void> {
  const [counted] = await tx
    .update(redeemCodes)
    .set({ usedCount: sql`${redeemCodes.usedCount} + 1` })
    .where(and(eq(redeemCodes.id, code.id), lt(redeemCodes.usedCount, redeemCodes.maxUses), isNull(redeemCodes.disabledAt)))
    .returning({ id: redeemCodes.id })
  if (!counted) throw new AppError('redeem.unusable', { fields: { code: 'redeem.unusable' } })
}

async function insertUse(tx: Tx, { code, batch, template, plan }: RedeemCode, accountId: number, when: When): Promise<RedeemUseRow> {
  const { kind, value, planId, waitDays } = template
  const rewards = {
    kind,
    value,
    currency: when.currency,
    planId,
    planName: plan?.name ?? null,
    waitDays,
    translations: namesAs(plan?.translations ?? {}, 'planName'),
  }
  const values = { codeId: code.id, batchId: batch.id, accountId, rewards, at: when.now }
  return writtenRow(await tx.insert(redeemUses).values(values).returning())
}

async function pay(tx: Tx, { id, accountId, rewards: { value, currency } }: RedeemUseRow, at: Date): Promise<void> {
  await post(tx, {
    kind: 'code.redeemed',
    key: `redeem:${id}`,
    codeUseId: id,
    currency,
    legs: [
      { kind: 'site', amount: -value },
      { kind: 'member', ownerId: accountId, amount: value },
    ],
    at,
  })
}

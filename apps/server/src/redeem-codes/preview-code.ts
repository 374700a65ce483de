import type { RedeemStanding } from '@portico/contract/redeem-codes'
import type { ErrorCode } from '@portico/contract/errors'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { memberBalance } from '../ledger/post.ts'
import { giftChange } from '../subscriptions/gift-subscription.ts'
import { readSubscription, type SubscriptionWithPlan } from '../subscriptions/read-subscription.ts'
import { type Card, checkCard, findCard, giftOf } from './find-card.ts'
import { standing } from './standing.ts'

export type When = { now: Date; zone: string; currency: string }
export type Preview = {
  card: Card
  refusal: ErrorCode | null
  before: RedeemStanding
  after: RedeemStanding | null
}

/** What a code would give this member. Nothing is used up. Throws `redeem.unusable` for what a stranger may not know of. */
export async function previewCode(db: Db, accountId: number, typed: string, when: When): Promise<Preview> {
  const card = await findCard(db, typed)
  const held = await readSubscription(db, accountId)
  const balance = await memberBalance(db, accountId, when.currency)
  const before = standing(held.term, held.planName, balance, when.now)
  try {
    await checkCard(db, card, accountId, when.now)
    const after = standingAfter(card, held, balance, when)
    return { card, refusal: null, before, after }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'redeem.unusable') throw error
    return { card, refusal: error.code, before, after: null }
  }
}

/** What the member has when the card is used; throws why it cannot be. */
export function standingAfter(card: Card, { term, planName }: SubscriptionWithPlan, balance: number, { now, zone }: When): RedeemStanding {
  const gift = giftOf(card)
  if (gift === null) return standing(term, planName, balance + card.template.value, now)
  const next = { ...term, ...giftChange(term, gift, now, zone) }
  return standing(next, gift.kind === 'plan' ? (card.plan?.name ?? null) : planName, balance, now)
}

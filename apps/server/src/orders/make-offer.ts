import { randomUUID } from 'node:crypto'
import type { OrderType } from '@portico/contract/orders'
import type { Period } from '@portico/contract/periods'
import type { Settings } from '@portico/contract/settings-admin'
import type { Context } from '../context.ts'
import { findCoupon } from '../coupons/use-coupon.ts'
import type { Db } from '../db/client.ts'
import { allDone } from '../db/all-done.ts'
import { fixed, fixedPairs, fixedSelect } from '../db/fixed-query.ts'
import { AppError } from '../errors.ts'
import { type PlanRow, plans } from '../plans/plans.table.ts'
import { anyRuns, findPromotion } from '../promotions/find-promotion.ts'
import { cycleBytes } from '../subscriptions/carry-over.ts'
import { type SubscriptionRow, subscriptions } from '../subscriptions/subscriptions.table.ts'
import { IS_NEW_MEMBER } from '../promotions/new-member.ts'
import type { OrderBasis } from './orders.table.ts'
import { bonusOf, priceOrder, type PricedOrder } from './price.ts'
import { runningOrders } from './running-orders.ts'
import { checkSale, orderType } from './sale-rules.ts'
import { surplusOf } from './surplus.ts'

export type WantedPlan = { planId: number; period: Period; couponCode: string | null; useBalance: boolean }
export type Wanted = WantedPlan | { topupAmount: number }

/** A complete order, calculated at one moment. Placing it checks that its basis has not changed. */
export type Offer = PricedOrder & {
  id: string
  accountId: number
  type: OrderType
  planId: number | null
  period: Period | null
  currency: string
  bonusAmount: number
  couponId: number | null
  promotionName: string | null
  /** Priced with a promotion or coupon for new members. */
  forNewMember: boolean
  surplusOrderIds: number[]
  basis: OrderBasis | null
}
export type Offered = {
  offer: Offer
  plan: PlanRow | null
  subscription: SubscriptionRow
  /** Name of the plan held, even if it has expired. */
  heldPlanName: string | null
  balance: number
}

const ofAccount = fixedSelect(subscriptions, 'subscription', 'where account_id = $1')
const withPlan = fixedPairs(subscriptions, plans, 'subscription-and-plan', 'on b.id = $2 where a.account_id = $1')

type Facts = { balance: number; percent: number | null; isNew: boolean; heldPlanName: string | null; hasPromotion: boolean }
const FACTS = `
  select coalesce((select balance from ledger_accounts where kind = 'member' and owner_id = $1 and currency = $2), 0) as balance,
    a.discount_percent as percent, p.name as "heldPlanName",
    ${IS_NEW_MEMBER} as "isNew", ${anyRuns('$3::timestamptz')} as "hasPromotion"
  from accounts a join subscriptions s on s.account_id = a.id left join plans p on p.id = s.plan_id where a.id = $1`

/** Calculates the order a member wants. Throws if they cannot have it. Locks nothing, changes nothing. */
export async function makeOffer(db: Db, accountId: number, wanted: Wanted, context: Context): Promise<Offered> {
  const { now, settings } = context
  const reading = fixed<Facts>(db, 'offer-facts', FACTS, [accountId, settings['site.currency'], now])
  if ('topupAmount' in wanted) {
    const [[subscription], [facts]] = await allDone([ofAccount(db, [accountId]), reading])
    if (!subscription || !facts) throw new AppError('subscription.none')
    return { offer: topup(accountId, wanted.topupAmount, settings), plan: null, subscription, ...shown(facts) }
  }
  const [[found], [facts]] = await allDone([withPlan(db, [accountId, wanted.planId]), reading])
  if (!facts) throw new AppError('subscription.none')
  if (!found) throw new AppError('plan.not_found')
  const { a: subscription, b: plan } = found
  const spent = wanted.useBalance ? facts.balance : 0
  return {
    offer: await offerPlan(db, subscription, plan, { ...wanted, facts: { ...facts, balance: spent } }, context),
    plan,
    subscription,
    ...shown(facts),
  }
}

function shown({ balance, heldPlanName }: Facts): Pick<Offered, 'balance' | 'heldPlanName'> {
  return { balance, heldPlanName }
}

function topup(accountId: number, amount: number, settings: Settings): Offer {
  const outside = amount < settings['topup.min'] || amount > settings['topup.max']
  if (!settings['topup.enabled'] || outside) {
    throw new AppError('topup.out_of_range', { fields: { topup_amount: 'topup.out_of_range' } })
  }
  return {
    ...priceOrder({ price: amount, promotion: null, coupon: null, personalPercent: 0, surplus: 0, balance: 0 }),
    id: randomUUID(),
    accountId,
    type: 'topup',
    planId: null,
    period: null,
    currency: settings['site.currency'],
    bonusAmount: bonusOf(amount, settings['topup.tiers']),
    couponId: null,
    promotionName: null,
    forNewMember: false,
    surplusOrderIds: [],
    basis: null,
  }
}

async function offerPlan(
  db: Db,
  subscription: SubscriptionRow,
  plan: PlanRow,
  { period, couponCode, facts }: WantedPlan & { facts: Facts },
  { now, settings }: Context,
): Promise<Offer> {
  const { accountId } = subscription
  const { isNew } = facts
  const price = plan[period]
  const type = orderType(subscription, plan, period, settings, now)
  if (price === null) throw new AppError('plan.not_sold')
  await checkSale(db, accountId, plan, type, now)
  const [running, coupon, promotion] = await allDone([
    type === 'change' ? runningOrders(db, subscription, settings['site.currency'], now) : [],
    couponCode ? findCoupon(db, couponCode, { accountId, planId: plan.id, period, isNew }, now) : null,
    facts.hasPromotion ? findPromotion(db, { planId: plan.id, period, isNew }, now) : null,
  ])
  // Bytes that carry over stay with the member, so they have no value here.
  const sold = { ...subscription, transferEnable: cycleBytes(subscription) }
  const surplus = settings['change.surplus'] ? surplusOf(running, sold, now, settings['site.timezone']) : 0
  return {
    ...priceOrder({
      price,
      promotion: promotion && { kind: 'percent', value: promotion.percent },
      coupon,
      personalPercent: facts.percent ?? 0,
      surplus,
      balance: facts.balance,
    }),
    id: randomUUID(),
    accountId,
    type,
    planId: plan.id,
    period,
    currency: settings['site.currency'],
    bonusAmount: 0,
    couponId: coupon?.id ?? null,
    promotionName: promotion?.name ?? null,
    forNewMember: promotion?.newMembersOnly === true || coupon?.newMembersOnly === true,
    surplusOrderIds: running.map(({ id }) => id),
    basis: {
      planId: subscription.planId,
      expiresAt: subscription.expiresAt?.toISOString() ?? null,
      refunded: running.reduce((sum, order) => sum + order.refunded, 0),
    },
  }
}

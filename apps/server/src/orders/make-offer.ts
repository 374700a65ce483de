import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { OrderType } from '@portico/contract/order-status'
import type { Period } from '@portico/contract/periods'
import type { Settings } from '@portico/contract/settings-admin'
import type { Language } from '@portico/contract/translations'
import { accounts } from '../accounts/accounts.table.ts'
import type { Context } from '../context.ts'
import { findCoupon } from '../coupons/use-coupon.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { ledgerAccounts } from '../ledger/ledger.table.ts'
import { type PlanRow, plans } from '../plans/plans.table.ts'
import { readKept } from '../plans/prices/read-kept.ts'
import { listRunning, promotionFor } from '../promotions/find-promotion.ts'
import { isNewMember } from '../promotions/new-member.ts'
import { cycleBytes } from '../subscriptions/carry-over.ts'
import { type SubscriptionRow, subscriptions } from '../subscriptions/subscriptions.table.ts'
import type { OrderBasis } from './orders.table.ts'
import { bonusOf, priceOrder, type PricedOrder } from './price.ts'
import { runningOrders } from './value/running-orders.ts'
import { checkSale, orderType } from './sale-rules.ts'
import { unusedOf } from './value/surplus.ts'

/** `mostPrice`: what a renewal may cost at most, before discounts; absent or null: no limit. `pricedAt`: when it is placed; absent: now. */
export type WantedPlan = {
  planId: number
  period: Period
  couponCode: string | null
  useBalance: boolean
  mostPrice?: number | null
  pricedAt?: Date
}
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
  /** Priced with a promotion or coupon for new members. */
  forNewMember: boolean
  surplusOrderIds: number[]
  surplusAmounts: number[]
  basis: OrderBasis | null
}
/** A plan or promotion with its name by language. */
export type Named = Pick<PlanRow, 'name'> & { translations: { [L in Language]?: { name?: string | undefined } | undefined } }
export type Offered = {
  offer: Offer
  promotion: Named | null
  plan: PlanRow | null
  subscription: SubscriptionRow
  /** Plan held, even if expired; null: none. */
  heldPlan: Named | null
  balance: number
}

/** Calculates the order a member wants. Throws if they cannot have it. Locks nothing, changes nothing. */
export async function makeOffer(db: Db, accountId: number, wanted: Wanted, context: Context): Promise<Offered> {
  const { settings } = context
  const buyer = await readBuyer(db, accountId, settings['site.currency'])
  const { subscription, heldPlan, balance } = buyer
  if ('topupAmount' in wanted)
    return { offer: topup(accountId, wanted.topupAmount, settings), promotion: null, plan: null, subscription, heldPlan, balance }
  const [plan] = await db.select().from(plans).where(eq(plans.id, wanted.planId))
  if (!plan) throw new AppError('plan.not_found')
  const { offer, promotion } = await offerPlan(db, { ...buyer, balance: wanted.useBalance ? balance : 0 }, plan, wanted, context)
  return { offer, promotion, plan, subscription, heldPlan, balance }
}

type Buyer = Pick<Offered, 'subscription' | 'heldPlan' | 'balance'> & { percent: number | null }

async function readBuyer(db: Db, accountId: number, currency: string): Promise<Buyer> {
  const { kind, ownerId, balance } = ledgerAccounts
  const [buyer] = await db
    .select({
      subscription: subscriptions,
      percent: accounts.discountPercent,
      heldPlan: { name: plans.name, translations: plans.translations },
      balance,
    })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .leftJoin(plans, eq(plans.id, subscriptions.planId))
    .leftJoin(ledgerAccounts, and(eq(kind, 'member'), eq(ownerId, accounts.id), eq(ledgerAccounts.currency, currency)))
    .where(eq(subscriptions.accountId, accountId))
  if (!buyer) throw new AppError('subscription.none')
  return { ...buyer, balance: buyer.balance ?? 0 }
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
    forNewMember: false,
    surplusOrderIds: [],
    surplusAmounts: [],
    basis: null,
  }
}

async function offerPlan(
  db: Db,
  { subscription, percent, balance }: Buyer,
  plan: PlanRow,
  { period, couponCode, mostPrice = null, pricedAt }: WantedPlan,
  context: Context,
): Promise<Pick<Offered, 'offer' | 'promotion'>> {
  const { now, settings } = context
  const { accountId } = subscription
  const present = plan[period]
  const type = orderType(subscription, plan, period, now)
  if (present === null) throw new AppError('plan.not_sold')
  await checkSale(db, subscription, plan, type, context)
  const kept = type === 'renew' ? (await readKept(db, subscription))(plan, period, pricedAt ?? now) : null
  const price = kept?.price ?? present
  const running = type === 'change' ? await runningOrders(db, subscription, settings['site.currency'], now) : []
  const promotions = await listRunning(db, now)
  const isNew = (promotions.length > 0 || couponCode !== null) && (await isNewMember(db, accountId))
  const purchase = { planId: plan.id, period, isNew }
  const coupon = couponCode ? await findCoupon(db, couponCode, { accountId, ...purchase }, now) : null
  const promotion = promotionFor(promotions, purchase)
  // Bytes that carry over stay with the member, so they have no value here.
  const sold = { ...subscription, transferEnable: cycleBytes(subscription) }
  const unused = settings['change.surplus'] ? unusedOf(running, sold, now, settings['site.timezone']) : running.map(() => 0)
  const offer = {
    ...priceOrder({
      price: mostPrice === null ? price : Math.min(price, mostPrice),
      promotion: promotion && { kind: 'percent', value: promotion.percent },
      coupon,
      personalPercent: percent ?? 0,
      surplus: unused.reduce((sum, amount) => sum + amount, 0),
      balance,
    }),
    id: randomUUID(),
    accountId,
    type,
    planId: plan.id,
    period,
    currency: settings['site.currency'],
    bonusAmount: 0,
    couponId: coupon?.id ?? null,
    forNewMember: promotion?.newMembersOnly === true || coupon?.newMembersOnly === true,
    surplusOrderIds: running.map(({ id }) => id),
    surplusAmounts: unused,
    basis: {
      planId: subscription.planId,
      expiresAt: subscription.expiresAt?.toISOString() ?? null,
      funds: running.reduce((sum, order) => sum + order.funds, 0),
    },
  }
  return { offer, promotion }
}

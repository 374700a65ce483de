import type { PaymentChoice } from '@portico/contract/checkout'
import * as contract from '@portico/contract/orders'
import * as admin from '@portico/contract/orders-admin'
import { periodMonths } from '@portico/contract/periods'
import type { Settings } from '@portico/contract/settings-admin'
import type * as z from 'zod/mini'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'
import { cycleBytes, refilled, usedOfCycle } from '../subscriptions/carry-over.ts'
import { termAfter } from '../subscriptions/change-subscription.ts'
import { conditionsOf, limitsOf, toLimits } from '../subscriptions/conditions.ts'
import { boughtUntil } from '../subscriptions/parts/parts.ts'
import { isDayLater } from '../subscriptions/reset-days.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import type { Conditions, PlanRow } from '../plans/plans.table.ts'
import type { OrderWithEmail, SentProof, Transfer } from './list-orders.ts'
import type { Context } from '../context.ts'
import type { Choice } from '../payments/list-payments.ts'
import { toWire } from '../to-wire.ts'
import type { Named, Offered } from './make-offer.ts'
import { isAssigned } from './assign-order.ts'
import type { OrderRow } from './orders.table.ts'
import { linesOf } from './price.ts'

/** An order as its owner sees it. `language` null: names in the base language. */
export function toOrder(row: OrderRow, language: Language | null, now: Date): contract.Order {
  return toWire(contract.Order, partsOf(row, language, now))
}

/** An order in its owner's list. `proofSent`: a proof of its payment waits for an operator. */
export function toMyOrder(row: OrderRow, proofSent: boolean, language: Language, now: Date): contract.MyOrder {
  return toWire(contract.MyOrder, { ...partsOf(row, language, now), proofSent })
}

/** An order as operators see it. */
export function toAdminOrder({ order, email }: OrderWithEmail, language: Language, now: Date): admin.AdminOrder {
  return toWire(admin.AdminOrder, { ...partsOf(order, language, now), email, isAssigned: isAssigned(order) })
}

/** An order in the operators' list. */
export function toListedOrder(
  row: OrderWithEmail,
  { proof, transfer }: { proof: SentProof | undefined; transfer: Transfer | undefined },
  language: Language,
  now: Date,
): admin.ListedOrder {
  const sent = proof ? { text: proof.text, amount: proof.amount } : null
  return { ...toAdminOrder(row, language, now), proof: sent, transfer: transfer ?? null }
}

function partsOf(row: OrderRow, language: Language | null, now: Date) {
  const { planName = row.snapshot?.planName ?? '', paymentName } = inLanguage(row, language)
  const left = row.status === 'pending' ? Math.max(0, Math.ceil((row.expiresAt.getTime() - now.getTime()) / 1000)) : 0
  return { ...row, planName, paymentName, lines: linesOf(row), secondsLeft: left }
}

/** A payment method as its payer sees it. */
export function toChoice({ method, charge, canSaveCard }: Choice, language: Language): PaymentChoice {
  const { id, name, driver, icon } = inLanguage(method, language)
  return { id, name, driver, icon, fee_amount: charge.feeAmount, pay_amount: charge.amount, can_save_card: canSaveCard }
}

/** What the member would pay, and their subscription before and after. */
export function toQuote(
  { offer, promotion, plan, subscription, balance, heldPlan }: Offered,
  sealed: { token: string; until: Date },
  methods: PaymentChoice[],
  { language, ...context }: Context & { language: Language },
): contract.Quote {
  const named = (row: Named | null): string | null => row && inLanguage(row, language).name
  const standing = (of: SubscriptionRow, planName: string | null, money: number) => ({
    plan_name: planName,
    expired_at: of.expiresAt?.toISOString() ?? null,
    traffic: cycleBytes(of),
    ...toLimits(limitsOf(of)),
    traffic_left: Math.max(0, of.transferEnable - of.up - of.down),
    balance: money,
  })
  const sold = plan && { ...conditionsOf(plan, context.settings['subscription.reset_mode']), planId: plan.id }
  const { after, begins } = termOf(offer, sold, subscription, context)
  // What is left of the running cycle stays, whatever the next term offers.
  const offered = begins && plan ? { traffic: plan.transferEnable, ...toLimits(limitsOf({ ...subscription, ...plan })) } : {}
  const gained = offer.type === 'topup' ? offer.totalAmount + offer.bonusAmount : offer.creditAmount - offer.balanceAmount
  return toWire(contract.Quote, {
    ...offer,
    quote: sealed.token,
    validUntil: sealed.until,
    planName: named(plan) ?? '',
    lines: linesOf(offer),
    promotionName: named(promotion),
    beginsAt: begins,
    noTraffic: begins && plan && sold ? noTraffic(plan, sold, subscription, after) : null,
    nothingUsed: offer.type === 'reset' && usedOfCycle(subscription) === 0,
    before: standing(subscription, named(heldPlan), balance),
    after: { ...standing(after, named(plan ?? heldPlan), balance + gained), ...offered },
    methods,
  })
}

/** The site's limits and bonus tiers for top-ups. */
export function toTopupOffer(settings: Settings): z.infer<typeof contract.topupOffer.response> {
  return {
    enabled: settings['topup.enabled'],
    currency: settings['site.currency'],
    min_amount: settings['topup.min'],
    max_amount: settings['topup.max'],
    tiers: settings['topup.tiers'].toSorted((a, b) => a.amount - b.amount),
  }
}

/** The subscription as it would be if the order were opened now. `begins`: when a renewal begins; null: now. */
function termOf(
  offer: Offered['offer'],
  sold: (Conditions & { planId: number }) | null,
  subscription: SubscriptionRow,
  { now, settings }: Context,
): { after: SubscriptionRow; begins: Date | null } {
  if (sold === null || offer.period === null) return { after: subscription, begins: null }
  if (offer.type === 'reset') return { after: { ...subscription, ...refilled(subscription) }, begins: null }
  const from = offer.type === 'change' ? { ...subscription, expiresAt: null } : subscription
  const grant = { ...sold, months: periodMonths[offer.period] }
  const { start, isAhead, term } = termAfter(from, grant, now, settings['site.timezone'])
  return { after: { ...subscription, ...term }, begins: isAhead ? start : null }
}

/** A renewal that ends before the next reset brings time, but no traffic. */
function noTraffic(
  plan: PlanRow,
  sold: Conditions,
  { resetMode, nextResetAt }: SubscriptionRow,
  after: SubscriptionRow,
): contract.Quote['no_traffic'] {
  const end = boughtUntil(after)
  const goesOn = resetMode === sold.resetMode && resetMode !== 'never'
  if (!goesOn || !nextResetAt || !end || isDayLater(end, nextResetAt)) return null
  return { until: nextResetAt.toISOString(), reset_plan_id: plan.reset_price === null ? null : plan.id }
}

import type { CouponInput } from '@portico/contract/coupons-admin'
import type { PromotionInput } from '@portico/contract/promotions-admin'
import type { RedeemTemplateInput } from '@portico/contract/redeem-codes-admin'
import { asc, eq } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { createCoupon } from '../coupons/change-coupons.ts'
import { createPromotion } from '../promotions/change-promotions.ts'
import { createTemplate } from '../redeem-codes/change-templates.ts'
import { generateCodes } from '../redeem-codes/generate-codes.ts'
import { redeemCodes } from '../redeem-codes/redeem-codes.table.ts'

const GB = 2 ** 30
const DAY = 24 * 3600_000
/** Coupon that some demo members use. */
export const WELCOME_CODE = 'WELCOME10'

/** Coupons and promotions in every state: coupons in words that read the same in both languages, promotions in both. */
export async function fillOffers({ database, now }: App, by: Caller, [, plus = 0, studio = 0]: number[]): Promise<void> {
  const day = (n: number): string => new Date(now().getTime() + n * DAY).toISOString()
  const anywhere = {
    plan_ids: null,
    periods: null,
    starts_at: null,
    ends_at: null,
    limit_use: null,
    limit_per_member: 1,
    new_members_only: false,
  }
  const coupons: CouponInput[] = [
    { ...anywhere, code: WELCOME_CODE, name: 'WELCOME −10%', kind: 'percent', value: 10 },
    { ...anywhere, code: 'STUDIO50', name: 'Studio × 12', kind: 'amount', value: 5000, plan_ids: [studio], periods: ['year_price'] },
    {
      ...anywhere,
      code: 'LAUNCH20',
      name: 'Portico 1.0',
      kind: 'percent',
      value: 20,
      limit_use: 20,
      starts_at: day(-58),
      ends_at: day(-44),
    },
    { ...anywhere, code: 'SOON15', name: 'RSS', kind: 'percent', value: 15, limit_use: 100, starts_at: day(6), ends_at: day(20) },
  ]
  const always = { plan_ids: null, periods: null, new_members_only: false, enabled: true }
  const promotions: PromotionInput[] = [
    {
      ...always,
      name: 'Opening sale',
      content: '',
      translations: { 'zh-CN': { name: '开业特惠' } },
      percent: 25,
      starts_at: day(-60),
      ends_at: day(-53),
    },
    {
      ...always,
      name: 'A year of Plus',
      content: 'Pay for a year and save.',
      translations: { 'zh-CN': { name: '畅享年付', content: '按年付费更省钱。' } },
      percent: 15,
      plan_ids: [plus],
      periods: ['year_price'],
      starts_at: day(-5),
      ends_at: day(9),
    },
    {
      ...always,
      name: 'Welcome',
      content: 'For your first order.',
      translations: { 'zh-CN': { name: '新会员礼遇', content: '首次下单可用。' } },
      percent: 5,
      new_members_only: true,
      starts_at: null,
      ends_at: null,
    },
    {
      ...always,
      name: 'Three days',
      content: '',
      translations: { 'zh-CN': { name: '三日特惠' } },
      percent: 20,
      starts_at: day(12),
      ends_at: day(15),
    },
  ]
  for (const coupon of coupons) await createCoupon(database, by, coupon, now())
  for (const promotion of promotions) await createPromotion(database, by, promotion, now())
}

/** A card that the member with this number uses on that day. */
export type CardUse = { member: number; daysAgo: number; code: string }

/** Makes kinds of cards with a batch each; returns the cards to use. */
export async function fillCards(app: App, by: Caller): Promise<CardUse[]> {
  const { database } = app
  const uses: CardUse[] = []
  const made = new Date(app.now().getTime() - 10 * DAY)
  const plain = { plan_id: null, wait_days: null, max_per_member: 3, new_members_only: false, enabled: true }
  const kinds: (RedeemTemplateInput & { count: number; used: number })[] = [
    { ...plain, name: '¥20', kind: 'balance', value: 2000, colour: '#3b5bdb', count: 20, used: 5 },
    { ...plain, name: 'VIP 30', kind: 'days', value: 30, colour: '#2f9e44', count: 20, used: 3 },
    { ...plain, name: '20 GB', kind: 'traffic', value: 20 * GB, colour: '#e8590c', count: 50, used: 4 },
  ]
  for (const { count, used, ...kind } of kinds) {
    const template_id = await createTemplate(database, by, kind, made)
    const ends = { starts_at: null, expires_at: new Date(made.getTime() + 180 * DAY).toISOString() }
    const batch = { template_id, name: `${kind.name} #1`, count, max_uses: 1, ...ends }
    const batchId = await generateCodes(database, by, batch, made)
    const codes = await database.db
      .select({ code: redeemCodes.code })
      .from(redeemCodes)
      .where(eq(redeemCodes.batchId, batchId))
      .orderBy(asc(redeemCodes.id))
      .limit(used)
    uses.push(...codes.map(({ code }, n) => ({ code, member: n * 3, daysAgo: 9 - n })))
  }
  return uses
}

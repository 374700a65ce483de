import type { CouponInput } from '@portico/contract/coupons-admin'
import { eachLimit } from '@portico/contract/plan-limits'
import type { PlanInput } from '@portico/contract/plans-admin'
import type { PromotionInput } from '@portico/contract/promotions-admin'
import { openCardDesk, plainTemplate } from '../card-desk.ts'
import { anywhere, type AuditCalls, type AuditDesk, leaves, on, percentCoupon, turned } from './audit-desk.ts'

const GB = 2 ** 30
const plan = {
  name: 'Large',
  content: '',
  tags: [],
  transfer_enable: 100 * GB,
  ...eachLimit(() => null),
  capacity_limit: null,
  show: true,
  sell: true,
  renew: true,
  month_price: 2000,
  quarter_price: null,
  half_year_price: null,
  year_price: null,
  two_year_price: null,
  three_year_price: null,
  onetime_price: null,
  reset_price: null,
} satisfies Omit<PlanInput, 'group_id'>
const coupon: Omit<CouponInput, 'code'> = percentCoupon(20)
const promotion = { name: 'Spring', content: '', percent: 10, new_members_only: false, enabled: true, ...anywhere } satisfies PromotionInput

const aGroup = ({ t }: AuditDesk) => t.group()
const aPlan = ({ t }: AuditDesk) => t.plan()
const madePromotion = async ({ make }: AuditDesk): Promise<number> => (await make('POST', '/admin/promotions', promotion)).id
const madeTemplate = async ({ make }: AuditDesk): Promise<number> => (await make('POST', '/admin/vipcard/templates', plainTemplate)).id
const madeCoupon = ({ make }: AuditDesk) => make('POST', '/admin/coupons', { ...coupon, code: null })

/** A batch of redeem codes, usable by anyone who reads them. */
async function cards({ t, hide }: AuditDesk) {
  const made = await (await openCardDesk(t)).cards({}, { count: 2 })
  for (const { code } of made.codes) hide(code)
  return made
}

export const shopCalls: AuditCalls = {
  'POST /admin/groups': leaves('group.create', ({ unique }) => ({ body: { name: unique('Group ') } })),
  'PATCH /admin/groups/:id': leaves(
    'group.rename',
    on(aGroup, ({ unique }) => ({ name: unique('Group ') })),
  ),
  'DELETE /admin/groups/:id': leaves('group.delete', on(aGroup)),

  'POST /admin/plans': leaves('plan.create', async ({ t }) => ({ body: { ...plan, group_id: (await t.group()).id } })),
  'PATCH /admin/plans/:id': leaves('plan.update', on(aPlan, { month_price: 1200 })),
  'DELETE /admin/plans/:id': leaves('plan.delete', on(aPlan)),
  'POST /admin/plans/sort': leaves('plan.sort', turned(aPlan)),

  'POST /admin/coupons': leaves('coupon.create', () => ({ body: { ...coupon, code: null } })),
  'POST /admin/coupons/batches': leaves('coupon_batch.create', () => ({
    body: { ...coupon, count: 3, prefix: '' },
    entityId: (answer) => answer.batch_id,
  })),
  'PUT /admin/coupons/:id': leaves('coupon.update', async (desk) => {
    const { id, code } = await madeCoupon(desk)
    return { id, body: { ...coupon, code, value: 30 } }
  }),
  'PATCH /admin/coupons/:id': leaves('coupon.update', on(madeCoupon, { enabled: false })),
  'POST /admin/coupons/enabled': leaves('coupon.update_many', async ({ make }) => {
    const { batch_id } = await make('POST', '/admin/coupons/batches', { ...coupon, count: 3, prefix: '' })
    return { body: { filter: { batch_id }, enabled: false, count: 3 } }
  }),
  'DELETE /admin/coupons/:id': leaves('coupon.delete', on(madeCoupon)),

  'POST /admin/promotions': leaves('promotion.create', () => ({ body: promotion })),
  'PUT /admin/promotions/:id': leaves('promotion.update', on(madePromotion, { ...promotion, percent: 15 })),
  'PATCH /admin/promotions/:id': leaves('promotion.update', on(madePromotion, { enabled: false })),
  'DELETE /admin/promotions/:id': leaves('promotion.delete', on(madePromotion)),

  'POST /admin/vipcard/templates': leaves('redeem_template.create', () => ({ body: plainTemplate })),
  'PUT /admin/vipcard/templates/:id': leaves('redeem_template.update', on(madeTemplate, { ...plainTemplate, value: 700 })),
  'DELETE /admin/vipcard/templates/:id': leaves('redeem_template.delete', on(madeTemplate)),
  'POST /admin/vipcard/batches': leaves('redeem_batch.create', async (desk) => ({
    body: { template_id: await madeTemplate(desk), name: 'Batch', count: 2, max_uses: 1, starts_at: null, expires_at: null },
  })),
  'PUT /admin/vipcard/batches/:id': leaves('redeem_batch.update', async (desk) => {
    const { batch } = await cards(desk)
    return { id: batch.id, body: { name: batch.name, enabled: false, starts_at: null, expires_at: null } }
  }),
  // An export contains codes that are worth money.
  'GET /admin/vipcard/batches/:id/export': leaves(
    'redeem_batch.export',
    on(async (desk) => (await cards(desk)).batch, { scope: 'all' }),
  ),
  'PATCH /admin/vipcard/codes/:id': leaves(
    'redeem_code.update',
    on(async (desk) => (await cards(desk)).codes[0]!, { enabled: false }),
  ),
}

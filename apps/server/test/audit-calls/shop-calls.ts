import type { CouponInput } from '@portico/contract/coupons-admin'
import type { PlanInput } from '@portico/contract/plans-admin'
import type { PromotionInput } from '@portico/contract/promotions-admin'
import { openCardDesk, plainTemplate } from '../card-desk.ts'
import { anywhere, type AuditCalls, type AuditDesk } from './audit-desk.ts'

/** Groups, plans, coupons, promotions and redeem codes. */
export const shopCalls: AuditCalls = {
  'POST /admin/groups': {
    action: 'group.create',
    entity: 'group',
    prepare: ({ unique }) => ({ body: { name: unique('Group ') }, entityId: (answer) => answer.id }),
  },
  'PATCH /admin/groups/:id': {
    action: 'group.rename',
    entity: 'group',
    prepare: async ({ t, unique }) => ({ id: (await t.group()).id, body: { name: unique('Group ') } }),
  },
  'DELETE /admin/groups/:id': {
    action: 'group.delete',
    entity: 'group',
    prepare: async ({ t }) => ({ id: (await t.group()).id }),
  },

  'POST /admin/plans': {
    action: 'plan.create',
    entity: 'plan',
    prepare: async ({ t }) => ({ body: { ...plan, group_id: (await t.group()).id }, entityId: (answer) => answer.id }),
  },
  'PATCH /admin/plans/:id': {
    action: 'plan.update',
    entity: 'plan',
    prepare: async ({ t }) => ({ id: (await t.plan()).id, body: { month_price: 1200 } }),
  },
  'DELETE /admin/plans/:id': {
    action: 'plan.delete',
    entity: 'plan',
    prepare: async ({ t }) => ({ id: (await t.plan()).id }),
  },
  'POST /admin/plans/sort': {
    action: 'plan.sort',
    entity: 'plan',
    prepare: async ({ t }) => {
      const [first, second] = [await t.plan(), await t.plan()]
      return { body: { ids: [second.id, first.id] }, entityId: '' }
    },
  },

  'POST /admin/coupons': {
    action: 'coupon.create',
    entity: 'coupon',
    prepare: () => ({ body: { ...coupon, code: null }, entityId: (answer) => answer.id }),
  },
  'POST /admin/coupons/batches': {
    action: 'coupon_batch.create',
    entity: 'coupon_batch',
    prepare: () => ({ body: { ...coupon, count: 3, prefix: '' }, entityId: (answer) => answer.batch_id }),
  },
  'PUT /admin/coupons/:id': {
    action: 'coupon.update',
    entity: 'coupon',
    prepare: async (desk) => {
      const { id, code } = await madeCoupon(desk)
      return { id, body: { ...coupon, code, value: 30 } }
    },
  },
  'PATCH /admin/coupons/:id': {
    action: 'coupon.update',
    entity: 'coupon',
    prepare: async (desk) => ({ id: (await madeCoupon(desk)).id, body: { enabled: false } }),
  },
  'POST /admin/coupons/enabled': {
    action: 'coupon.update_many',
    entity: 'coupon',
    prepare: async ({ make }) => {
      const { batch_id } = await make('POST', '/admin/coupons/batches', { ...coupon, count: 3, prefix: '' })
      return { body: { filter: { batch_id }, enabled: false, count: 3 }, entityId: '' }
    },
  },
  'DELETE /admin/coupons/:id': {
    action: 'coupon.delete',
    entity: 'coupon',
    prepare: async (desk) => ({ id: (await madeCoupon(desk)).id }),
  },

  'POST /admin/promotions': {
    action: 'promotion.create',
    entity: 'promotion',
    prepare: () => ({ body: promotion, entityId: (answer) => answer.id }),
  },
  'PUT /admin/promotions/:id': {
    action: 'promotion.update',
    entity: 'promotion',
    prepare: async ({ make }) => ({ id: (await make('POST', '/admin/promotions', promotion)).id, body: { ...promotion, percent: 15 } }),
  },
  'PATCH /admin/promotions/:id': {
    action: 'promotion.update',
    entity: 'promotion',
    prepare: async ({ make }) => ({ id: (await make('POST', '/admin/promotions', promotion)).id, body: { enabled: false } }),
  },
  'DELETE /admin/promotions/:id': {
    action: 'promotion.delete',
    entity: 'promotion',
    prepare: async ({ make }) => ({ id: (await make('POST', '/admin/promotions', promotion)).id }),
  },

  'POST /admin/vipcard/templates': {
    action: 'redeem_template.create',
    entity: 'redeem_template',
    prepare: () => ({ body: plainTemplate, entityId: (answer) => answer.id }),
  },
  'PUT /admin/vipcard/templates/:id': {
    action: 'redeem_template.update',
    entity: 'redeem_template',
    prepare: async ({ make }) => ({
      id: (await make('POST', '/admin/vipcard/templates', plainTemplate)).id,
      body: { ...plainTemplate, value: 700 },
    }),
  },
  'DELETE /admin/vipcard/templates/:id': {
    action: 'redeem_template.delete',
    entity: 'redeem_template',
    prepare: async ({ make }) => ({ id: (await make('POST', '/admin/vipcard/templates', plainTemplate)).id }),
  },
  'POST /admin/vipcard/batches': {
    action: 'redeem_batch.create',
    entity: 'redeem_batch',
    prepare: async ({ make }) => {
      const { id: template_id } = await make('POST', '/admin/vipcard/templates', plainTemplate)
      const body = { template_id, name: 'Batch', count: 2, max_uses: 1, starts_at: null, expires_at: null }
      return { body, entityId: (answer) => answer.id }
    },
  },
  'PUT /admin/vipcard/batches/:id': {
    action: 'redeem_batch.update',
    entity: 'redeem_batch',
    prepare: async (desk) => {
      const { batch } = await cards(desk)
      return { id: batch.id, body: { name: batch.name, enabled: false, starts_at: null, expires_at: null } }
    },
  },
  // An export contains codes that are worth money.
  'GET /admin/vipcard/batches/:id/export': {
    action: 'redeem_batch.export',
    entity: 'redeem_batch',
    prepare: async (desk) => ({ id: (await cards(desk)).batch.id, body: { scope: 'all' } }),
  },
  'PATCH /admin/vipcard/codes/:id': {
    action: 'redeem_code.update',
    entity: 'redeem_code',
    prepare: async (desk) => ({ id: (await cards(desk)).codes[0]!.id, body: { enabled: false } }),
  },
}

const GB = 2 ** 30
const plan = {
  name: 'Large',
  content: '',
  tags: [],
  transfer_enable: 100 * GB,
  speed_limit: null,
  device_limit: null,
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
const coupon = {
  name: 'Summer',
  kind: 'percent',
  value: 20,
  limit_use: null,
  limit_per_member: null,
  new_members_only: false,
  ...anywhere,
} satisfies Omit<CouponInput, 'code'>
const promotion = { name: 'Spring', content: '', percent: 10, new_members_only: false, enabled: true, ...anywhere } satisfies PromotionInput

const madeCoupon = ({ make }: AuditDesk) => make('POST', '/admin/coupons', { ...coupon, code: null })

/** A batch of redeem codes, usable by anyone who reads them. */
async function cards({ t, hide }: AuditDesk) {
  const made = await (await openCardDesk(t)).cards({}, { count: 2 })
  for (const { code } of made.codes) hide(code)
  return made
}

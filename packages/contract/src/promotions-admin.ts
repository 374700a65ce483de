import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'
import { translationsOf } from './translations.ts'
import { inOrder, validity } from './validity.ts'

const content = z.string().check(z.maxLength(2000))
const PromotionTranslations = translationsOf({ name: z.string().check(z.trim(), z.maxLength(80)), content })

const fields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  /** Plain text shown at `/discount`. */
  content,
  /** Absent when creating: no translations. Absent when changing: they stay. */
  translations: z.optional(PromotionTranslations),
  percent: z.int().check(z.gte(1), z.lte(100)),
  /** true: only for members without an opened order for a plan with a price. */
  new_members_only: z.boolean(),
  enabled: z.boolean(),
  ...validity,
}
export const PromotionInput = z.object(fields).check(inOrder)
export type PromotionInput = z.infer<typeof PromotionInput>

export const PromotionState = z.enum(['running', 'not_started', 'over', 'disabled'])
export type PromotionState = z.infer<typeof PromotionState>

export const AdminPromotion = z.object({
  ...fields,
  translations: PromotionTranslations,
  id: z.int(),
  state: PromotionState,
  created_at: Time,
})
export type AdminPromotion = z.infer<typeof AdminPromotion>

export const adminListPromotions = endpoint({
  method: 'GET',
  path: '/admin/promotions',
  access: ['coupons.read'],
  summary: 'Promotions, newest first',
  response: z.object({ items: z.array(AdminPromotion), total: z.int() }),
})
export const adminCreatePromotion = endpoint({
  method: 'POST',
  path: '/admin/promotions',
  access: ['coupons.write'],
  summary: 'Create a promotion',
  body: PromotionInput,
  response: AdminPromotion,
})
export const adminUpdatePromotion = endpoint({
  method: 'PUT',
  path: '/admin/promotions/:id',
  access: ['coupons.write'],
  summary: 'Change a promotion; existing orders and quotes stay the same',
  body: PromotionInput,
  response: AdminPromotion,
})
export const adminSetPromotion = endpoint({
  method: 'PATCH',
  path: '/admin/promotions/:id',
  access: ['coupons.write'],
  summary: 'Disable or enable a promotion',
  body: z.object({ enabled: z.boolean() }),
  response: AdminPromotion,
})
export const adminDeletePromotion = endpoint({
  method: 'DELETE',
  path: '/admin/promotions/:id',
  access: ['coupons.write'],
  summary: 'Delete a promotion',
})

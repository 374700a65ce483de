import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount } from './money.ts'
import { Time } from './paging.ts'
import { Period } from './periods.ts'
import { limitInputs } from './plan-limits.ts'
import { Plan, prices } from './plans.ts'
import { ResetMode } from './reset-mode.ts'
import { translationsOf } from './translations.ts'

const content = z.string().check(z.maxLength(4000))
const tags = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(24))).check(z.maxLength(8))
const PlanTranslations = translationsOf({ name: z.string().check(z.trim(), z.maxLength(80)), content, tags })

export const PlanInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  content,
  tags,
  /** Absent when creating: no translations. Absent when changing: they stay. */
  translations: z.optional(PlanTranslations),
  group_id: z.int(),
  transfer_enable: z.int().check(z.gte(1)),
  ...limitInputs,
  /** null: the site's. Absent: the site's, or as it is. */
  reset_mode: z.optional(z.nullable(ResetMode)),
  /** Places for active subscribers; null: unlimited, 0: none. */
  capacity_limit: z.nullable(z.int().check(z.gte(0), z.lte(10_000_000))),
  /** true: listed for new buyers. */
  show: z.boolean(),
  /** true: the plan can be bought. */
  sell: z.boolean(),
  /** true: current subscribers may renew. */
  renew: z.boolean(),
  ...prices,
})
export type PlanInput = z.infer<typeof PlanInput>
/** Days of notice that members get before a higher price counts for their renewals. */
export const PRICE_NOTICE_DAYS = 7
/**
 * Absent fields stay. `renewals_from`: from when the prices also count for renewals of members who pay less, who are told now. Absent or
 * null: new sales only.
 */
export const PlanChange = z.object({ ...z.partial(PlanInput).shape, renewals_from: z.optional(z.nullable(Time)) })
export type PlanChange = z.infer<typeof PlanChange>

const { promotions: _, ...plan } = Plan.shape
export const AdminPlan = z.object({
  ...plan,
  ...PlanInput.shape,
  /** Name in the caller's language. */
  shown_name: z.string(),
  translations: PlanTranslations,
  reset_mode: z.nullable(ResetMode),
  group_name: z.string(),
  holders: z.int(),
  active_holders: z.int(),
  sort: z.int(),
  created_at: Time,
})
export type AdminPlan = z.infer<typeof AdminPlan>

/** Number of members by the period they last bought and their renewal price. `next`: the price announced to them. */
export const RenewingMembers = z.object({
  period: Period,
  amount: Amount,
  members: z.int(),
  next: z.nullable(z.object({ amount: Amount, from: Time })),
})
export type RenewingMembers = z.infer<typeof RenewingMembers>

export const adminListPlans = endpoint({
  method: 'GET',
  path: '/admin/plans',
  access: ['plans.read'],
  summary: 'All plans with their numbers of holders',
  response: z.object({ items: z.array(AdminPlan), total: z.int() }),
})
export const adminCreatePlan = endpoint({
  method: 'POST',
  path: '/admin/plans',
  access: ['plans.write'],
  summary: 'Create a plan',
  body: PlanInput,
  response: AdminPlan,
})
export const adminUpdatePlan = endpoint({
  method: 'PATCH',
  path: '/admin/plans/:id',
  access: ['plans.write'],
  summary: 'Change a plan; absent fields stay',
  body: PlanChange,
  response: AdminPlan,
})
export const adminPlanRenewals = endpoint({
  method: 'GET',
  path: '/admin/plans/:id/renewals',
  access: ['plans.read'],
  summary: 'How many members renew a plan at which price',
  response: z.object({ items: z.array(RenewingMembers), total: z.int() }),
})
export const adminDeletePlan = endpoint({
  method: 'DELETE',
  path: '/admin/plans/:id',
  access: ['plans.write'],
  summary: 'Delete a plan without holders or orders',
})
export const adminSortPlans = endpoint({
  method: 'POST',
  path: '/admin/plans/sort',
  access: ['plans.write'],
  summary: 'Put plans in this order',
  body: z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(500)) }),
})

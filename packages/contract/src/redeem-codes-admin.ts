import * as z from 'zod/mini'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { RedeemKind, RedeemUse } from './redeem-codes.ts'
import { AddressOf } from './personal.ts'
import { typedText } from './typed-code.ts'

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80))

/** The largest value of each kind: minor units, days, bytes. */
export const MAX_REDEEM_VALUE = { balance: 1_000_000_00, days: 3650, traffic: 1024 ** 5, reset: 0, plan: 3650 } as const
/** Most codes of one batch. */
export const MAX_BATCH = 10_000

export const RedeemTemplateInput = z
  .object({
    name: Name,
    kind: RedeemKind,
    /** By `kind`: minor units, days, bytes, 0, or the plan's days (0: permanent). */
    value: z.int().check(z.gte(0)),
    /** Plan of a plan card; null for other kinds. */
    plan_id: z.nullable(z.int()),
    /** The plan begins with the member's first connection, at most so many days after the code is redeemed; null: at once. */
    wait_days: z._default(z.nullable(z.int().check(z.gte(1), z.lte(3650))), null),
    /** How many codes of one batch each member may use. */
    max_per_member: z.int().check(z.gte(1), z.lte(1000)),
    /** true: only for members without an opened order for a plan with a price. */
    new_members_only: z.boolean(),
    enabled: z.boolean(),
    /** Colour #rrggbb; null: none. */
    colour: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  })
  .check(
    z.refine(({ kind, value }) => value <= MAX_REDEEM_VALUE[kind] && (value > 0 || kind === 'plan' || kind === 'reset'), {
      path: ['value'],
    }),
    z.refine(({ kind, plan_id }) => (kind === 'plan') === (plan_id !== null), { path: ['plan_id'] }),
    // A permanent plan has nothing that could begin later.
    z.refine(({ kind, value, wait_days }) => wait_days === null || (kind === 'plan' && value > 0), { path: ['wait_days'] }),
  )
export type RedeemTemplateInput = z.infer<typeof RedeemTemplateInput>

export const RedeemTemplate = z.object({
  id: z.int(),
  name: z.string(),
  kind: RedeemKind,
  value: z.int(),
  currency: z.string(),
  plan_id: z.nullable(z.int()),
  plan_name: z.nullable(z.string()),
  wait_days: z.nullable(z.int()),
  max_per_member: z.int(),
  new_members_only: z.boolean(),
  enabled: z.boolean(),
  colour: z.nullable(z.string()),
  batches: z.int(),
  codes: z.int(),
  uses: z.int(),
  created_at: Time,
})
export type RedeemTemplate = z.infer<typeof RedeemTemplate>

export const adminListRedeemTemplates = endpoint({
  method: 'GET',
  path: '/admin/vipcard/templates',
  access: ['codes.read'],
  summary: 'Kinds of redeem codes, newest first',
  response: z.object({ items: z.array(RedeemTemplate), total: z.int() }),
})
export const adminCreateRedeemTemplate = endpoint({
  method: 'POST',
  path: '/admin/vipcard/templates',
  access: ['codes.write'],
  summary: 'Create a kind of redeem code',
  body: RedeemTemplateInput,
  response: RedeemTemplate,
})
export const adminUpdateRedeemTemplate = endpoint({
  method: 'PUT',
  path: '/admin/vipcard/templates/:id',
  access: ['codes.write'],
  summary: 'Change a kind of redeem code; what it gives is fixed once codes exist',
  body: RedeemTemplateInput,
  response: RedeemTemplate,
})
export const adminDeleteRedeemTemplate = endpoint({
  method: 'DELETE',
  path: '/admin/vipcard/templates/:id',
  access: ['codes.write'],
  summary: 'Delete a kind of redeem code without codes',
})

/** A time with a four-digit year: the database and clients cannot read others. */
const When = z.nullable(Time.check(z.regex(/^2\d\d\d-/)))
const ends = { starts_at: When, expires_at: When }
type Dates = { starts_at: string | null; expires_at: string | null }
const inOrder = z.refine<Dates>(
  ({ starts_at, expires_at }) => starts_at === null || expires_at === null || Date.parse(starts_at) < Date.parse(expires_at),
  { path: ['expires_at'] },
)

export const RedeemBatchInput = z
  .object({
    template_id: z.int(),
    name: Name,
    count: z.int().check(z.gte(1), z.lte(MAX_BATCH)),
    /** How many members may use each code. */
    max_uses: z.int().check(z.gte(1), z.lte(1_000_000)),
    ...ends,
  })
  .check(inOrder)
export type RedeemBatchInput = z.infer<typeof RedeemBatchInput>
export const RedeemBatchChange = z.object({ name: Name, enabled: z.boolean(), ...ends }).check(inOrder)
export type RedeemBatchChange = z.infer<typeof RedeemBatchChange>

export const RedeemBatch = z.object({
  id: z.int(),
  template_id: z.int(),
  template_name: z.string(),
  kind: RedeemKind,
  name: z.string(),
  count: z.int(),
  max_uses: z.int(),
  uses: z.int(),
  starts_at: z.nullable(Time),
  expires_at: z.nullable(Time),
  enabled: z.boolean(),
  created_at: Time,
})
export type RedeemBatch = z.infer<typeof RedeemBatch>

export const adminListRedeemBatches = endpoint({
  method: 'GET',
  path: '/admin/vipcard/batches',
  access: ['codes.read'],
  summary: 'Batches of redeem codes, newest first',
  query: z.object({ ...pageQuery, template_id: z.optional(NumberText) }),
  response: pageOf(RedeemBatch),
})
export const adminGenerateRedeemCodes = endpoint({
  method: 'POST',
  path: '/admin/vipcard/batches',
  access: ['codes.write'],
  summary: 'Generate a batch of codes, 10,000 at most',
  body: RedeemBatchInput,
  response: RedeemBatch,
})
export const adminUpdateRedeemBatch = endpoint({
  method: 'PUT',
  path: '/admin/vipcard/batches/:id',
  access: ['codes.write'],
  summary: 'Rename a batch, change its dates, or disable all its codes',
  body: RedeemBatchChange,
  response: RedeemBatch,
})
export const adminExportRedeemBatch = endpoint({
  method: 'GET',
  path: '/admin/vipcard/batches/:id/export',
  access: ['codes.read', 'export'],
  fresh: true,
  summary: 'Codes of a batch as CSV: only unused ones unless `scope` is `all`',
  query: z.object({ scope: z.optional(z.enum(['unused', 'all'])) }),
  response: Csv,
})

export const RedeemCodeStatus = z.enum(['unused', 'partly_used', 'used', 'expired', 'disabled'])
export type RedeemCodeStatus = z.infer<typeof RedeemCodeStatus>
export const AdminRedeemCode = z.object({
  id: z.int(),
  code: z.string(),
  batch_id: z.int(),
  batch_name: z.string(),
  template_id: z.int(),
  template_name: z.string(),
  kind: RedeemKind,
  used_count: z.int(),
  max_uses: z.int(),
  /** Computed on request, so that expired codes need no update. */
  status: RedeemCodeStatus,
  /** Switch of this code alone; its batch or kind may be disabled too. */
  enabled: z.boolean(),
  starts_at: z.nullable(Time),
  expires_at: z.nullable(Time),
})
export type AdminRedeemCode = z.infer<typeof AdminRedeemCode>

const filter = {
  ...pageQuery,
  template_id: z.optional(NumberText),
  batch_id: z.optional(NumberText),
  q: z.optional(typedText(100)),
}
export const adminListRedeemCodes = endpoint({
  method: 'GET',
  path: '/admin/vipcard/codes',
  access: ['codes.read'],
  summary: 'Redeem codes by filter, newest first; `q` is the start of a code',
  query: z.object({ ...filter, status: z.optional(RedeemCodeStatus) }),
  response: pageOf(AdminRedeemCode),
})
export const adminSetRedeemCode = endpoint({
  method: 'PATCH',
  path: '/admin/vipcard/codes/:id',
  access: ['codes.write'],
  summary: 'Disable or enable a code',
  body: z.object({ enabled: z.boolean() }),
  response: AdminRedeemCode,
})

export const AdminRedeemUse = z.object({
  ...RedeemUse.shape,
  batch_id: z.int(),
  batch_name: z.string(),
  account_id: z.int(),
  email: AddressOf('account_id'),
})
export type AdminRedeemUse = z.infer<typeof AdminRedeemUse>
export const adminListRedeemUses = endpoint({
  method: 'GET',
  path: '/admin/vipcard/uses',
  access: ['codes.read'],
  summary: 'Redeemed codes with their members, newest first; `q` is part of an e-mail address or the start of a code',
  query: z.object(filter),
  response: pageOf(AdminRedeemUse),
})

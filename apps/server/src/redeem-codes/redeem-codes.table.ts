import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RedeemKind } from '@portico/contract/redeem-codes'
import type { Language } from '@portico/contract/translations'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time, whole } from '../db/columns.ts'
import { plans } from '../plans/plans.table.ts'

/** What a code gives, and to whom. */
export const redeemTemplates = pgTable(
  'redeem_templates',
  {
    id: id(),
    name: text('name').notNull(),
    kind: text('kind').$type<RedeemKind>().notNull(),
    /** By kind: minor units of the site's currency, days, bytes, 0, or the plan's days (0: permanent). */
    value: whole('value').notNull(),
    planId: ref('plan_id', () => plans.id),
    /** The plan waits for the first traffic, at most so many days after the code is redeemed; null: it begins at once. */
    waitDays: integer('wait_days'),
    /** How many codes of one batch a member may use. */
    maxPerMember: integer('max_per_member').notNull().default(1),
    /** Only for new members, see `promotions/new-member.ts`. */
    newMembersOnly: boolean('new_members_only').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    colour: text('colour'),
    createdAt: time('created_at').notNull(),
  },
  () => [
    check('redeem_templates_plan', sql`(kind = 'plan') = (plan_id is not null)`),
    check('redeem_templates_value', sql`case kind when 'plan' then value >= 0 when 'reset' then value = 0 else value > 0 end`),
    check('redeem_templates_wait', sql`wait_days is null or (kind = 'plan' and value > 0 and wait_days between 1 and 3650)`),
    check('redeem_templates_member', sql`max_per_member >= 1`),
  ],
)
export type RedeemTemplateRow = typeof redeemTemplates.$inferSelect

/** Codes generated together: they start, end and are disabled together. */
export const redeemBatches = pgTable(
  'redeem_batches',
  {
    id: id(),
    templateId: ref('template_id', () => redeemTemplates.id).notNull(),
    name: text('name').notNull(),
    count: integer('count').notNull(),
    maxUses: integer('max_uses').notNull(),
    startsAt: time('starts_at'),
    /** The first moment at which they can no longer be used. */
    expiresAt: time('expires_at'),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: time('created_at').notNull(),
  },
  (t) => [index('redeem_batches_template').on(t.templateId)],
)
export type RedeemBatchRow = typeof redeemBatches.$inferSelect

export const redeemCodes = pgTable(
  'redeem_codes',
  {
    id: id(),
    batchId: ref('batch_id', () => redeemBatches.id).notNull(),
    /** Twenty characters, without the dashes it is shown with. */
    code: text('code').notNull(),
    usedCount: integer('used_count').notNull().default(0),
    /** Copied from the batch, so that a constraint can limit `usedCount`. */
    maxUses: integer('max_uses').notNull(),
    disabledAt: time('disabled_at'),
  },
  (t) => [
    uniqueIndex('redeem_codes_code').on(t.code),
    // For "starts with" searches under any collation.
    index('redeem_codes_prefix').on(t.code.op('text_pattern_ops')),
    index('redeem_codes_batch').on(t.batchId, t.id),
    check('redeem_codes_used', sql`used_count between 0 and max_uses`),
  ],
)
export type RedeemCodeRow = typeof redeemCodes.$inferSelect

/** Reward given by a use, as of that time. */
export type Rewards = {
  kind: RedeemKind
  value: number
  currency: string
  planId: number | null
  planName: string | null
  /** Absent in older uses. */
  waitDays?: number | null
  translations?: { [L in Language]?: { planName: string } }
}

export const redeemUses = pgTable(
  'redeem_uses',
  {
    id: id(),
    codeId: ref('code_id', () => redeemCodes.id).notNull(),
    batchId: ref('batch_id', () => redeemBatches.id).notNull(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    rewards: jsonb('rewards').$type<Rewards>().notNull(),
    at: time('at').notNull(),
  },
  (t) => [
    uniqueIndex('redeem_uses_once').on(t.codeId, t.accountId),
    index('redeem_uses_member').on(t.accountId, t.id),
    index('redeem_uses_batch').on(t.batchId, t.accountId),
  ],
)
export type RedeemUseRow = typeof redeemUses.$inferSelect

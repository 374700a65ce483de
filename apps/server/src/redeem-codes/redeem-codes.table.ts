import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RedeemKind } from '@portico/contract/redeem-codes'
import type { Language } from '@portico/contract/translations'
import { accounts } from '../accounts/accounts.table.ts'
import { plans } from '../plans/plans.table.ts'

const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const time = (name: string) => timestamp(name, { withTimezone: true })

/** Kinds of codes: what they give, and to whom. */
export const redeemTemplates = pgTable(
  'redeem_templates',
  {
    id: id(),
    name: text('name').notNull(),
    kind: text('kind').$type<RedeemKind>().notNull(),
    /** By kind: minor units of the site's currency, days, bytes, 0, or the plan's days (0: permanent). */
    value: bigint('value', { mode: 'number' }).notNull(),
    planId: bigint('plan_id', { mode: 'number' }).references(() => plans.id),
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
    check('redeem_templates_member', sql`max_per_member >= 1`),
  ],
)
export type RedeemTemplateRow = typeof redeemTemplates.$inferSelect

/** Codes generated together: they start, end and are disabled together. */
export const redeemBatches = pgTable(
  'redeem_batches',
  {
    id: id(),
    templateId: bigint('template_id', { mode: 'number' })
      .notNull()
      .references(() => redeemTemplates.id),
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
    batchId: bigint('batch_id', { mode: 'number' })
      .notNull()
      .references(() => redeemBatches.id),
    /** Twenty characters, without dashes. */
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
  translations?: { [L in Language]?: { planName: string } }
}

export const redeemUses = pgTable(
  'redeem_uses',
  {
    id: id(),
    codeId: bigint('code_id', { mode: 'number' })
      .notNull()
      .references(() => redeemCodes.id),
    batchId: bigint('batch_id', { mode: 'number' })
      .notNull()
      .references(() => redeemBatches.id),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
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

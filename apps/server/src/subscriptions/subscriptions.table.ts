import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, smallint, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ErrorCode } from '@portico/contract/errors'
import type { ResetMode } from '@portico/contract/reset-mode'
import { accounts } from '../accounts/accounts.table.ts'
import { areExact, areTimes } from '../db/columns.ts'
import { groups } from '../groups/groups.table.ts'
import { plans } from '../plans/plans.table.ts'

/** Conditions of a plan: what it offers. */
export type Conditions = {
  groupId: number
  transferEnable: number
  speedLimit: number | null
  deviceLimit: number | null
  resetMode: ResetMode
}

/** Time given that is still to begin: a cycle with a quota of its own. `sold`: by a code for a plan; absent: `days` of the plan that runs. */
export type Part = { from: string; to: string; bytes: number; days: number; sold?: Conditions }

/** One row per account, created with it. Without a plan the group is null and nothing is served. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .primaryKey()
      .references(() => accounts.id),
    /** The secret in the link. */
    token: text('token').notNull(),
    /** The credential on the nodes. */
    uuid: uuid('uuid').notNull(),
    planId: bigint('plan_id', { mode: 'number' }).references(() => plans.id),
    groupId: bigint('group_id', { mode: 'number' }).references(() => groups.id),
    /** Bytes usable before the next reset. */
    transferEnable: bigint('transfer_enable', { mode: 'number' }).notNull().default(0),
    /** Part of the quota that resets neither renew nor remove; used last. */
    extraBytes: bigint('extra_bytes', { mode: 'number' }).notNull().default(0),
    /** Billed bytes used in this cycle. */
    up: bigint('up', { mode: 'number' }).notNull().default(0),
    down: bigint('down', { mode: 'number' }).notNull().default(0),
    /** Bytes of plan and packs used in this cycle before a reset pack or a gift reset the counters. They still count as used. */
    usedBefore: bigint('used_before', { mode: 'number' }).notNull().default(0),
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** Limits from the plan; null: none. */
    speedLimit: integer('speed_limit'),
    deviceLimit: integer('device_limit'),
    /** The member's own, kept when the plan changes; null: the plan's apply, 0: no limit. */
    ownSpeedLimit: integer('own_speed_limit'),
    ownDeviceLimit: integer('own_device_limit'),
    /** null while a plan is held: permanent. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** Day of month the term began on, so that shorter months do not shift it. */
    anchorDay: smallint('anchor_day'),
    resetMode: text('reset_mode').$type<ResetMode>().notNull().default('monthly'),
    /** Start of the current cycle; null: no term, or permanent. */
    cycleBeganAt: timestamp('cycle_began_at', { withTimezone: true }),
    /** Next reset, if the term lasts; null: never. */
    nextResetAt: timestamp('next_reset_at', { withTimezone: true }),
    /** Zone of the resets: the site's when the term began; null: the site's now. */
    resetZone: text('reset_zone'),
    /** Given time still to begin, in its order: first what codes sold, then days, which come after all that was bought. */
    parts: jsonb('parts').$type<Part[]>().notNull().default([]),
    /** Start of the first part; null: none. */
    nextPartAt: timestamp('next_part_at', { withTimezone: true }),
    /** Renew before the end, from the balance or a saved card. */
    autoRenew: boolean('auto_renew').notNull().default(false),
    /** Next try of a failed renewal, and its error code. */
    renewAfter: timestamp('renew_after', { withTimezone: true }),
    renewProblem: text('renew_problem').$type<ErrorCode>(),
  },
  (t) => [
    uniqueIndex('subscriptions_token').on(t.token),
    // For "starts with" searches, under any collation of the database.
    index('subscriptions_token_prefix').on(t.token.op('text_pattern_ops')),
    uniqueIndex('subscriptions_uuid').on(t.uuid),
    index('subscriptions_group').on(t.groupId),
    index('subscriptions_plan').on(t.planId),
    index('subscriptions_expires').on(t.expiresAt, t.accountId),
    index('subscriptions_reset').on(t.nextResetAt),
    index('subscriptions_next_part').on(t.nextPartAt),
    index('subscriptions_renew')
      .on(t.expiresAt)
      .where(sql`auto_renew`),
    check('subscriptions_extra', sql`extra_bytes between 0 and transfer_enable`),
    check('subscriptions_bytes', areExact('transfer_enable', 'extra_bytes', 'up', 'down', 'used_before')),
    check('subscriptions_times', areTimes('expires_at', 'next_reset_at', 'cycle_began_at')),
  ],
)
export type SubscriptionRow = typeof subscriptions.$inferSelect

const held = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Counters around each reset, for a week, because undone traffic may lie before it. Written by a trigger. */
export const usageResets = pgTable(
  'usage_resets',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Last report charged before the reset. */
    lastBatchId: bigint('last_batch_id', { mode: 'number' }).notNull(),
    upBefore: held('up_before'),
    downBefore: held('down_before'),
    usedBeforeBefore: held('used_before_before'),
    transferBefore: held('transfer_before'),
    extraBefore: held('extra_before'),
    upAfter: held('up_after'),
    downAfter: held('down_after'),
    usedBeforeAfter: held('used_before_after'),
    transferAfter: held('transfer_after'),
    extraAfter: held('extra_after'),
  },
  (t) => [index('usage_resets_account').on(t.accountId, t.id), index('usage_resets_at').on(t.at)],
)

/** A held term as stored; times are text. */
export type HeldTerm = { planId: number | null; expiresAt: string | null } & Record<string, unknown>

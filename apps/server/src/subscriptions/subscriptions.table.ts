import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ErrorCode } from '@portico/contract/errors'
import type { OwnLimit } from '@portico/contract/plan-limits'
import type { ResetMode } from '@portico/contract/reset-mode'
import { accounts } from '../accounts/accounts.table.ts'
import { areExact, areTimes, type Camel, id, ref, time, whole } from '../db/columns.ts'
import { groups } from '../groups/groups.table.ts'
import { type Conditions, limitColumns, plans } from '../plans/plans.table.ts'

/**
 * Time given that is still to begin: a cycle with a quota of its own. `sold`: by a code for a plan; absent: `days` of the plan that runs.
 */
export type Part = { from: string; to: string; bytes: number; days: number; sold?: Conditions }

/** The member's own, kept when the plan changes; null: the plan's apply, 0: no limit. */
export const ownLimitColumns = {
  ownSpeedLimit: integer('own_speed_limit'),
  ownDeviceLimit: integer('own_device_limit'),
} satisfies Record<Camel<OwnLimit>, unknown>

/** One row per account, created with it. Without a plan the group is null and nothing is served. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    accountId: ref('account_id', () => accounts.id).primaryKey(),
    /** The secret in the link. */
    token: text('token').notNull(),
    /** The credential on the nodes. */
    uuid: uuid('uuid').notNull(),
    /** How many devices have a link of their own: each takes a place of the account's link and credential. */
    ownDevices: smallint('own_devices').notNull().default(0),
    /** When the account's link and credential end, because devices have their own; null: they stay. */
    sharedUntil: time('shared_until'),
    planId: ref('plan_id', () => plans.id),
    groupId: ref('group_id', () => groups.id),
    /** All bytes that can be used before the next reset. */
    transferEnable: whole('transfer_enable').notNull().default(0),
    /** The part of `transferEnable` that a reset neither renews nor removes. It is used after the other bytes. */
    extraBytes: whole('extra_bytes').notNull().default(0),
    /** Billed bytes used in this cycle. */
    up: whole('up').notNull().default(0),
    down: whole('down').notNull().default(0),
    /** Bytes of plan and packs used in this cycle before a reset pack or a gift reset the counters. They still count as used. */
    usedBefore: whole('used_before').notNull().default(0),
    usedAt: time('used_at'),
    /** From the plan. */
    ...limitColumns,
    ...ownLimitColumns,
    /** null with a plan: permanent. */
    expiresAt: time('expires_at'),
    /**
     * A held term begins with the first traffic, or then; its dates are for that case, and `cycleBeganAt` is when it was given. Without
     * `nextResetAt` its cycles follow from its beginning. null: not held.
     */
    startsBy: time('starts_by'),
    /** Day of month the term began on, so that shorter months do not shift it. */
    anchorDay: smallint('anchor_day'),
    resetMode: text('reset_mode').$type<ResetMode>().notNull().default('monthly'),
    /** When the current cycle of traffic began; null: no term, or a permanent one. */
    cycleBeganAt: time('cycle_began_at'),
    /** When the used traffic is next reset, if the term lasts long enough; null: never (permanent, no term, or by its mode). */
    nextResetAt: time('next_reset_at'),
    /** Whose midnights reset the traffic: the site's zone as the term began; null: the site's. */
    resetZone: text('reset_zone'),
    /** Given time still to begin, in its order: first what codes sold, then days, which come after all that was bought. */
    parts: jsonb('parts').$type<Part[]>().notNull().default([]),
    /** When the first of `parts` begins; null: there are none. */
    nextPartAt: time('next_part_at'),
    /** Renew before the end, from the balance or a saved card. */
    autoRenew: boolean('auto_renew').notNull().default(false),
    /** When to retry a failed renewal, and the error code of the failure. */
    renewAfter: time('renew_after'),
    renewProblem: text('renew_problem').$type<ErrorCode>(),
  },
  (t) => [
    // Serves "starts with" searches too, under any collation of the database.
    uniqueIndex('subscriptions_token').on(t.token.op('text_pattern_ops')),
    uniqueIndex('subscriptions_uuid').on(t.uuid),
    index('subscriptions_group').on(t.groupId),
    // The page of plans counts their holders, and those whose term runs, in it alone.
    index('subscriptions_plan').on(t.planId, t.expiresAt),
    index('subscriptions_expires').on(t.expiresAt, t.accountId),
    index('subscriptions_reset').on(t.nextResetAt),
    index('subscriptions_next_part')
      .on(t.nextPartAt)
      .where(sql`next_part_at is not null`),
    index('subscriptions_held')
      .on(t.accountId)
      .where(sql`starts_by is not null`),
    index('subscriptions_renew')
      .on(t.expiresAt)
      .where(sql`auto_renew`),
    check('subscriptions_extra', sql`extra_bytes between 0 and transfer_enable`),
    check('subscriptions_bytes', areExact('transfer_enable', 'extra_bytes', 'up', 'down', 'used_before')),
    check('subscriptions_shared', sql`own_devices >= 0 and (shared_until is null or own_devices > 0)`),
    check('subscriptions_times', areTimes('expires_at', 'starts_by', 'shared_until', 'next_reset_at', 'cycle_began_at')),
  ],
)
export type SubscriptionRow = typeof subscriptions.$inferSelect

const held = (name: string) => whole(name).notNull()

/** Counters around each reset, for a week, because undone traffic may lie before it. Written by a trigger. */
export const usageResets = pgTable(
  'usage_resets',
  {
    id: id(),
    accountId: whole('account_id').notNull(),
    at: time('at').notNull(),
    /** Reports up to this one were charged before. */
    lastBatchId: whole('last_batch_id').notNull(),
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

/** The state of a term before a change of plan or a refund, kept to be restored; times are text. */
export type StoredTerm = { planId: number | null; expiresAt: string | null } & Record<string, unknown>

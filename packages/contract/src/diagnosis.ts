import * as z from 'zod/mini'
import { Time } from './paging.ts'

/**
 * What one thing a member can do about a finding. `reset_devices` is a call (`resetDevices`); everything else leads to a page.
 * `wait`: nothing to do but wait; `ask`: only support can help.
 */
export const ActionKind = z.enum([
  'buy',
  'pay',
  'renew',
  'more_traffic',
  'upgrade',
  'reset_devices',
  'import',
  'update_app',
  'other_app',
  'other_node',
  'youth_mode',
  'reset_link',
  'clock',
  'wait',
  'ask',
])
export type ActionKind = z.infer<typeof ActionKind>

export const FindingCode = z.enum([
  'account_closed',
  'account_banned',
  'site_closed',
  'order_review',
  'order_opening',
  'order_unpaid',
  'no_plan',
  'expired',
  'over_quota',
  'youth_hours',
  'never_fetched',
  'link_reset',
  'profile_outdated',
  'no_nodes',
  'nodes_withdrawn',
  'nodes_down',
  'app_unable',
  'nodes_changed',
  'clock',
  'too_many_devices',
  'not_yet_known',
  'some_nodes_down',
  'app_too_old',
  'app_leaves_out',
  'slow',
  'link_shared',
  'fetched_long_ago',
  'never_connected',
  'no_traffic',
])
export type FindingCode = z.infer<typeof FindingCode>

/** Something that keeps a member from connecting. `title` and `advice` are in the language asked for. */
export const Finding = z.object({
  code: FindingCode,
  /** What is wrong, without a full stop: "Expired 3 days ago". */
  title: z.string(),
  /** One thing to do. */
  advice: z.string(),
  /** Since when; null: not known. */
  since: z.nullable(Time),
  /** `to`: a path of this site; null: no page. */
  action: z.nullable(z.object({ kind: ActionKind, to: z.nullable(z.string()) })),
})
export type Finding = z.infer<typeof Finding>

export const Diagnosis = z.object({
  /** No fault was found. */
  ok: z.boolean(),
  /** What must be solved first comes first. */
  findings: z.array(Finding),
})
export type Diagnosis = z.infer<typeof Diagnosis>

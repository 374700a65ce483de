import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NumberText, Time } from './paging.ts'

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

/** In the order in which they must be solved. */
export const FindingCode = z.enum([
  'account_closed',
  'account_banned',
  'order_review',
  'order_opening',
  'order_unpaid',
  'no_plan',
  'expired',
  'over_quota',
  'youth_hours',
  'no_nodes',
  'nodes_withdrawn',
  'never_fetched',
  'link_reset',
  'only_browser',
  'profile_outdated',
  'nodes_down',
  'app_unable',
  'nodes_moved',
  'too_many_devices',
  'clock',
  'not_yet_known',
  'some_nodes_down',
  'node_paused',
  'app_too_old',
  'app_leaves_out',
  'some_nodes_moved',
  'site_closed',
  'link_shared',
  'slow',
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

export const getDoctor = endpoint({
  method: 'GET',
  path: '/muser/doctor',
  access: 'member',
  summary: 'Why I cannot connect, and what to do about it',
  // It remembers how far the clock is off.
  changesState: true,
  query: z.object({
    /** The caller's clock, in Unix milliseconds; a clock that is off keeps apps from connecting. */
    clock: z.optional(NumberText),
  }),
  response: Diagnosis,
})

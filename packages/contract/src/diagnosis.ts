import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NumberText, Time } from './paging.ts'

/**
 * The one action a finding suggests. `reset_devices` calls `resetDevices`; `wait`: only time helps; `ask`: only support can help; all
 * others lead to a page.
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

/** Codes of findings, in the order in which they must be solved. */
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
  'traffic_unfetched',
  'slow',
  'fetched_long_ago',
  'never_connected',
  'no_traffic',
])
export type FindingCode = z.infer<typeof FindingCode>

/** One reason why a member cannot connect. `title` and `advice` are in the requested language. */
export const Finding = z.object({
  code: FindingCode,
  /** What is wrong, without a full stop, such as "Expired 3 days ago". */
  title: z.string(),
  /** One sentence with what to do. */
  advice: z.string(),
  /** Since when the fault exists; null: not known. */
  since: z.nullable(Time),
  /** `to`: a path on this site; null: the action leads to no page. */
  action: z.nullable(z.object({ kind: ActionKind, to: z.nullable(z.string()) })),
})
export type Finding = z.infer<typeof Finding>

export const Diagnosis = z.object({
  /** true: no fault was found. */
  ok: z.boolean(),
  /** The findings, the one to solve first at the start. */
  findings: z.array(Finding),
  /** What is true but keeps nobody from connecting. */
  remarks: z.array(Finding),
})
export type Diagnosis = z.infer<typeof Diagnosis>

export const getDoctor = endpoint({
  method: 'GET',
  path: '/muser/doctor',
  access: 'member',
  chosen: true,
  summary: 'Why I cannot connect, and what to do about it',
  // Stores how far the caller's clock is off.
  changesState: true,
  query: z.object({
    /** The caller's clock in Unix milliseconds. A wrong clock keeps apps from connecting. */
    clock: z.optional(NumberText),
  }),
  response: Diagnosis,
})

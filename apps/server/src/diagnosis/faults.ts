import type { ActionKind, FindingCode } from '@portico/contract/diagnosis'
import type { NamedNode } from '../nodes/nodes.table.ts'

/** `to`: a path of the site; absent: no page. */
export type Action = { kind: ActionKind; to?: string }
type Of<Code extends FindingCode, Values = unknown> = { code: Code; since: Date | null; action: Action | null } & Values
/**
 * The newest order for a plan. `none`: there is no open one. `review`: paid, an operator decides. `checking`: its proof of payment waits.
 * `opening`: paid and being opened.
 */
export type OrderState = 'none' | 'review' | 'checking' | 'opening' | 'unpaid'
/** `named`: the nodes concerned, out of `total`. */
type Some = { named: NamedNode[]; total: number }
/** An app that can use `total - missing` nodes. `version`: its own, or that of its core; null: not known. */
type App = { app: string; version: string | null; missing: number; total: number }

/** A fault with the values that its text needs. */
export type Fault =
  | Of<'account_closed' | 'account_banned' | 'no_plan' | 'order_unpaid' | 'site_closed'>
  /** `expiredAt`: end of the previous plan; null: there was none. */
  | Of<'order_review', { expiredAt: Date | null; isProof: boolean }>
  | Of<'order_opening', { expiredAt: Date | null }>
  | Of<'expired', { expiredAt: Date; isOrdered: boolean; renewalFailed: boolean }>
  | Of<'over_quota', { total: number; resetsAt: Date | null; order: OrderState }>
  | Of<'youth_hours', { until: Date | null }>
  | Of<'never_fetched' | 'link_reset' | 'only_browser'>
  | Of<'profile_outdated', { fetchedAt: Date; isMessage: boolean }>
  | Of<'no_nodes', { total: number }>
  /** `isApps`: they are not all nodes of the plan, but all that the app can use. */
  | Of<'nodes_down', { total: number; isApps: boolean }>
  | Of<'nodes_withdrawn', { why: 'maintenance' | 'exhausted' | 'hidden' }>
  | Of<'app_unable', App & { isOld: boolean }>
  | Of<'nodes_moved', { fetchedAt: Date }>
  | Of<'clock', { skewMs: number }>
  | Of<'too_many_devices', { count: number; limit: number }>
  | Of<'not_yet_known', { changedAt: Date }>
  | Of<'some_nodes_down' | 'some_nodes_moved' | 'node_paused', Some>
  | Of<'app_too_old' | 'app_leaves_out', App>
  | Of<'link_shared', { networks: number }>
  | Of<'traffic_unfetched', { usedAt: Date }>
  | Of<'slow', { mbps: number; isOwn: boolean }>
  | Of<'fetched_long_ago', { fetchedAt: Date }>
  | Of<'never_connected', { fetchedAt: Date }>
  | Of<'no_traffic', { usedAt: Date }>

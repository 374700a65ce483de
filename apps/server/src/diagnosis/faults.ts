import type { ActionKind, FindingCode } from '@portico/contract/diagnosis'

/** `to`: a path of the site; absent: no page. */
type Action = { kind: ActionKind; to?: string }
type Of<Code extends FindingCode, Values = unknown> = { code: Code; since: Date | null; action: Action | null } & Values

/** What was found, with the values its words need. */
export type Fault =
  | Of<'account_closed' | 'account_banned' | 'site_closed' | 'no_plan'>
  | Of<'expired', { expiredAt: Date }>
  | Of<'over_quota', { total: number; resetsAt: Date | null }>

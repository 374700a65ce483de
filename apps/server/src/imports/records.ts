import type { LinkKind } from '@portico/contract/links'
import type { LinkPath } from '@portico/contract/links-admin'
import type { NodeAlias } from '@portico/contract/node-aliases'
import type { NodeRouting } from '@portico/contract/node-routing'
import type { RateRange } from '@portico/contract/nodes'
import type { OwnSecret } from '@portico/contract/own-secret'
import type { Driver } from '@portico/contract/payments-admin'
import type { Period } from '@portico/contract/periods'
import type { ProtocolSettings } from '@portico/contract/protocols'
import type { ResetMode } from '@portico/contract/reset-mode'
import type { Language } from '@portico/contract/translations'
import type { OldPassword } from '../accounts/imported-password.ts'
import type { FindingCode } from './finding-codes.ts'

/*
 * The neutral model: what any panel has, as a stream of records. Keys are the old panel's own, as text, and unique within a kind; records
 * name each other by them. A key that no record has is a finding of the engine, and so are equal e-mails, tokens, UUIDs and secrets, cycles
 * of inviters, sums below zero and numbers that are too large: sources yield what is there.
 *
 * Money is in minor units of the old panel's currency, traffic in bytes; both are bigints.
 */

/** Where a record stands in the old database, for findings: `v2_user 17`. */
type At = { at: string; key: string }

export type OldRecord =
  | OldLinkSource
  | OldGroup
  | OldPlan
  | OldNode
  | OldPaymentMethod
  | OldMember
  | OldOrder
  | OldCoupon
  | OldRedeemCode
  | OldInviteCode
  | OldTicket
  | OldArticle
  | OldNotice
  | OldTraffic
  | OldSetting
  | OldFinding

/** A row that is odd, as the source sees it. What happens then is said by the words of its code; see `finding-codes.ts`. */
export type OldFinding = { kind: 'finding'; code: FindingCode; at: string; what: string }

/** The addresses at which members' links are served. */
export type OldLinkSource = At & {
  kind: 'link_source'
  name: string
  linkKind: LinkKind
  paths: LinkPath[]
  /** What it signed links with; null: links are not signed. */
  secret: string | null
}

export type OldGroup = At & { kind: 'group'; name: string; createdAt: Date | null }

export type OldPlan = At & {
  kind: 'plan'
  group: string
  name: string
  /** HTML or Markdown, as written. */
  content: string
  tags: string[]
  /** Bytes per cycle; null: unlimited. */
  quota: bigint | null
  speedLimit: number | null
  deviceLimit: number | null
  /** null: the site's. */
  resetMode: ResetMode | null
  /** null: unlimited. */
  capacity: number | null
  shown: boolean
  sold: boolean
  renewed: boolean
  /** null: not sold. */
  prices: { [P in Period]?: bigint | null }
  sort: number
  createdAt: Date | null
}

export type OldNode = At & {
  kind: 'node'
  name: string
  host: string
  /** A port, or a range. */
  port: string
  serverPort: number
  /** Factor of traffic, as decimals: '1.5'. */
  rate: string
  rateRanges: RateRange[]
  tags: string[]
  shown: boolean
  /** Key of the node that this one is another address of. */
  parent: string | null
  groups: string[]
  /** null: Portico cannot say this; the node is left out, with `why` as the reason. */
  settings: ProtocolSettings | null
  why: string
  aliases: NodeAlias[]
  /** Where it sends what members ask for; absent: out, all of it. */
  routing?: NodeRouting
  sort: number
  createdAt: Date | null
}

export type OldPaymentMethod = At & {
  kind: 'payment_method'
  /** In notification addresses. */
  uuid: string
  /** null: a driver that Portico has not. Its name stays in orders. */
  driver: Driver | null
  oldDriver: string
  name: string
  /** In the fields of Portico's driver. */
  config: Record<string, string>
  feePercent: number
  feeFixed: bigint
  enabled: boolean
  sort: number
}

export type OldMember = At & {
  kind: 'member'
  /** The number that nodes report; the account keeps it where it is free. null: there is none. */
  keptId: number | null
  /** As written there; null: none, so the member claims the account by link. */
  email: string | null
  /** What the old panel calls the member where there is no e-mail. */
  name: string | null
  /** Members with the same text are one person's: their accounts are linked. null: on its own. */
  person: string | null
  password: OldPassword | null
  /** Suspended by the operator, which paying does not end. */
  banned: boolean
  /** Had rights there; arrives as a member without any. */
  wasStaff: boolean
  createdAt: Date | null
  lastLoginAt: Date | null
  remarks: string
  language: Language | null
  inviter: string | null
  discountPercent: number | null
  commissionRate: number | null
  commissionMode: 'first' | 'every' | null
  balance: bigint
  commission: bigint
  telegramId: string | null
  /** Secret of an authenticator app in Base32. */
  totp: string | null
  /** The credential on nodes; null: none, a new one is made. */
  uuid: string | null
  /** Credentials that differ from the UUID. */
  secrets: OwnSecret[]
  /** `token`: as in `links.token`. */
  links: { source: string; token: string; validFrom: Date | null }[]
  autoRenew: boolean
  term: OldTerm | null
}

/** What a member may use. */
export type OldTerm = {
  /** null: the panel has no plans; then members of a group share one that is not sold. */
  plan: string | null
  /** Groups whose nodes the member sees; several become one group of their own. */
  groups: string[]
  /** All bytes of this cycle; null: unlimited. */
  quota: bigint | null
  up: bigint
  down: bigint
  /** null: never. */
  endsAt: Date | null
  /** A term that begins with the first traffic, of `ms`, or at `by`; null: it runs, or ran. */
  held: { ms: number; by: Date | null } | null
  /** null: the plan's, or the site's. */
  resetMode: ResetMode | null
  /** When the counters are next reset, where the panel says so. */
  resetsAt: Date | null
  /** The day of the month on which cycles begin; null: that of the end. */
  anchorDay: number | null
  /** The member's own, as the panel has them; null: no limit. */
  speedLimit: number | null
  deviceLimit: number | null
}

export type OldOrder = At & {
  kind: 'order'
  member: string
  number: string
  plan: string | null
  /** What the plan was called, where it is gone. */
  planName: string | null
  type: 'new' | 'renew' | 'change' | 'reset' | 'topup'
  period: Period | null
  /** `open`: waits for payment. `unopened`: paid, not delivered. `absorbed`: its rest went into another order. */
  status: 'open' | 'unopened' | 'completed' | 'cancelled' | 'absorbed'
  /** What the member paid from outside, without the fee. */
  total: bigint
  fee: bigint
  /** Taken off: by coupons and discounts, by the rest of an earlier order, from the balance. */
  discount: bigint
  surplus: bigint
  /** What was credited beyond the price. */
  refund: bigint
  balance: bigint
  coupon: string | null
  method: string | null
  /** The gateway's number. */
  callbackNo: string | null
  commission: { member: string; amount: bigint; state: 'pending' | 'confirmed' | 'paid' | 'void' } | null
  createdAt: Date
  paidAt: Date | null
}

export type OldCoupon = At & {
  kind: 'coupon'
  code: string
  name: string
  type: 'amount' | 'percent'
  value: bigint
  /** What is left of the uses; null: no limit. */
  usesLeft: number | null
  usesPerMember: number | null
  plans: string[] | null
  periods: Period[] | null
  startsAt: Date | null
  endsAt: Date | null
  enabled: boolean
}

/** A gift card. `value`: minor units, days, or bytes, by its kind; of a plan the days, 0: as the plan is sold once. */
export type OldRedeemCode = At & {
  kind: 'redeem_code'
  code: string
  name: string
  gives: 'balance' | 'days' | 'traffic' | 'reset' | 'plan'
  value: bigint
  plan: string | null
  usesLeft: number | null
  usedBy: string[]
  startsAt: Date | null
  endsAt: Date | null
  enabled: boolean
}

export type OldInviteCode = At & {
  kind: 'invite_code'
  member: string
  code: string
  /** null: no limit. */
  usesLeft: number | null
  views: number
  enabled: boolean
  createdAt: Date | null
}

export type OldTicket = At & {
  kind: 'ticket'
  member: string
  subject: string
  level: 'low' | 'medium' | 'high'
  open: boolean
  waits: 'staff' | 'member'
  createdAt: Date
  messages: { byMember: boolean; text: string; at: Date }[]
}

export type OldArticle = At & {
  kind: 'article'
  /** Articles of one text in two languages have the same text here; null: on its own. */
  twin: string | null
  language: Language
  category: string
  title: string
  /** `html`, or Markdown. */
  body: string
  form: 'html' | 'markdown'
  shown: boolean
  sort: number
  createdAt: Date | null
}

export type OldNotice = At & {
  kind: 'notice'
  title: string
  body: string
  form: 'html' | 'markdown'
  shown: boolean
  createdAt: Date | null
}

/** Traffic of one member on one day through one node, as the old panel counted it. */
export type OldTraffic = {
  kind: 'traffic'
  at: string
  member: string
  /** null: not known. */
  node: string | null
  /** A moment on the day. */
  day: Date
  /** Raw bytes, and what was charged. */
  up: bigint
  down: bigint
  billedUp: bigint
  billedDown: bigint
}

/** A setting of the old panel that Portico has too, by Portico's key. */
export type OldSetting = { kind: 'setting'; key: string; value: string | number | boolean }

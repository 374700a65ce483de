/**
 * Every kind of thing in the audit log, and who can gain by changing it. `account`: the accounts that the row names. `rule`: everybody to
 * whom the terms apply (decision 68). `nothing`: nobody.
 */
export const entities = {
  article: 'nothing',
  article_category: 'nothing',
  article_tag: 'nothing',
  audit: 'nothing',
  backup: 'nothing',
  bulk_change: 'nothing',
  canned_reply: 'nothing',
  client_rule: 'nothing',
  commission: 'nothing',
  coupon: 'rule',
  coupon_batch: 'rule',
  dispute: 'nothing',
  file: 'nothing',
  file_folder: 'nothing',
  game: 'nothing',
  gateway_entry: 'nothing',
  group: 'nothing',
  import: 'nothing',
  invite_code: 'account',
  invoice: 'nothing',
  invoice_buyer: 'nothing',
  job: 'nothing',
  ledger: 'nothing',
  link_source: 'nothing',
  machine: 'nothing',
  member: 'account',
  message: 'nothing',
  message_text: 'nothing',
  month: 'nothing',
  moving_address: 'nothing',
  moving_step: 'nothing',
  node: 'rule',
  notice: 'nothing',
  order: 'account',
  outage: 'rule',
  payment_method: 'rule',
  plan: 'rule',
  promotion: 'rule',
  receipt: 'account',
  redeem_batch: 'rule',
  redeem_code: 'rule',
  redeem_template: 'rule',
  release: 'nothing',
  reversal: 'nothing',
  saved_card: 'nothing',
  settings: 'rule',
  staff_invitation: 'nothing',
  staff_role: 'nothing',
  statement: 'nothing',
  statement_line: 'account',
  template: 'nothing',
  ticket: 'nothing',
  withdrawal: 'account',
} as const satisfies Record<string, 'account' | 'rule' | 'nothing'>
export type Entity = keyof typeof entities
type OfAccounts = { [E in Entity]: (typeof entities)[E] extends 'account' ? E : never }[Entity]

/** Changing it gives no account anything that its audit row could name. */
export type ImpersonalEntity = Exclude<Entity, OfAccounts>

type Beneficiary = number | readonly number[]

/** The kind of thing that changes, and the accounts that gain by it; null: none. A `member` gains by a change of their own account. */
export type BenefitOf =
  | { entity: Exclude<OfAccounts, 'member'>; beneficiary: Beneficiary }
  | { entity: 'member'; beneficiary?: Beneficiary }
  | { entity: ImpersonalEntity; beneficiary?: never }
  | { entity: Entity; beneficiary: null }

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { NodeStatus } from './nodes.ts'
import { NodeState } from './nodes-admin.ts'
import { OrderType, TradeNo } from './orders.ts'
import { Day, Time } from './paging.ts'
import { Period } from './periods.ts'
import type { Permission } from './permissions.ts'
import { Address, AddressOf } from './personal.ts'

/** A month in the site's time zone, such as 2026-11. */
export const Month = z.string().check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])$/))

/** One figure of a month, up to today, and of the same days of the month before. */
export const Figure = z.object({
  total: z.int(),
  total_before: z.int(),
  /** One value for each day, from the first to `through`. */
  days: z.array(z.int()),
  /** The month before, all of it. */
  days_before: z.array(z.int()),
})
export type Figure = z.infer<typeof Figure>

/** Each figure is null for staff who may not see it. */
export const MonthFigures = z.object({
  month: Month,
  /** The last day that counts: today, or the end of an earlier month. */
  through: Day,
  /** The last day of the month before that is compared. */
  through_before: Day,
  /** The month of the first account. */
  first_month: Month,
  currency: Currency,
  /** Received from outside minus refunds, in minor units. */
  income: z.nullable(Figure),
  orders: z.nullable(Figure),
  new_members: z.nullable(Figure),
  /** Members who used traffic; each counts once a day, and once in the total. */
  active_members: z.nullable(Figure),
  /** Raw bytes. */
  traffic: z.nullable(Figure),
})
export type MonthFigures = z.infer<typeof MonthFigures>

/** The permission to see each figure. */
export const figureNeeds = {
  income: 'money.read',
  orders: 'orders.read',
  new_members: 'members.read',
  active_members: 'members.read',
  traffic: 'traffic.read',
} as const satisfies Partial<Record<keyof MonthFigures, Permission>>

export const adminMonthFigures = endpoint({
  method: 'GET',
  path: '/admin/overview/month',
  access: { anyOf: ['money.read', 'orders.read', 'members.read', 'traffic.read'] },
  summary:
    'Figures of a month, each day of it, and the same days of the month before; at most 15 seconds old, traffic of earlier days ten minutes',
  query: z.object({ month: z.optional(Month) }),
  response: MonthFigures,
})

/** A member whose plan ends. */
export const Expiry = z.object({
  account_id: z.int(),
  email: AddressOf('account_id'),
  /** null: its term was given without a plan. */
  plan_name: z.nullable(z.string()),
  expires_at: Time,
  renewing: z.boolean(),
})
export type Expiry = z.infer<typeof Expiry>
/** So many and fewer are told by name. */
export const FEW_EXPIRIES = 6

/** Plans that end on each of the next 14 days, today first. `renewing`: those with automatic renewal. */
export const adminExpiries = endpoint({
  method: 'GET',
  path: '/admin/overview/expiries',
  access: ['members.read'],
  summary: 'How many plans end on each of the next 14 days, and whose if they are few',
  response: z.object({
    items: z.array(z.object({ day: Day, members: z.int(), renewing: z.int() })),
    total: z.int(),
    /** The first to end comes first; null if there are more than `FEW_EXPIRIES`. */
    few: z.nullable(z.array(Expiry)),
  }),
})

export const NodePulse = z.object({
  id: z.int(),
  name: z.string(),
  state: NodeState,
  status: NodeStatus,
  /** It has called at least once. */
  has_called: z.boolean(),
  /** Since when it has been down. */
  down_since: z.nullable(Time),
  online_users: z.int(),
  /** Percent of its processors, from its last report; null while it is silent. */
  cpu: z.nullable(z.number()),
  /** Raw bytes carried today. */
  today: z.int(),
  /** Hundredths of a percent over the days shown; null before its first call. */
  uptime: z.nullable(z.int()),
  /** The last 90 days, oldest first; null before the node existed. */
  days: z.array(z.nullable(z.int())),
})
export type NodePulse = z.infer<typeof NodePulse>

export const adminNodePulses = endpoint({
  method: 'GET',
  path: '/admin/overview/nodes',
  access: ['nodes.read'],
  summary: 'Nodes with their load, members and last 90 days; at most 15 seconds old',
  response: z.object({ items: z.array(NodePulse), total: z.int() }),
})

/** What waits for a person, the most urgent first. */
export const NeedKind = z.enum([
  /** Its address is the name. */
  'proxy_untrusted',
  /** An update took permissions from a ready-made role that somebody has. */
  'role_narrowed',
  'nodes_down',
  /** Nodes with open alarms about what they report. */
  'reports_strange',
  /** Reports of more than a node's line carries. */
  'reports_held',
  'tickets_waiting',
  'orders_in_review',
  'payments_to_confirm',
  'receipts_unclear',
  /** Those that wait for our answer at the gateway. */
  'disputes',
  'reversals',
  'statement_lines',
  'withdrawals_to_approve',
  'withdrawals_to_pay',
  'ledger_faults',
  'jobs_failed',
  /** A lane of jobs ended by itself in the last 24 hours. */
  'jobs_restarted',
  /** No mail server is set: nobody gets codes by mail. */
  'mail_missing',
  /** Texts of messages that would give a code or link away; their templates are the names. */
  'texts_unsafe',
  /** Published templates that would give members' links away; their formats are the names. */
  'templates_unsafe',
  /** In the last 24 hours. */
  'notifications_refused',
  /** Staff who gained by a rule of their own, in the last seven days. For the owner, who alone has all of these permissions at first. */
  'staff_gains',
])
export type NeedKind = z.infer<typeof NeedKind>
/** Who sees it: staff who may also settle it. */
export const needKinds: Record<NeedKind, readonly Permission[]> = {
  proxy_untrusted: ['settings.security'],
  role_narrowed: ['staff.read', 'staff.write'],
  nodes_down: ['nodes.read'],
  reports_strange: ['nodes.read', 'nodes.write'],
  reports_held: ['nodes.read', 'nodes.secret'],
  tickets_waiting: ['tickets.read', 'tickets.write'],
  orders_in_review: ['orders.read', 'orders.write'],
  payments_to_confirm: ['orders.read', 'money.book'],
  receipts_unclear: ['money.read', 'money.book'],
  disputes: ['money.read', 'money.book'],
  reversals: ['money.read', 'money.book'],
  statement_lines: ['money.read', 'money.book'],
  withdrawals_to_approve: ['money.read', 'withdrawals.decide'],
  withdrawals_to_pay: ['money.read', 'withdrawals.decide'],
  ledger_faults: ['money.read'],
  jobs_failed: ['log.read'],
  jobs_restarted: ['log.read'],
  mail_missing: ['settings.security'],
  texts_unsafe: ['settings.security'],
  templates_unsafe: ['clients.read', 'clients.write'],
  notifications_refused: ['log.read'],
  staff_gains: ['log.read', 'staff.write'],
}

export const Need = z.object({
  kind: NeedKind,
  count: z.int(),
  /** The sum in the site's currency; null if it has none, or if other currencies are among it. */
  amount: z.nullable(z.int()),
  /** Since when the oldest has waited. */
  since: z.nullable(Time),
  /** Until when the first has to be answered; null: no time is set. */
  due: z.nullable(Time),
  /** Up to three names, such as those of the nodes. */
  names: z.array(z.string()),
})
export type Need = z.infer<typeof Need>

export const adminNeeds = endpoint({
  method: 'GET',
  path: '/admin/overview/needs',
  access: {
    anyOf: ['nodes.read', 'tickets.read', 'orders.read', 'money.read', 'clients.read', 'log.read', 'settings.security', 'staff.read'],
  },
  summary: 'What waits for the caller; at most 5 seconds old',
  response: z.object({ items: z.array(Need), total: z.int(), currency: Currency }),
})

/** The way to the first sale. */
export const SetupStepName = z.enum(['group', 'plan', 'payment', 'node', 'member', 'traffic'])
export type SetupStepName = z.infer<typeof SetupStepName>
/** Who sees a step: staff who may go it. */
export const setupSteps: Record<SetupStepName, readonly Permission[]> = {
  group: ['plans.write'],
  plan: ['plans.write'],
  payment: ['payments.write'],
  node: ['nodes.read', 'nodes.write', 'nodes.secret'],
  member: ['members.write'],
  traffic: ['nodes.read'],
}

/** `price`, `sale`, `shown`: why the nearest plan cannot be bought. `report`: the node has called, but has not reported yet. `use`: somebody has a plan, but no traffic yet. */
export const SetupLack = z.enum(['price', 'sale', 'shown', 'report', 'use'])
export type SetupLack = z.infer<typeof SetupLack>

export const SetupStep = z.object({
  step: SetupStepName,
  done: z.boolean(),
  /** What there is of it, such as the plan's name. */
  name: z.nullable(z.string()),
  /** Of the plan; null for other steps. */
  id: z.nullable(z.int()),
  lacks: z.nullable(SetupLack),
})
export type SetupStep = z.infer<typeof SetupStep>

/** The order that could become the first sale. */
export const WaitingSale = z.object({
  trade_no: TradeNo,
  email: Address,
  type: OrderType,
  plan_name: z.string(),
  period: z.nullable(Period),
  total_amount: Amount,
  currency: Currency,
  /** Its buyer transfers the money: nothing happens until an operator confirms it. */
  by_hand: z.boolean(),
})
export type WaitingSale = z.infer<typeof WaitingSale>
/** Who sees it: staff who may also confirm it. */
export const saleNeeds = ['orders.read', 'money.book'] as const satisfies Permission[]

export const adminSetup = endpoint({
  method: 'GET',
  path: '/admin/overview/setup',
  access: { anyOf: ['plans.write', 'payments.write', 'nodes.read', 'members.write'] },
  summary: 'The steps to the first sale that the caller may go, and whether the site needs them no longer',
  response: z.object({
    items: z.array(SetupStep),
    total: z.int(),
    /** All steps are done, the caller's or not, or something was sold. */
    finished: z.boolean(),
    /** Until something is sold; null: no unpaid order, or not the caller's business. */
    sale: z.nullable(WaitingSale),
  }),
})

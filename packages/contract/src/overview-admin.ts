import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { NodeStatus } from './nodes.ts'
import { NodeState } from './nodes-admin.ts'
import { OrderType, TradeNo } from './order-status.ts'
import { Day, Time } from './paging.ts'
import { Period } from './periods.ts'
import type { Permission } from './permissions.ts'
import { Address, AddressOf } from './personal.ts'

/** A month in the site's time zone, such as 2026-11. */
export const Month = z.string().check(z.regex(/^2\d{3}-(0[1-9]|1[0-2])$/))

/** One figure of a month up to today, and of the same days of the month before. */
export const Figure = z.object({
  total: z.int(),
  total_before: z.int(),
  /** One value per day, from the first of the month to `through`. */
  days: z.array(z.int()),
  /** One value per day of the whole month before. */
  days_before: z.array(z.int()),
})
export type Figure = z.infer<typeof Figure>

/** Figures of a month. A figure is null for staff without permission to see it. */
export const MonthFigures = z.object({
  month: Month,
  /** Last day counted: today, or the end of an earlier month. */
  through: Day,
  /** Last day counted of the month before. */
  through_before: Day,
  /** Month of the site's first account. */
  first_month: Month,
  currency: Currency,
  /** Money received from outside minus refunds, in minor units. */
  income: z.nullable(Figure),
  orders: z.nullable(Figure),
  new_members: z.nullable(Figure),
  /** Members who used traffic. Each counts once per day, and once in the total. */
  active_members: z.nullable(Figure),
  /** Raw bytes. */
  traffic: z.nullable(Figure),
})
export type MonthFigures = z.infer<typeof MonthFigures>

/** Permission needed for each figure. */
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

/** A member whose plan ends soon. */
export const Expiry = z.object({
  account_id: z.int(),
  email: AddressOf('account_id'),
  /** null: the member's term was given without a plan. */
  plan_name: z.nullable(z.string()),
  expires_at: Time,
  renewing: z.boolean(),
})
export type Expiry = z.infer<typeof Expiry>
/** Up to this many expiring members are listed by name. */
export const FEW_EXPIRIES = 6

/** Number of plans that end on each of the next 14 days, today first. `renewing`: those with automatic renewal. */
export const adminExpiries = endpoint({
  method: 'GET',
  path: '/admin/overview/expiries',
  access: ['members.read'],
  summary: 'How many plans end on each of the next 14 days, and whose if they are few',
  response: z.object({
    items: z.array(z.object({ day: Day, members: z.int(), renewing: z.int() })),
    total: z.int(),
    /** Expiring members, first to end first; null if there are more than `FEW_EXPIRIES`. */
    few: z.nullable(z.array(Expiry)),
  }),
})

export const NodePulse = z.object({
  id: z.int(),
  name: z.string(),
  state: NodeState,
  status: NodeStatus,
  /** true: the node has called at least once. */
  has_called: z.boolean(),
  /** When the node went down; null: it is up. */
  down_since: z.nullable(Time),
  online_users: z.int(),
  /** Processor load in percent, from the last report; null while the node is silent. */
  cpu: z.nullable(z.number()),
  /** Raw bytes the node carried today. */
  today: z.int(),
  /** Uptime over the days shown, in hundredths of a percent; null before the first call. */
  uptime: z.nullable(z.int()),
  /** Uptime of each of the last 90 days, oldest first; null before the node existed. */
  days: z.array(z.nullable(z.int())),
})
export type NodePulse = z.infer<typeof NodePulse>

/** Up to this many nodes are listed all; of more, `TROUBLED_NODES` at most. */
export const FEW_NODES = 6
export const TROUBLED_NODES = 10

export const adminNodePulses = endpoint({
  method: 'GET',
  path: '/admin/overview/nodes',
  access: ['nodes.read'],
  summary: 'Nodes with their load, members and last 90 days, of many those in trouble; at most 15 seconds old',
  response: z.object({
    /** All nodes, if there are up to `FEW_NODES`; of more, enabled ones that are or were in trouble. Those that are down come first. */
    items: z.array(NodePulse),
    total: z.int(),
    enabled: z.int(),
    /** Enabled nodes that are up, and those that lost time in the last 90 days. */
    online: z.int(),
    troubled: z.int(),
    /** Raw bytes of today, of each node that carried any. */
    today: z.array(z.object({ id: z.int(), bytes: z.int() })),
  }),
})

/** Kinds of work that wait for staff, most urgent first. */
export const NeedKind = z.enum([
  /** A proxy that is not trusted; `names` has its address. */
  'proxy_untrusted',
  /** A trusted proxy sent what is no address in the last day; `names` has its address and what it sent. */
  'proxy_unreadable',
  /** An update removed permissions from a built-in role that somebody has. */
  'role_narrowed',
  'nodes_down',
  /** Nodes with open alarms about their reports. */
  'reports_strange',
  /** Held reports: more traffic than the node's line carries. */
  'reports_held',
  'tickets_waiting',
  'orders_in_review',
  'payments_to_confirm',
  'receipts_unclear',
  /** Disputes that wait for evidence from the site. */
  'disputes',
  'reversals',
  'statement_lines',
  'withdrawals_to_approve',
  'withdrawals_to_pay',
  'ledger_faults',
  /** The last backup failed, or differed when it was restored on trial. */
  'backup_failed',
  /** Commits wait for a standby that does not answer. */
  'commits_wait',
  'bot_refused',
  'jobs_failed',
  /** A lane of jobs stopped and was restarted in the last 24 hours. */
  'jobs_restarted',
  /** No mail server is set, so nobody gets codes by mail. */
  'mail_missing',
  /** Message texts that would expose a code or link; `names` has their templates. */
  'texts_unsafe',
  /** Published templates that would expose members' links; `names` has their formats. */
  'templates_unsafe',
  /** Payment notifications refused in the last 24 hours. */
  'notifications_refused',
  /** Staff who gained by a rule of their own in the last seven days. At first only the owner has all permissions to see it. */
  'staff_gains',
  /** The feed of releases names a newer version; `names` has it. */
  'version_newer',
])
export type NeedKind = z.infer<typeof NeedKind>
/** Permissions needed to see each kind: staff who see it can also settle it. */
export const needKinds: Record<NeedKind, readonly Permission[]> = {
  proxy_untrusted: ['settings.security'],
  proxy_unreadable: ['settings.security'],
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
  backup_failed: ['settings.security'],
  commits_wait: ['settings.security'],
  bot_refused: ['settings.security'],
  jobs_failed: ['log.read'],
  jobs_restarted: ['log.read'],
  mail_missing: ['settings.security'],
  texts_unsafe: ['settings.security'],
  templates_unsafe: ['clients.read', 'clients.write'],
  notifications_refused: ['log.read'],
  staff_gains: ['log.read', 'staff.write'],
  version_newer: ['settings.read', 'settings.security'],
}

export const Need = z.object({
  kind: NeedKind,
  count: z.int(),
  /** Sum in the site's currency; null: the kind has no amounts, or some are in other currencies. */
  amount: z.nullable(z.int()),
  /** Since when the oldest item waits. */
  since: z.nullable(Time),
  /** Deadline of the most urgent item; null: it has none. */
  due: z.nullable(Time),
  /** Names of up to three items, such as the nodes. */
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

/** Steps of setting up a site, up to its first sale. */
export const SetupStepName = z.enum(['group', 'plan', 'payment', 'node', 'member', 'traffic'])
export type SetupStepName = z.infer<typeof SetupStepName>
/** Permissions needed to see each step: staff who see it can also take it. */
export const setupSteps: Record<SetupStepName, readonly Permission[]> = {
  group: ['plans.write'],
  plan: ['plans.write'],
  payment: ['payments.write'],
  node: ['nodes.read', 'nodes.write', 'nodes.secret'],
  member: ['members.write'],
  traffic: ['nodes.read'],
}

/**
 * What a step lacks. `price`, `sale`, `shown`: why the nearest plan cannot be bought. `report`: the node called but has not reported.
 * `use`: a plan is held, but has no traffic yet.
 */
export const SetupLack = z.enum(['price', 'sale', 'shown', 'report', 'use'])
export type SetupLack = z.infer<typeof SetupLack>

export const SetupStep = z.object({
  step: SetupStepName,
  done: z.boolean(),
  /** Name of what exists for the step, such as the plan; null: nothing. */
  name: z.nullable(z.string()),
  /** Id of the plan; null for other steps. */
  id: z.nullable(z.int()),
  lacks: z.nullable(SetupLack),
})
export type SetupStep = z.infer<typeof SetupStep>

/** An unpaid order that could become the site's first sale. */
export const WaitingSale = z.object({
  trade_no: TradeNo,
  email: Address,
  type: OrderType,
  plan_name: z.string(),
  period: z.nullable(Period),
  total_amount: Amount,
  currency: Currency,
  /** true: the buyer transfers the money, so an operator must confirm it. */
  by_hand: z.boolean(),
})
export type WaitingSale = z.infer<typeof WaitingSale>
/** Permissions needed to see the sale: staff who see it can also confirm it. */
export const saleNeeds = ['orders.read', 'money.book'] as const satisfies Permission[]

export const adminSetup = endpoint({
  method: 'GET',
  path: '/admin/overview/setup',
  access: { anyOf: ['plans.write', 'payments.write', 'nodes.read', 'members.write'] },
  summary: 'The steps to the first sale that the caller may go, and whether the site needs them no longer',
  response: z.object({
    items: z.array(SetupStep),
    total: z.int(),
    /** true: all steps are done (also those the caller cannot see), or something was sold. */
    finished: z.boolean(),
    /** The waiting order, until something is sold; null: there is none, or the caller lacks the permission. */
    sale: z.nullable(WaitingSale),
  }),
})

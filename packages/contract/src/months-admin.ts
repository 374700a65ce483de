import * as z from 'zod/mini'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { IdParams, Ok, Time } from './paging.ts'
import { NameOrAddress } from './personal.ts'
import { Period } from './periods.ts'

/** YYYY-MM, in the site's time zone. */
export const MonthKey = z.string().check(z.regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/))

const Method = {
  /** 0: by hand, without a payment method. */
  method_id: z.int(),
  method: z.nullable(z.string()),
  currency: Currency,
}

/** Money of one method that came and went, as the ledger has it. `net` is what came in less what went out; fees and costs are not in it. */
export const MonthMoney = z.object({
  ...Method,
  received: z.int(),
  refunded: z.int(),
  charged_back: z.int(),
  /** Disputes that were won, and refunds that failed. */
  came_back: z.int(),
  /** To inviters. */
  paid_out: z.int(),
  net: z.int(),
  /** What members paid for using it, and what was kept of payouts to inviters. */
  fees: z.int(),
  /** What the gateway kept. */
  costs: z.int(),
})
export type MonthMoney = z.infer<typeof MonthMoney>

/** `sold`: paid for orders, from outside or from the balance, with fees. `returned`: refunds, also to the balance, and chargebacks. */
export const MonthIncome = z.object({
  plan_id: z.int(),
  plan: z.string(),
  period: Period,
  currency: Currency,
  orders: z.int(),
  sold: z.int(),
  returned: z.int(),
  net: z.int(),
})
export type MonthIncome = z.infer<typeof MonthIncome>

/**
 * Service that is sold and not yet given: `opening` + `sold` − `given` − `refunded` = `closing`. It is counted as each day of the site
 * begins; what is between two counts is what the ledger has between the same moments.
 */
export const MonthDeferred = z.object({
  currency: Currency,
  opened_at: Time,
  opening: z.int(),
  sold: z.int(),
  given: z.int(),
  refunded: z.int(),
  closing: z.int(),
  closed_at: Time,
})
export type MonthDeferred = z.infer<typeof MonthDeferred>

/** What the site owed when the month ended, or owes now. */
export const MonthOwed = z.object({
  currency: Currency,
  balances: z.int(),
  /** Below zero: inviters owe it after refunds. */
  commissions: z.int(),
  /** Set aside for open orders and payouts. */
  held: z.int(),
  /** Payments that wait for a decision. */
  unclear: z.int(),
  total: z.int(),
  /** What members owe after chargebacks. It is not taken off the total. */
  debts: z.int(),
})
export type MonthOwed = z.infer<typeof MonthOwed>

/** Of the documents issued in the month, less credit notes. A top-up is taxed once, as it comes in. `base` + `tax` is what came in. */
export const MonthTax = z.object({
  currency: Currency,
  /** Hundredths of a percent; null: no tax. */
  rate: z.nullable(z.int()),
  invoices: z.int(),
  credit_notes: z.int(),
  base: z.int(),
  tax: z.int(),
})
export type MonthTax = z.infer<typeof MonthTax>

/** What should be at the gateway, in the currency it charges: `opening` + received − refunded − … − `costs` − `payouts` = `closing`. */
export const MonthGateway = z.object({
  ...Method,
  opening: z.int(),
  received: z.int(),
  refunded: z.int(),
  charged_back: z.int(),
  came_back: z.int(),
  costs: z.int(),
  payouts: z.int(),
  closing: z.int(),
})
export type MonthGateway = z.infer<typeof MonthGateway>

export const GatewayEntryKind = z.enum(['cost', 'payout'])
export type GatewayEntryKind = z.infer<typeof GatewayEntryKind>
const entry = z.object({
  method_id: z.int(),
  kind: GatewayEntryKind,
  happened_at: Time,
  currency: Currency,
  /** Minor units. */
  amount: z.int().check(z.minimum(-1e12), z.maximum(1e12)),
  note: z.string().check(z.trim(), z.maxLength(500)),
})
/** A cost below zero was given back. */
const isAmount = ({ kind, amount }: z.infer<typeof entry>): boolean => amount > 0 || (kind === 'cost' && amount < 0)
export const GatewayEntryInput = entry.check(z.refine(isAmount, { path: ['amount'] }))
export type GatewayEntryInput = z.infer<typeof GatewayEntryInput>
export const GatewayEntry = z.object({ ...entry.shape, id: z.int(), method: z.string(), by: NameOrAddress })
export type GatewayEntry = z.infer<typeof GatewayEntry>

export const Month = z.object({
  month: MonthKey,
  /** False: it is still running, and the figures are those until now. */
  is_over: z.boolean(),
  money: z.array(MonthMoney),
  income: z.array(MonthIncome),
  deferred: z.array(MonthDeferred),
  owed: z.array(MonthOwed),
  tax: z.array(MonthTax),
  gateways: z.array(MonthGateway),
  entries: z.array(GatewayEntry),
  /** For which costs and payouts can be entered. */
  methods: z.array(z.object({ id: z.int(), name: z.string(), currency: Currency })),
})
export type Month = z.infer<typeof Month>

export const adminReadMonth = endpoint({
  method: 'GET',
  path: '/admin/month',
  access: ['money.read'],
  summary:
    'What a bookkeeper needs of a month: money by method, income by plan, deferred revenue, what is owed, tax, and what is at gateways',
  query: z.object({ month: MonthKey }),
  response: Month,
})
/** `month`: what the page shows. The others have one line per movement. */
export const MonthExport = z.enum(['month', 'payments', 'refunds', 'reversals', 'disputes', 'costs'])
export type MonthExport = z.infer<typeof MonthExport>
export const adminExportMonth = endpoint({
  method: 'GET',
  path: '/admin/month/export',
  access: ['money.read', 'members.read', 'export'],
  fresh: true,
  summary: 'The month as CSV, or its payments, refunds, reversals, disputes or costs with one line per movement',
  query: z.object({ month: MonthKey, what: MonthExport }),
  response: Csv,
})
export const adminAddGatewayEntry = endpoint({
  method: 'POST',
  path: '/admin/gateway-entries',
  access: ['money.book'],
  summary: 'Enter what a gateway kept, or paid out to the bank',
  body: GatewayEntryInput,
  response: z.object({ id: z.int() }),
})
export const adminRemoveGatewayEntry = endpoint({
  method: 'DELETE',
  path: '/admin/gateway-entries/:id',
  access: ['money.book'],
  summary: 'Take an entry back that was wrong',
  params: IdParams,
  response: Ok,
})

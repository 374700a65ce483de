import * as z from 'zod/mini'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { Time } from './paging.ts'
import { NameOrAddress } from './personal.ts'
import { Period } from './periods.ts'

/** A month YYYY-MM in the site's time zone. */
export const MonthKey = z.string().check(z.regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/))

const Method = {
  /** Payment method; 0: booked by hand, without one. */
  method_id: z.int(),
  method: z.nullable(z.string()),
  currency: Currency,
}

/** Money received and sent by one method, from the ledger, in minor units. `net` is in minus out; fees and costs are not in it. */
export const MonthMoney = z.object({
  ...Method,
  received: z.int(),
  refunded: z.int(),
  charged_back: z.int(),
  /** Money returned to the site: disputes won, and refunds that failed. */
  came_back: z.int(),
  /** Payouts to inviters. */
  paid_out: z.int(),
  net: z.int(),
  /** Fees that members paid for the method, and fees kept from payouts to inviters. */
  fees: z.int(),
  /** Fees that the gateway kept. */
  costs: z.int(),
})
export type MonthMoney = z.infer<typeof MonthMoney>

/**
 * Income by plan. `sold`: order payments from outside or from the balance, with fees. `returned`: refunds, also to the balance, and
 * chargebacks.
 */
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
 * Deferred income: service sold but not yet delivered. `opening` + `sold` − `given` − `refunded` = `closing`. Counted at the start of each
 * day in the site's time zone.
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

/** What the site owes at the end of the month, or now if the month is running. */
export const MonthOwed = z.object({
  currency: Currency,
  balances: z.int(),
  /** Commission not yet paid out; negative: inviters owe it after refunds. */
  commissions: z.int(),
  /** Balance and commission set aside for open orders and payouts. */
  held: z.int(),
  /** Received payments that wait for an operator's decision. */
  unclear: z.int(),
  total: z.int(),
  /** What members owe after chargebacks. Not subtracted from `total`. */
  debts: z.int(),
})
export type MonthOwed = z.infer<typeof MonthOwed>

/**
 * Tax by rate, from documents issued in the month minus credit notes. A top-up is taxed when it is paid, not when it is spent. `base` +
 * `tax` = money received.
 */
export const MonthTax = z.object({
  currency: Currency,
  /** Tax rate in hundredths of a percent; null: no tax. */
  rate: z.nullable(z.int()),
  invoices: z.int(),
  credit_notes: z.int(),
  base: z.int(),
  tax: z.int(),
})
export type MonthTax = z.infer<typeof MonthTax>

/** Expected balance at the gateway, in its own currency: `opening` + received − refunded − … − `costs` − `payouts` = `closing`. */
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
  /** Minor units; a negative cost is money given back. */
  amount: z.int().check(z.minimum(-1e12), z.maximum(1e12)),
  note: z.string().check(z.trim(), z.maxLength(500)),
})
/** Whether the amount fits the kind: only a cost may be negative, as money given back. */
const isAmount = ({ kind, amount }: z.infer<typeof entry>): boolean => amount > 0 || (kind === 'cost' && amount < 0)
export const GatewayEntryInput = entry.check(z.refine(isAmount, { path: ['amount'] }))
export type GatewayEntryInput = z.infer<typeof GatewayEntryInput>
export const GatewayEntry = z.object({ ...entry.shape, id: z.int(), method: z.string(), by: NameOrAddress })
export type GatewayEntry = z.infer<typeof GatewayEntry>

export const Month = z.object({
  month: MonthKey,
  /** false: the month is still running; figures are up to now. */
  is_over: z.boolean(),
  money: z.array(MonthMoney),
  income: z.array(MonthIncome),
  deferred: z.array(MonthDeferred),
  owed: z.array(MonthOwed),
  tax: z.array(MonthTax),
  gateways: z.array(MonthGateway),
  entries: z.array(GatewayEntry),
  /** Payment methods for which costs and payouts can be entered. */
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
/** Lists of a month to download. `month`: the page's figures; the others have one line per movement. */
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
})

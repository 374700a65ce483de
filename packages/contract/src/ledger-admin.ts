import * as z from 'zod/mini'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { Currency } from './money.ts'
import { Day, dayQuery, NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { AddressOf, NameOrAddress } from './personal.ts'
import { typedText } from './typed-code.ts'

export const LedgerKind = z.enum(['member', 'commission', 'held', 'debt', 'gateway', 'revenue', 'site', 'unallocated'])
export type LedgerKind = z.infer<typeof LedgerKind>

/** Kinds of ledger transactions: the reason why money moves. */
export const Movement = z.enum([
  'account.closed',
  'balance.adjusted',
  'code.redeemed',
  'commission.paid',
  'commission.reversed',
  'commission.transferred',
  'debt.paid',
  'debt.written_off',
  'order.balance_paid',
  'order.credit_undone',
  'order.credited',
  'order.held',
  'order.paid',
  'order.refund_failed',
  'order.refunded',
  'order.returned',
  'order.topped_up',
  'payment.account_closed',
  'payment.charged_back',
  'payment.cleared',
  'payment.credited',
  'payment.overpaid',
  'payment.paid_otherwise',
  'payment.refunded',
  'payment.restored',
  'payment.returned',
  'payment.same_number',
  'payment.underpaid',
  'withdrawal.cancelled',
  'withdrawal.paid',
  'withdrawal.rejected',
  'withdrawal.requested',
])
export type Movement = z.infer<typeof Movement>

/** `received` and `given` are the sums into and out of accounts of a kind; `balance` is received minus given. */
export const TrialLine = z.object({
  kind: LedgerKind,
  currency: Currency,
  accounts: z.int(),
  received: z.int(),
  given: z.int(),
  balance: z.int(),
})
export type TrialLine = z.infer<typeof TrialLine>

/** A mismatch found by the nightly check. */
export const LedgerFault = z.object({
  rule: z.enum([
    'transaction_sum',
    'kept_balance',
    'funds',
    'held',
    'order_paid',
    'order_refunded',
    'day_sums',
    'quarter_sums',
    'traffic_days',
    'active_days',
  ]),
  /** Id of the transaction, account or order that does not match. */
  what: z.string(),
  /** Minor units; null if no single amount is wrong. */
  expected: z.nullable(z.int()),
  found: z.nullable(z.int()),
})
export type LedgerFault = z.infer<typeof LedgerFault>
export const LedgerCheck = z.object({ checked_at: Time, fault_count: z.int(), faults: z.array(LedgerFault), ms: z.int() })
export type LedgerCheck = z.infer<typeof LedgerCheck>

export const LedgerEntry = z.object({
  kind: LedgerKind,
  owner_id: z.int(),
  owner: z.nullable(AddressOf('owner_id')),
  currency: Currency,
  amount: z.int(),
})
export const LedgerTransaction = z.object({
  id: z.int(),
  kind: Movement,
  note: z.string(),
  /** E-mail address of the person who booked it; null: the system did. */
  by: z.nullable(NameOrAddress),
  created_at: Time,
  entries: z.array(LedgerEntry),
})
export type LedgerTransaction = z.infer<typeof LedgerTransaction>

/** One calendar month in the site's time zone, in minor units. `net` = `income` − `refunds` − `withdrawals`. */
export const FinanceMonth = z.object({
  month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  currency: Currency,
  /** Money received from outside, including payment fees. */
  income: z.int(),
  /** Fees charged on payments, which are part of `income`, and fees kept from withdrawals. */
  fees: z.int(),
  /** Money sent back to payers, chargebacks included. Refunds to the balance do not count. */
  refunds: z.int(),
  /** Commission credited to inviters, minus reversals. */
  commission: z.int(),
  /** Commission paid out to inviters. */
  withdrawals: z.int(),
  net: z.int(),
})
export type FinanceMonth = z.infer<typeof FinanceMonth>

const filter = {
  /** Only transactions that touch an account of this kind. */
  account: z.optional(LedgerKind),
  account_id: z.optional(NumberText),
  kind: z.optional(Movement),
  /** Matches part of a note. */
  q: z.optional(typedText(100)),
  ...dayQuery,
}
export const adminTrialBalance = endpoint({
  method: 'GET',
  path: '/admin/ledger/balance',
  access: ['money.read'],
  summary: 'Trial balance by kind and currency of all time or of some days, the sums that must be zero, and the last check',
  query: z.object(dayQuery),
  response: z.object({
    items: z.array(TrialLine),
    total: z.int(),
    sums: z.array(z.object({ currency: Currency, received: z.int(), given: z.int(), balance: z.int() })),
    last_check: z.nullable(LedgerCheck),
    /** Kinds of transactions that can be filtered for. */
    kinds: z.array(Movement),
  }),
})
export const adminFinanceByMonth = endpoint({
  method: 'GET',
  path: '/admin/ledger/months',
  access: ['money.read'],
  summary: 'Income, fees, refunds, commission and withdrawals by month and currency, newest first, without gaps',
  query: z.object(dayQuery),
  response: z.object({ items: z.array(FinanceMonth), total: z.int() }),
})
export const adminLedgerTransactions = endpoint({
  method: 'GET',
  path: '/admin/ledger/transactions',
  access: ['money.read'],
  summary: 'Ledger transactions, newest first',
  query: z.object({ ...pageQuery, ...filter }),
  response: pageOf(LedgerTransaction),
})
export const adminExportLedger = endpoint({
  method: 'GET',
  path: '/admin/ledger/export',
  access: ['money.read', 'members.read', 'export'],
  fresh: true,
  summary: 'The same list as CSV, one line per entry; or the trial balance or the months',
  query: z.object({ ...filter, what: z.enum(['transactions', 'balance', 'months']) }),
  response: Csv,
})
export const adminCheckLedger = endpoint({
  method: 'POST',
  path: '/admin/ledger/check',
  access: ['money.read'],
  summary: 'Run the nightly check of the books now',
  response: LedgerCheck,
})

/** A day in the site's time zone. Amounts in the site's currency. */
export const IncomeDay = z.object({
  day: Day,
  /** Payments through gateways and by hand, minus refunds. */
  income: z.int(),
  orders: z.int(),
  new_members: z.int(),
  /** Commission credited to inviters. */
  commission: z.int(),
})
export type IncomeDay = z.infer<typeof IncomeDay>
export const adminIncome = endpoint({
  method: 'GET',
  path: '/admin/stats/income',
  access: ['money.read'],
  summary: 'Income, paid orders, new members and commission, day by day; default: the last thirty days',
  query: z.object(dayQuery),
  response: z.object({ from: Day, to: Day, currency: Currency, items: z.array(IncomeDay), total: z.int() }),
})

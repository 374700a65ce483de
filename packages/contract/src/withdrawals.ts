import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { pageOf, pageQuery, Time } from './paging.ts'

export const WithdrawalStatus = z.enum(['requested', 'approved', 'paid', 'rejected', 'cancelled'])
export type WithdrawalStatus = z.infer<typeof WithdrawalStatus>

/** Allowed moves between statuses. The server enforces them; pages disable buttons by them. */
export const withdrawalActions = {
  approve: { from: ['requested'], to: 'approved' },
  pay: { from: ['approved'], to: 'paid' },
  /** Allowed after approval too: a payout that fails must return the money. */
  reject: { from: ['requested', 'approved'], to: 'rejected' },
  cancel: { from: ['requested'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly WithdrawalStatus[]; to: WithdrawalStatus }>
export type WithdrawalAction = keyof typeof withdrawalActions

export function canMoveWithdrawal(status: WithdrawalStatus, action: WithdrawalAction): boolean {
  return (withdrawalActions[action].from as readonly WithdrawalStatus[]).includes(status)
}

export const WithdrawalNo = z.string().check(z.regex(/^[A-Za-z0-9]{6,62}$/))

/** The fee of a withdrawal: a whole percentage, rounded up to the next minor unit. */
export function withdrawalFee(amount: number, percent: number): number {
  return Number((BigInt(amount) * BigInt(percent) + 99n) / 100n)
}

export const Withdrawal = z.object({
  withdrawal_no: WithdrawalNo,
  /** Amount taken from the commission, including the fee. */
  amount: Amount,
  fee_amount: Amount,
  currency: Currency,
  method: z.string(),
  /** Account or address that receives the money. */
  destination: z.string(),
  status: WithdrawalStatus,
  /** Why it was rejected; null: it was not. */
  reason: z.nullable(z.string()),
  /** How it was paid: a transaction number or a note. */
  proof: z.nullable(z.string()),
  created_at: Time,
  approved_at: z.nullable(Time),
  /** When it was paid, rejected or cancelled. */
  closed_at: z.nullable(Time),
})
export type Withdrawal = z.infer<typeof Withdrawal>

export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/muser/ticket/withdraw',
  access: 'member',
  summary: 'Request a payout of commission; the amount is held from now on',
  fresh: true,
  body: z.object({
    /** Idempotency key chosen by the caller: asking twice makes one withdrawal. Absent: a new one. */
    withdrawal_no: z.optional(WithdrawalNo),
    withdraw_method: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
    withdraw_account: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    amount: Amount.check(z.gte(1)),
  }),
  response: Withdrawal,
})
export const withdrawalTerms = endpoint({
  method: 'GET',
  path: '/muser/ticket/withdraw/terms',
  access: 'member',
  summary: 'Whether and how commission can be paid out, and the fee',
  response: z.object({
    open: z.boolean(),
    methods: z.array(z.string()),
    min_amount: Amount,
    /** Fee in whole percent. */
    fee_percent: z.int(),
    currency: Currency,
  }),
})
export const fetchWithdrawals = endpoint({
  method: 'GET',
  path: '/muser/ticket/withdraw/fetch',
  access: 'member',
  summary: 'My withdrawals, newest first',
  query: z.object({ ...pageQuery, status: z.optional(WithdrawalStatus) }),
  response: pageOf(Withdrawal),
})
export const cancelWithdrawal = endpoint({
  method: 'POST',
  path: '/muser/ticket/withdraw/cancel',
  access: 'member',
  summary: 'Cancel a withdrawal that is not approved yet',
  body: z.object({ withdrawal_no: WithdrawalNo }),
  response: Withdrawal,
})

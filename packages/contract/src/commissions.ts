import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { Ok, pageOf, pageQuery, Time } from './paging.ts'

export const CommissionStatus = z.enum(['pending', 'confirmed', 'paid', 'void'])
export type CommissionStatus = z.infer<typeof CommissionStatus>

/** The statuses each action may start from. A paid commission stays paid: later refunds are separate entries. */
export const commissionActions = {
  /** The freeze has ended. */
  confirm: { from: ['pending'], to: 'confirmed' },
  pay: { from: ['confirmed'], to: 'paid' },
  void: { from: ['pending', 'confirmed'], to: 'void' },
} as const satisfies Record<string, { from: readonly CommissionStatus[]; to: CommissionStatus }>
export type CommissionAction = keyof typeof commissionActions

export function canMoveCommission(status: CommissionStatus, action: CommissionAction): boolean {
  return (commissionActions[action].from as readonly CommissionStatus[]).includes(status)
}

export const Commission = z.object({
  id: z.int(),
  /** 1: invited by the member; 2 and 3: invited by those they invited. */
  level: z.int(),
  /** Whose order it was, masked so that strangers cannot recognise them. */
  buyer: z.string(),
  /** The payment for the order. */
  base_amount: Amount,
  /** Hundredths of a percent of that payment. */
  rate: z.int(),
  amount: Amount,
  /** The part reversed because the order was refunded. */
  reversed_amount: Amount,
  currency: Currency,
  status: CommissionStatus,
  /** A refund can void it until then. */
  frozen_until: Time,
  paid_at: z.nullable(Time),
  created_at: Time,
})
export type Commission = z.infer<typeof Commission>

/** Ends when all of it is taken back. */
export const commissionConfirmedEvent = z.object({
  type: z.literal('commission_confirmed'),
  data: z.object({ amount: Amount, currency: Currency }),
})

export const inviteDetails = endpoint({
  method: 'GET',
  path: '/muser/invite/details',
  access: 'member',
  summary: 'My commissions, newest first',
  query: z.object({ ...pageQuery, status: z.optional(CommissionStatus) }),
  response: pageOf(Commission),
})

export const transferCommission = endpoint({
  method: 'POST',
  path: '/muser/transfer',
  access: 'member',
  summary: 'Transfer commission to the balance: the whole amount or nothing',
  fresh: true,
  body: z.object({ amount: Amount.check(z.gte(1)) }),
  response: Ok,
})

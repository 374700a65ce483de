import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { pageOf, pageQuery, Time } from './paging.ts'

export const CommissionStatus = z.enum(['pending', 'confirmed', 'paid', 'void'])
export type CommissionStatus = z.infer<typeof CommissionStatus>

/** The statuses each action may start from. A paid commission stays paid: later refunds are separate entries. */
export const commissionActions = {
  /** A job confirms it when the freeze ends. */
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
  /** Depth of the invitation. 1: the buyer was invited by the member; 2 and 3: by a person whom the member invited at level 1 or 2. */
  level: z.int(),
  /** The buyer's address, masked so that strangers cannot recognise it. */
  buyer: z.string(),
  /** The payment the commission is computed from. */
  base_amount: Amount,
  /** Hundredths of a percent of `base_amount`. */
  rate: z.int(),
  amount: Amount,
  /** Part of `amount` reversed because the order was refunded. */
  reversed_amount: Amount,
  currency: Currency,
  status: CommissionStatus,
  /** End of the freeze. Until then a refund can void the commission. */
  frozen_until: Time,
  paid_at: z.nullable(Time),
  created_at: Time,
})
export type Commission = z.infer<typeof Commission>

/** A commission was confirmed. Ends when the whole commission is reversed. */
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
})

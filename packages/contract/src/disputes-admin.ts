import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { TradeNo } from './order-status.ts'
import { pageOf, pageQuery, Time } from './paging.ts'
import { AddressOf } from './personal.ts'

/**
 * `inquiry`: the bank or payer asks, no money has moved. `needs_response`: the site must send evidence. `under_review`: the bank decides.
 * `closed`: ended without a decision.
 */
export const DisputeStatus = z.enum(['inquiry', 'needs_response', 'under_review', 'won', 'lost', 'closed'])
export type DisputeStatus = z.infer<typeof DisputeStatus>

/** The statuses each report of a gateway may start from. Money movements are recorded separately. */
export const disputeActions = {
  /** An inquiry becomes a dispute, more evidence is requested, or a lost dispute is appealed. */
  ask: { from: ['inquiry', 'under_review', 'lost'], to: 'needs_response' },
  examine: { from: ['inquiry', 'needs_response', 'lost'], to: 'under_review' },
  win: { from: ['inquiry', 'needs_response', 'under_review', 'lost'], to: 'won' },
  lose: { from: ['inquiry', 'needs_response', 'under_review', 'won'], to: 'lost' },
  close: { from: ['inquiry', 'needs_response', 'under_review'], to: 'closed' },
} as const satisfies Record<string, { from: readonly DisputeStatus[]; to: DisputeStatus }>

/** Whether any action leads from `from` to `to`. */
export function canBecome(from: DisputeStatus, to: DisputeStatus): boolean {
  return Object.values(disputeActions).some((action) => action.to === to && (action.from as readonly DisputeStatus[]).includes(from))
}

export const Dispute = z.object({
  id: z.int(),
  dispute_no: z.string(),
  status: DisputeStatus,
  /** The gateway's word for the reason, such as `fraudulent`. */
  reason: z.string(),
  amount: Amount,
  currency: Currency,
  /** Until when evidence can be sent to the gateway; null: none is requested. */
  deadline: z.nullable(Time),
  opened_at: Time,
  /** When the status last changed. */
  changed_at: Time,
  /** When the gateway took the disputed money, and when it gave it back; null: it did not. */
  withdrawn_at: z.nullable(Time),
  restored_at: z.nullable(Time),
  /** The amount the gateway took, in the order's currency, and its two parts: what the member owes, and what the site lost. */
  value_amount: Amount,
  debt_amount: Amount,
  loss_amount: Amount,
  order_currency: Currency,
  callback_no: z.string(),
  trade_no: TradeNo,
  account_id: z.int(),
  email: AddressOf('account_id'),
  method_name: z.string(),
  note: z.nullable(z.string()),
})
export type Dispute = z.infer<typeof Dispute>

export const adminListDisputes = endpoint({
  method: 'GET',
  path: '/admin/disputes',
  access: ['money.read'],
  summary: 'Disputes of payments at their gateways: those to answer by deadline, then the newest first',
  query: z.object({ ...pageQuery, state: z.optional(z.enum(['open', 'done'])) }),
  response: pageOf(Dispute),
})
export const adminNoteDispute = endpoint({
  method: 'POST',
  path: '/admin/disputes/:id/note',
  access: ['money.book'],
  summary: 'Note what was done about a dispute; replaces the note before',
  body: z.object({ note: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  response: Dispute,
})

import type { DisputeStatus } from '@portico/contract/disputes-admin'
import { fromDecimal } from '@portico/contract/money'
import * as z from 'zod/mini'
import type { DisputeReport } from './driver.ts'

export const DISPUTE_EVENTS = ['CUSTOMER.DISPUTE.CREATED', 'CUSTOMER.DISPUTE.UPDATED', 'CUSTOMER.DISPUTE.RESOLVED']

const Dispute = z.object({
  dispute_id: z.string(),
  update_time: z.iso.datetime({ offset: true }),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.optional(z.string()) })),
  reason: z.optional(z.string()),
  status: z.string(),
  dispute_amount: z.object({ currency_code: z.string(), value: z.string() }),
  dispute_life_cycle_stage: z.optional(z.string()),
  seller_response_due_date: z.optional(z.iso.datetime({ offset: true })),
  dispute_outcome: z.optional(z.object({ outcome_code: z.optional(z.string()) })),
})

const LOST = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']
/** Outcomes won by the seller. With RESOLVED_WITH_PAYOUT, PayPal may have paid either side, so an operator looks. */
const WON = ['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED']

/**
 * The dispute of an event; null: not readable. PayPal reports the money it takes by PAYMENT.CAPTURE.REVERSED; that it comes back follows
 * from the outcome.
 */
export function disputeOf(resource: unknown): DisputeReport | null {
  const read = Dispute.safeParse(resource)
  if (!read.success) return null
  const { dispute_id: disputeNo, disputed_transactions: about, dispute_amount: money, reason = '', update_time } = read.data
  const callbackNo = about[0]?.seller_transaction_id
  const amount = fromDecimal(money.value, money.currency_code)
  if (!callbackNo || amount === null) return null
  const status = statusOf(read.data)
  const waits = status === 'inquiry' || status === 'needs_response'
  const due = read.data.seller_response_due_date
  return {
    disputeNo,
    callbackNo,
    status,
    reason: reason.toLowerCase(),
    amount,
    currency: money.currency_code,
    deadline: waits && due ? new Date(due) : null,
    money: status === 'won' ? 'reinstated' : null,
    at: new Date(update_time),
  }
}

function statusOf({ status, dispute_life_cycle_stage: stage, dispute_outcome: outcome }: z.infer<typeof Dispute>): DisputeStatus {
  if (status === 'RESOLVED') {
    const code = outcome?.outcome_code ?? ''
    if (LOST.includes(code)) return 'lost'
    return WON.includes(code) && stage !== 'INQUIRY' ? 'won' : 'closed'
  }
  if (stage === 'INQUIRY') return 'inquiry'
  return status === 'UNDER_REVIEW' || status === 'WAITING_FOR_BUYER_RESPONSE' ? 'under_review' : 'needs_response'
}

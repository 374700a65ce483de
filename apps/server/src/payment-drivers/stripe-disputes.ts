import type { DisputeStatus } from '@portico/contract/disputes-admin'
import type { DisputeReport } from './driver.ts'
import { unitsPerMinor } from './stripe-client.ts'
import { Dispute, type Event, idOf } from './stripe-objects.ts'

/** Events about disputes; those that older webhooks subscribed to first. */
export const DISPUTE_EVENTS = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

const statuses: Record<string, DisputeStatus> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'under_review',
  warning_closed: 'closed',
  prevented: 'closed',
  needs_response: 'needs_response',
  appeal_needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
}

/** The dispute of an event; null: no payment of ours; `unclear`: why it cannot be read. */
export function disputeOf(event: Event): DisputeReport | null | { unclear: string } {
  const dispute = Dispute.parse(event.data.object)
  const callbackNo = idOf(dispute.payment_intent)
  if (!callbackNo) return null
  const currency = dispute.currency.toUpperCase()
  const amount = dispute.amount / (unitsPerMinor(currency) ?? Number.NaN)
  if (!Number.isSafeInteger(amount)) return { unclear: `invalid amount: ${dispute.amount} ${currency}` }
  const status = statuses[dispute.status]
  if (!status) return { unclear: `unknown status: ${dispute.status}` }
  const due = dispute.evidence_details?.due_by
  const waits = status === 'inquiry' || status === 'needs_response'
  return {
    disputeNo: dispute.id,
    callbackNo,
    status,
    reason: dispute.reason ?? '',
    amount,
    currency,
    deadline: waits && due ? new Date(due * 1000) : null,
    money: moneyOf(event.type, dispute),
    at: new Date(event.created * 1000),
  }
}

/** Where the disputed money is. Events list all transactions so far, the last one tells; the two money events say it themselves. */
function moneyOf(type: string, { balance_transactions: moved }: Dispute): DisputeReport['money'] {
  if (type === 'charge.dispute.funds_reinstated') return 'reinstated'
  const sum = moved.reduce((all, { amount }) => all + amount, 0)
  if (moved.length > 0 && sum >= 0) return 'reinstated'
  return moved.length > 0 || type === 'charge.dispute.funds_withdrawn' ? 'withdrawn' : null
}

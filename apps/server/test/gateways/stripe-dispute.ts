import type { FakeStripe } from './stripe.ts'

export type DisputeState = {
  id?: string
  status?: string
  /** How often the money moved: taken, then given back. */
  moved?: 0 | 1 | 2
  currency?: string
  due?: Date
  /** Stripe's time of the event. */
  at?: Date
  reason?: string
}
let serial = 0
export const newDispute = (): string => `dp_${++serial}`

/** A signed event about a dispute of a payment, as Stripe sends them: with all that happened so far. */
export function disputeEvent(stripe: FakeStripe, type: string, intent: string, amount: number, state: DisputeState = {}): string {
  const { id = newDispute(), status = 'needs_response', moved = 1, currency = 'cny', due, at, reason = 'fraudulent' } = state
  const moves = [-amount, amount].slice(0, moved)
  const dispute = {
    id,
    object: 'dispute',
    amount,
    currency,
    payment_intent: intent,
    status,
    reason,
    evidence_details: { due_by: due ? Math.floor(due.getTime() / 1000) : null },
    balance_transactions: moves.map((each, i) => ({ id: `txn_${id}_${i}`, object: 'balance_transaction', amount: each })),
  }
  return stripe.event(`charge.dispute.${type}`, dispute, at ? { created: Math.floor(at.getTime() / 1000) } : {})
}

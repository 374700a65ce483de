import type { DisputeResult } from '../disputes/receive-dispute.ts'
import type { Received } from '../payments/receive-payment.ts'
import type { FailedResult } from '../refunds/receive-failed-refund.ts'
import type { ReversalResult } from '../refunds/receive-reversal.ts'
import type { Refusal } from '../refused-notifications/note-refusals.ts'

/**
 * What becomes of a notification. `status`: any but 200 makes the gateway send it again. `refusal`: the reason under which it is listed as
 * refused; null: it is not listed.
 */
type Outcome = { status: 200 | 400 | 404; refusal: Refusal['reason'] | null; level: 'info' | 'warn' | 'error'; text: string }

const taken = (level: Outcome['level'], text: string): Outcome => ({ status: 200, refusal: null, level, text })
const unclear = (refusal: Outcome['refusal']): Outcome => ({ ...taken('error', 'an unclear payment waits for an operator'), refusal })
/** A report about a payment that is not known yet: the gateway sends it again, after the payment. */
const tooEarly = (level: Outcome['level'], text: string): Outcome => ({ status: 404, refusal: 'unknown_payment', level, text })
const wrongCurrency = (text: string): Outcome => ({ status: 400, refusal: 'wrong_currency', level: 'error', text })

const [confirmed, tookBack] = ['a gateway confirmed a refund', 'a gateway took a payment back']
const [failed, disputed] = ['a refund failed', 'a gateway reported a dispute']

/** What becomes of each notification of a gateway: by what it reports, and by the result of booking that. */
export const outcomes: {
  paid: Record<Received['result'], Outcome>
  reversed: Record<ReversalResult['result'], Outcome>
  refund_failed: Record<FailedResult['result'], Outcome>
  disputed: Record<DisputeResult['result'], Outcome>
  rejected: Outcome
  unknown_address: Outcome
} = {
  paid: {
    settled: taken('info', 'a payment notification'),
    repeated: taken('info', 'a payment notification'),
    credited: taken('warn', 'a payment came for an order that was not pending; it is on the balance'),
    unknown: { status: 404, refusal: 'unknown_attempt', level: 'warn', text: 'a payment for an attempt that does not exist' },
    wrong_method: { status: 400, refusal: 'wrong_method', level: 'warn', text: 'a payment was notified at the address of another method' },
    underpaid: unclear('wrong_amount'),
    overpaid: unclear('wrong_amount'),
    same_number: unclear('same_number'),
    paid_otherwise: unclear(null),
    account_closed: unclear(null),
  },
  reversed: {
    ours: taken('info', confirmed),
    repeated: taken('info', confirmed),
    failed: taken('error', tookBack),
    order: taken('error', tookBack),
    balance: taken('error', tookBack),
    unallocated: taken('error', tookBack),
    none: taken('error', tookBack),
    unknown: tooEarly('error', tookBack),
    wrong_currency: wrongCurrency(tookBack),
  },
  refund_failed: {
    failed: taken('error', failed),
    repeated: taken('info', failed),
    none: taken('info', failed),
    unknown: tooEarly('info', failed),
  },
  disputed: {
    booked: taken('info', disputed),
    unknown: tooEarly('error', disputed),
    wrong_currency: wrongCurrency(disputed),
  },
  rejected: { status: 400, refusal: 'not_genuine', level: 'warn', text: 'a payment notification was rejected' },
  unknown_address: { status: 404, refusal: 'unknown_address', level: 'warn', text: 'a payment notification came to an unknown address' },
}

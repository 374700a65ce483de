import type { ListedOrder, PaymentAttempt } from '@portico/contract/orders-admin'
import { t } from '../../i18n.ts'

export type Proof = NonNullable<ListedOrder['proof']>
export type Transfer = NonNullable<ListedOrder['transfer']>

/** Longest note that `adminMarkPaid` accepts. */
const LONGEST = 200

/** The latest proof among the payments of an unpaid order, as the list has it. */
export function proofOf(order: { status: string }, attempts: PaymentAttempt[]): Proof | null {
  if (order.status !== 'pending') return null
  const proved = attempts.find(({ proof, proof_files }) => proof !== null || proof_files.length > 0)
  return proved ? { text: proved.proof, amount: proved.amount } : null
}

/** The transfer that an unpaid order waits for, as the list has it. The latest payment comes first. */
export function transferOf(order: { status: string }, [last]: PaymentAttempt[]): Transfer | null {
  if (order.status !== 'pending' || last?.driver !== 'manual' || last.reference === null) return null
  return { reference: last.reference, amount: last.amount }
}

/** Suggested note: the member's reference and amount; a long reference is cut. */
export function noteOf({ text }: Proof, amount: string): string {
  const reference = text === null ? t('order_manage.proof_file') : text.replace(/\s+/g, ' ').trim()
  const end = ` · ${amount}`
  if (reference.length + end.length <= LONGEST) return reference + end
  // Half of a character outside the basic plane is no character.
  return `${reference.slice(0, LONGEST - end.length - 1).replace(/[\uD800-\uDBFF]$/, '')}…${end}`
}

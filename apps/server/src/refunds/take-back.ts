import { toDecimal } from '@portico/contract/money'
import type { ReversalOutcome } from '@portico/contract/receipts-admin'
import type { Tx } from '../db/client.ts'
import { oweInvoice } from '../invoices/owe-invoice.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { type Leg, post } from '../ledger/post.ts'
import { isClosed } from '../ledger/refuse-closed.ts'
import { addRefunded } from '../orders/add-refunded.ts'
import { lockOrderById } from '../orders/move-order.ts'
import { hasUsedFormerValue, undoChange } from '../orders/value/undo-change.ts'
import { markReturnedAttempt } from '../payments/receipt-returns.ts'
import { settleReturned } from './finish-refund.ts'
import { insertReversal } from './insert-reversal.ts'
import type { Reversed } from './lock-paid.ts'
import type { ReversalRow } from './refunds.table.ts'
import { type ReturnedMoney, reverseRest, takeFromOrder } from './take-from-order.ts'
import { type Counted, countTaken, hasPaid, type Part, type Taking, type Wanted, whatToTake } from './what-to-take.ts'

export const movements = { refund: 'payment.refunded', chargeback: 'payment.charged_back' } as const

type Returned = { returned: Pick<ReversalRow, 'returnedAmount' | 'returnedValue'> }

/**
 * Books money that a gateway took back. A chargeback takes it from the payment's money on the balance, then from what is unused of it in
 * orders, whose terms end, then from other balance; the member owes the rest. A refund made at the gateway takes it from the payment's
 * money wherever it is, and leaves the terms; the rest is the site's loss.
 */
export async function takeBack(tx: Tx, found: Reversed, { returned, ...wanted }: Wanted & Returned): Promise<ReversalOutcome> {
  const { order, method, reversal } = found
  const { value } = wanted
  const { balance, ...taking } = await findMoney(tx, found, wanted)
  const { own, parts, missing } = taking
  const { other, debt, loss } = await whoBears(tx, found, missing, balance - own)
  const counted = await countTaken(tx, found, { ...taking, value, free: balance - own - other })
  const { orderAmount, isPaid } = counted
  const outcome = isPaid || parts.length > 0 ? 'order' : 'balance'
  const amounts = { valueAmount: value, orderAmount, debtAmount: debt, lossAmount: loss, bonusAmount: bonusOfAll(counted) }
  const id = await insertReversal(tx, found, { outcome, ...amounts, ...returned })
  // A chargeback takes the money, not the claim: the invoice stands.
  if (reversal.cause === 'refund') await oweInvoice(tx, { reversalId: id })
  const legs: Leg[] = [
    { kind: 'member', ownerId: order.accountId, amount: -(own + other) },
    { kind: 'debt', ownerId: order.accountId, amount: -debt },
    { kind: 'site', amount: -loss },
    { kind: 'gateway', ownerId: method.id, amount: value },
  ]
  await takeMoney(tx, found, { id, take: String(id), legs, parts, counted })
  return outcome
}

/**
 * The payment's money, and the member's balance, which it locks. A change of plan that the whole payment was made for is undone first,
 * unless it has used what would come back.
 */
export async function findMoney(tx: Tx, found: Reversed, wanted: Wanted): Promise<Taking & { balance: number }> {
  const { receipt, order, subscription, reversal, context } = found
  const isUndone = reversal.cause === 'chargeback' && wanted.isWhole && hasPaid(receipt) && order.type === 'change'
  if (isUndone && !(await hasUsedFormerValue(tx, order, subscription, context))) await undoChange(tx, order, subscription, context)
  const taking = await whatToTake(tx, found, wanted)
  return { ...taking, balance: await lockAccount(tx, 'member', order.accountId, order.currency) }
}

type Bearers = { other: number; debt: number; loss: number }

/** Who bears what the payment's money does not cover. `free`: other balance. */
async function whoBears(tx: Tx, { order, reversal }: Reversed, missing: number, free: number): Promise<Bearers> {
  if (reversal.cause === 'refund') return { other: 0, debt: 0, loss: missing }
  const other = Math.min(missing, free)
  const left = missing - other
  return (await isClosed(tx, order.accountId)) ? { other, debt: 0, loss: left } : { other, debt: left, loss: 0 }
}

export function bonusOfAll({ bonus, restBonuses }: Counted): number {
  return restBonuses.reduce((sum, one) => sum + one, bonus)
}

type Money = { id: number; take: string; legs: Leg[]; parts: Part[]; counted: Counted }

/** Takes the parts and the bonus, with the effects on each order. `legs`: further postings; all sum to zero. */
export async function takeMoney(tx: Tx, found: Reversed, { id, take, legs, parts, counted }: Money): Promise<void> {
  const { receipt, order, reversal, context } = found
  const { accountId: ownerId, currency, tradeNo } = order
  const taken: Leg[] = [
    ...parts.map(({ order: from, amount }): Leg => ({ kind: 'revenue', amount: -amount, order: from })),
    { kind: 'member', ownerId, amount: -counted.bonus },
    { kind: 'site', amount: counted.bonus },
  ]
  await post(tx, {
    kind: movements[reversal.cause],
    key: `reversal:${take}`,
    receiptId: receipt.id,
    reversalId: id,
    currency,
    legs: [...legs, ...taken],
    note: `${tradeNo}: ${toDecimal(reversal.amount, reversal.currency)} ${reversal.currency}`,
    at: context.now,
  })
  const rest: ReturnedMoney[] = []
  const isFinal = parts.some((part) => part.rest > 0 && part.order.type === 'reset')
  for (const [i, part] of parts.entries()) {
    rest.push(...(await takeFromOrder(tx, found, part, { reversalId: id, take, restBonus: counted.restBonuses[i] ?? 0, isFinal })))
  }
  await markReturnedAttempt(tx, receipt.id)
  if (counted.orderAmount > 0) {
    const changed = await addRefunded(tx, await lockOrderById(tx, order.id), counted.orderAmount)
    await settleReturned(tx, changed, false, context)
  }
  await reverseRest(tx, rest, context.now)
}

import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { emailKey } from '../accounts/email-key.ts'
import { record } from '../audit/record.ts'
import { earnersOf } from '../commissions/accrue-commission.ts'
import type { Database, Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError, foundRow } from '../errors.ts'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { oweInvoice } from '../invoices/owe-invoice.ts'
import { type Leg, post } from '../ledger/post.ts'
import { lockOrder } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { creditTopUp, receiveTopUp } from '../orders/receive-top-up.ts'
import { settleOrder } from '../orders/settle-order.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { keepAssigned } from '../payments/receipts/keep-assigned.ts'
import { type StatementLineRow, statementLines } from './statements.table.ts'

export type Assignment = { id: number; tradeNo: string | null; email: string | null; note: string }
/** `isTopUp`: the order was made for this payment, which then goes to the balance. */
type Given = { legs: Leg[]; order: OrderRow; accountId: number | null; receiptId: number | null; isTopUp: boolean }

/**
 * Assigns an unmatched payment, once: to a pending order that costs no more, with the rest for the member's balance, or to a member's
 * balance as a top-up. Throws `statement.wrong_status`, `receipt.currency`, `receipt.not_enough`, `order.wrong_status`.
 */
export async function assignLine({ transaction }: Database, by: Actor, wanted: Assignment, context: Context): Promise<void> {
  const { id, note, tradeNo, email } = wanted
  if ((tradeNo === null) === (email === null))
    throw new AppError('input.invalid', { fields: { trade_no: 'input.invalid', email: 'input.invalid' } })
  const { now } = context
  await transaction(async (tx) => {
    const line = await lockUnmatched(tx, id)
    const given = tradeNo === null ? await giveToMember(tx, line, email ?? '', context) : await giveToOrder(tx, line, tradeNo, now)
    const { receiptId, order } = given
    const whose = { status: 'assigned', tradeNo: order.tradeNo, accountId: given.accountId, receiptId } as const
    const set = { ...whose, note, closedBy: by.accountId, closedAt: now }
    const after = writtenRow(await tx.update(statementLines).set(set).where(eq(statementLines.id, id)).returning())
    const gateway: Leg = { kind: 'gateway', ownerId: line.methodId, amount: -line.amount }
    await post(tx, {
      kind: 'order.paid',
      key: `statement:${id}`,
      statementLineId: id,
      receiptId,
      currency: line.currency,
      legs: [gateway, ...given.legs],
      note: `${order.tradeNo}: ${note}`,
      byAccountId: by.accountId,
      at: now,
    })
    if (given.isTopUp) await creditTopUp(tx, order, context)
    const entry = { action: 'statement_line.assign', entity: 'statement_line', id, before: line, after, reason: note } as const
    await record(tx, by, { ...entry, beneficiary: await earnersOf(tx, order.accountId) }, now)
  })
}

/**
 * Records an operator's decision that an unmatched line is not ours, or what was done about a booked one that a statement calls in
 * question.
 */
export async function ignoreLine(
  { transaction }: Database,
  by: Actor,
  { id, note }: { id: number; note: string },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockLine(tx, id)
    const isNoted = before.doubt !== null && before.notedAt === null && ['matched', 'booked'].includes(before.status)
    if (before.status !== 'unmatched' && !isNoted) throw new AppError('statement.wrong_status')
    const set = isNoted ? { notedAt: now } : ({ status: 'ignored', note, closedBy: by.accountId, closedAt: now } as const)
    const after = writtenRow(await tx.update(statementLines).set(set).where(eq(statementLines.id, id)).returning())
    const entry = { action: 'statement_line.ignore', entity: 'statement_line', beneficiary: null, id, before, after, reason: note } as const
    await record(tx, by, entry, now)
  })
}

/** Locks a waiting line. Throws `statement.wrong_status` for any other. */
export async function lockUnmatched(tx: Tx, id: number): Promise<StatementLineRow> {
  const line = await lockLine(tx, id)
  if (line.status !== 'unmatched') throw new AppError('statement.wrong_status')
  return line
}

async function lockLine(tx: Tx, id: number): Promise<StatementLineRow> {
  return foundRow(await tx.select().from(statementLines).where(eq(statementLines.id, id)).for('update'))
}

async function giveToOrder(tx: Tx, line: StatementLineRow, tradeNo: string, now: Date): Promise<Given> {
  const { amount, currency, methodId } = line
  const order = await lockOrder(tx, tradeNo)
  if (order.status !== 'pending') throw new AppError('order.wrong_status')
  if (order.currency !== currency) throw new AppError('receipt.currency')
  if (amount < order.totalAmount) throw new AppError('receipt.not_enough')
  const facts = { feeAmount: 0, cashAmount: order.totalAmount, method: await methodOf(tx, methodId) }
  const receiptId = await keepAssigned(tx, order, line, now)
  await settleOrder(tx, order, { at: now, ...facts })
  if (receiptId !== null && amount > order.totalAmount) await oweInvoice(tx, { receiptId })
  const legs: Leg[] = [
    { kind: 'revenue', amount: order.totalAmount, order },
    { kind: 'member', ownerId: order.accountId, amount: amount - order.totalAmount },
  ]
  return { legs, order, accountId: order.accountId, receiptId, isTopUp: false }
}

async function giveToMember(tx: Tx, { amount, currency, methodId }: StatementLineRow, email: string, context: Context): Promise<Given> {
  if (currency !== context.settings['site.currency']) throw new AppError('receipt.currency')
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.emailKey, emailKey(email)))
  if (!account) throw new AppError('input.invalid', { fields: { email: 'not_found' } })
  const accountId = account.id
  const order = await receiveTopUp(tx, { accountId, amount, currency, method: await methodOf(tx, methodId) }, context)
  return { legs: [{ kind: 'revenue', amount, order }], order, accountId, receiptId: null, isTopUp: true }
}

async function methodOf(tx: Tx, id: number) {
  const { name, translations } = paymentMethods
  const [method] = await tx.select({ id: paymentMethods.id, name, translations }).from(paymentMethods).where(eq(paymentMethods.id, id))
  return method ?? null
}

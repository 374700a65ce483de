import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { commissionChain } from '../../test/commission-chain.ts'
import { forFile, startApp } from '../../test/harness.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import { cashReturned, isRefundUnderWay, paidFor, refundedToBalance, sourcesOf } from './paid-for.ts'
import { paymentReversals, refunds } from './refunds.table.ts'

const methods = { stripe: 0, balance: 0 }
const t = await forFile(startApp())
const member = await t.member()
const order = (cashAmount: number, values?: Partial<OrderRow>): Promise<OrderRow> => commissionChain(t).order(member, cashAmount, values)
for (const driver of ['stripe', 'balance'] as const) {
  const values = { uuid: randomUUID(), driver, name: driver, config: {}, currency: 'CNY' }
  const [made] = await t.database.db.insert(paymentMethods).values(values).returning()
  methods[driver] = made!.id
}

const at = new Date('2027-01-10T12:00:00Z')

type Attempt = Partial<typeof paymentAttempts.$inferInsert> & { by?: keyof typeof methods }
async function attempt({ id: orderId }: OrderRow, { by = 'stripe', ...values }: Attempt = {}): Promise<number> {
  const amounts = { amount: 700, feeAmount: 0, currency: 'CNY', payAmount: 700, payCurrency: 'CNY' }
  const given = { attemptNo: randomUUID(), orderId, methodId: methods[by], status: 'succeeded' as const, createdAt: at, expiresAt: at }
  const [made] = await t.database.db
    .insert(paymentAttempts)
    .values({ ...given, ...amounts, ...values })
    .returning()
  return made!.id
}

type Receipt = Partial<typeof paymentReceipts.$inferInsert>
async function receipt(attemptId: number, values: Receipt = {}): Promise<number> {
  const given = {
    methodId: methods.stripe,
    callbackNo: randomUUID(),
    attemptId,
    amount: 1000,
    currency: 'CNY',
    outcome: 'settled' as const,
  }
  const resolvedAt = values.resolution ? at : null
  const [made] = await t.database.db
    .insert(paymentReceipts)
    .values({ ...given, receivedAt: at, resolvedAt, ...values })
    .returning()
  return made!.id
}

async function refund({ id: orderId }: OrderRow, values: Partial<typeof refunds.$inferInsert> = {}): Promise<void> {
  const given = { refundNo: randomUUID(), orderId, way: 'manual' as const, amount: 100, currency: 'CNY', reason: '', endTerm: false }
  const finishedAt = values.status === 'requested' ? null : at
  await t.database.db
    .insert(refunds)
    .values({ ...given, status: 'succeeded', byAccountId: member.id, createdAt: at, finishedAt, ...values })
}

async function reversal(receiptId: number, orderAmount: number, restoredAt: Date | null = null): Promise<void> {
  const amounts = { amount: 1000, valueAmount: 1000, orderAmount, lossAmount: 0, currency: 'CNY' }
  const given = { methodId: methods.stripe, reversalNo: randomUUID(), receiptId, receivedAt: at, restoredAt }
  await t.database.db.insert(paymentReversals).values({ ...given, ...amounts, cause: 'chargeback', outcome: 'order' })
}

describe('what was paid for an order', () => {
  const paid = async (...given: Parameters<typeof order>) => paidFor(t.database.db, await order(...given))

  test('from outside has its fee; an order paid from the balance has none from outside; is nothing before it is paid, though a part of the balance is held', async () => {
    expect(await paid(1000, { feeAmount: 20 })).toEqual({ cash: 1020, total: 1020 })
    expect(await paid(0, { feeAmount: 20 })).toEqual({ cash: 0, total: 0 })
    expect(await paid(1000, { priceAmount: 1300, balanceAmount: 300 })).toEqual({ cash: 1000, total: 1300 })
    const open = { status: 'cancelled', paidAt: null, priceAmount: 1300, balanceAmount: 300 } as const
    expect(await paid(1000, open)).toEqual({ cash: 0, total: 0 })
  })

  test('has what a payment from the balance paid, not a failed one, one at a gateway, or one of another order', async () => {
    const [bought, other] = [await order(1000), await order(0)]
    await attempt(bought, { by: 'balance' })
    await attempt(bought, { by: 'balance', amount: 40 })
    await attempt(bought, { by: 'balance', status: 'failed' })
    await attempt(bought)
    await attempt(other, { by: 'balance', amount: 5 })
    expect(await paidFor(t.database.db, bought)).toEqual({ cash: 1000, total: 1740 })
    expect(await paidFor(t.database.db, other)).toEqual({ cash: 0, total: 5 })
  })
})

test('what refunds put on the balance is counted apart, for this order only', async () => {
  const [bought, other] = [await order(1000), await order(1000)]
  for (const amount of [100, 20]) await refund(bought, { amount, way: 'balance' })
  await refund(bought, { amount: 3 })
  expect([await refundedToBalance(t.database.db, bought.id), await refundedToBalance(t.database.db, other.id)]).toEqual([120, 0])
})

describe('what was returned outside', () => {
  const returned = ({ id }: OrderRow) => cashReturned(t.database.db, id)

  test('is what was refunded or is about to be, unless to the balance, or failed', async () => {
    const [bought, other] = [await order(1000), await order(1000)]
    expect(await returned(bought)).toBe(0)
    await refund(bought)
    await refund(bought, { amount: 20, status: 'requested' })
    await refund(bought, { amount: 3, way: 'balance' })
    await refund(bought, { amount: 4, status: 'failed' })
    expect([await returned(bought), await returned(other)]).toEqual([120, 0])
  })

  test('has what gateways took back, unless it came back', async () => {
    const [bought, other] = [await order(1000), await order(1000)]
    const [first, again, foreign] = [
      await receipt(await attempt(bought)),
      await receipt(await attempt(bought)),
      await receipt(await attempt(other)),
    ]
    await reversal(first, 300)
    await reversal(again, 50)
    await reversal(again, 400, at)
    await reversal(foreign, 7)
    expect([await returned(bought), await returned(other)]).toEqual([350, 7])
    await refund(bought)
    expect(await returned(bought)).toBe(450)
  })

  test('waits for a gateway only while a refund of this order is not answered', async () => {
    const [bought, other] = [await order(1000), await order(1000)]
    await refund(bought)
    await refund(bought, { status: 'failed' })
    await refund(other, { status: 'requested' })
    expect(await isRefundUnderWay(t.database.db, bought.id)).toBe(false)
    expect(await isRefundUnderWay(t.database.db, other.id)).toBe(true)
  })
})

test('the gateway payments of an order are those that paid it, or that an operator took as its payment, newest first', async () => {
  const [bought, other] = [await order(1000), await order(1000)]
  const [one, two] = [await attempt(bought), await attempt(bought)]
  const settled = await receipt(one)
  await receipt(one, { outcome: 'credited' })
  await receipt(one, { outcome: 'underpaid' })
  for (const resolution of ['credited', 'returned'] as const) await receipt(two, { outcome: 'underpaid', resolution })
  const accepted = await receipt(two, { outcome: 'underpaid', resolution: 'accepted' })
  const taken = await receipt(one, { outcome: 'paid_otherwise', resolution: 'settled' })
  await receipt(await attempt(other))
  const found = await sourcesOf(t.database.db, bought.id)
  expect(found.map(({ receipt: { id }, attempt: { id: of }, method }) => [id, of, method.driver])).toEqual([
    [taken, one, 'stripe'],
    [accepted, two, 'stripe'],
    [settled, one, 'stripe'],
  ])
})

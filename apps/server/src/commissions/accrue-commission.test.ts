import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Settings } from '@portico/contract/settings-admin'
import { commissionChain, DAY } from '../../test/commission-chain.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { accrueCommission } from './accrue-commission.ts'
import type { CommissionRow } from './commissions.table.ts'

const t = await forFile(startApp())
const chain = commissionChain(t)

const at = new Date('2027-01-10T12:00:00Z')
const rules = { 'commission.rate': 10, 'commission.mode': 'every', 'commission.shares': [60, 30, 10], 'commission.freeze_days': 3 } as const
async function accrue(order: OrderRow, cash = 1000, change: Partial<Settings> = {}): Promise<CommissionRow[]> {
  const settings = { ...t.app.settings(), ...rules, ...change } as Settings
  await t.database.transaction((tx) => accrueCommission(tx, order, cash, { at, settings }))
  return chain.of(order)
}
const levels = async (order: OrderRow, ...rest: [number?, Partial<Settings>?]) => (await accrue(order, ...rest)).map(({ level }) => level)
const set = (id: number, values: Partial<typeof accounts.$inferInsert>) =>
  t.database.db.update(accounts).set(values).where(eq(accounts.id, id))

test('a commission notes its order, buyer, base, currency and when it is paid; an order earns once', async () => {
  const [buyer, first, second] = await chain.members(3)
  const order = await chain.order(buyer!, 1000, { currency: 'USD' })
  const shared = { orderId: order.id, buyerId: buyer!.id, baseAmount: 1000, currency: 'USD', createdAt: at, status: 'pending' }
  const frozenUntil = new Date(at.getTime() + 3 * DAY)
  const both = [
    { ...shared, frozenUntil, receiverId: first!.id, level: 1, rate: 600, amount: 60 },
    { ...shared, frozenUntil, receiverId: second!.id, level: 2, rate: 300, amount: 30 },
  ]
  expect(await accrue(order)).toMatchObject(both)
  expect(await accrue(order, 5000)).toMatchObject(both)
})

test('nothing from outside, a top-up, a site without shares and a buyer whom nobody invited earn nothing', async () => {
  const [[buyer], [alone]] = [await chain.members(2), await chain.members(1)]
  expect(await levels(await chain.order(alone!, 1000))).toEqual([])
  const [order, topup] = [await chain.order(buyer!, 1000), await chain.order(buyer!, 1000, { type: 'topup' })]
  expect([await levels(order, 0), await levels(order, -10), await levels(topup)]).toEqual([[], [], []])
  expect(await levels(order, 1000, { 'commission.shares': [0, 0, 0] })).toEqual([])
})

test('three levels earn, each account once and never the buyer; banned and closed ones lose their share', async () => {
  const people = await chain.members(5)
  const [buyer, first, second, third] = people
  expect(await levels(await chain.order(buyer!, 1000))).toEqual([1, 2, 3])
  await set(second!.id, { bannedAt: at })
  expect(await levels(await chain.order(buyer!, 1000))).toEqual([1, 3])
  await set(third!.id, { closedAt: at })
  expect(await levels(await chain.order(buyer!, 1000))).toEqual([1])
  const [a, b] = await chain.members(2)
  await chain.invited(b!, a!)
  expect((await accrue(await chain.order(a!, 1000))).map(({ receiverId }) => receiverId)).toEqual([b!.id])
  await set(first!.id, { commissionRate: 50 })
  expect(await accrue(await chain.order(buyer!, 1000))).toMatchObject([{ level: 1, amount: 300 }])
})

test('where only the first purchase earns, an earlier one that counts leaves nothing', async () => {
  const first = { 'commission.mode': 'first' } as const
  const buyerWith = async (cash: number, values: Partial<OrderRow>): Promise<OrderRow> => {
    const [buyer] = await chain.members(2)
    await chain.order(buyer!, cash, values)
    return chain.order(buyer!, 1000)
  }
  for (const status of ['completed', 'absorbed'] as const)
    expect(await levels(await buyerWith(1, { status }), 1000, first), status).toEqual([])
  for (const status of ['refunded', 'review', 'processing'] as const)
    expect(await levels(await buyerWith(1, { status }), 1000, first), status).toEqual([1])
  expect(await levels(await buyerWith(0, {}), 1000, first)).toEqual([1])
  expect(await levels(await buyerWith(1, { type: 'topup' }), 1000, first)).toEqual([1])
  expect(await levels(await buyerWith(1, {}), 1000)).toEqual([1])
})

test('the inviter’s own rule goes before the site’s', async () => {
  const [buyer, inviter] = await chain.members(2)
  await chain.order(buyer!, 1)
  await set(inviter!.id, { commissionMode: 'first' })
  expect(await levels(await chain.order(buyer!, 1000))).toEqual([])
  await set(inviter!.id, { commissionMode: 'every' })
  expect(await levels(await chain.order(buyer!, 1000), 1000, { 'commission.mode': 'first' })).toEqual([1])
})

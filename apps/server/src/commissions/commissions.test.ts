import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { commissionChain, DAY } from '../../test/commission-chain.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { messagesOf } from '../../test/messages-of.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { callerOf } from '../actor.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { payCommissions } from './pay-commissions.ts'
import { transferCommission } from './transfer-commission.ts'
import type { Settings } from '@portico/contract/settings-admin'
import { accrueCommission } from './accrue-commission.ts'
import type { CommissionRow } from './commissions.table.ts'

const t = await forFile(startApp())
const chain = commissionChain(t)
beforeEach(() =>
  rules({ 'commission.rate': 10, 'commission.mode': 'every', 'commission.shares': [60, 30, 10], 'commission.freeze_days': 3 }),
)

const rules = async (change: Record<string, unknown>): Promise<void> => {
  // Signs in each time, because sessions end while time passes.
  const admin = await t.admin()
  expect((await admin.call('PATCH', '/admin/settings', change)).status).toBe(200)
}
const pay = (): Promise<number> => payCommissions(t.database, t.app.now())

test('a member who registers by a code and pays earns commission for their inviter, through the jobs alone', async () => {
  const [shop, inviter, plan] = [await openShop(t), await t.member(), await t.plan()]
  const { code } = (await inviter.call('GET', '/muser/invite/save')).body
  const account = { email: 'friend@example.com', password: 'a good password', invite_code: code }
  const token = (await t.call('POST', '/muser/auth/register', account)).body.x_token
  const placed = await t.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' }, { 'x-token': token })
  await shop.admin.call('POST', `/admin/orders/${placed.body.trade_no}/payment`, { note: 'cash' })
  await t.runJobs()
  expect((await inviter.call('GET', '/muser/invite/details')).body.items).toMatchObject([
    { base_amount: 1000, amount: 60, status: 'pending' },
  ])
  t.travel(3 * DAY)
  await pay()
  const { stat } = (await inviter.call('GET', '/muser/invite/fetch')).body
  expect(stat).toMatchObject({ registered: 1, paid: 60, pending: 0, available: 60 })
})

test('the freeze runs from the payment, whatever happens to the order, and a replaced order still pays', async () => {
  const [buyer, inviter] = await chain.members(2)
  const order = await chain.order(buyer!, 10_000)
  const [row] = await chain.accrue(order)
  expect(row!.frozenUntil.getTime() - order.paidAt!.getTime()).toBe(3 * DAY)
  t.travel(3 * DAY - 1000)
  await t.database.db.update(orders).set({ status: 'absorbed' }).where(eq(orders.id, order.id))
  await pay()
  expect((await chain.of(order))[0]!.status).toBe('pending')
  t.travel(1000)
  await pay()
  const [paid] = await chain.of(order)
  expect([paid!.status, paid!.paidAt?.getTime()]).toEqual(['paid', expect.any(Number)])
  expect(await chain.commission(inviter!)).toBe(600)
})

test('each commission of each level is paid once, however many processes pay at once', async () => {
  const [buyer, inviter, above, top] = await chain.members(4)
  for (let n = 0; n < 5; n++) await chain.accrue(await chain.order(buyer!, 1000))
  t.travel(3 * DAY)
  const counts = await atOnce(pay)
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(3 * 5)
  await pay()
  expect(await Promise.all([inviter!, above!, top!].map(chain.commission))).toEqual([5 * 60, 5 * 30, 5 * 10])
})

test('a commission locked by another process is skipped, and paid once it is free', async () => {
  const [buyer, inviter] = await chain.members(2)
  const rows = [await chain.accrue(await chain.order(buyer!, 1000)), await chain.accrue(await chain.order(buyer!, 2000))].flat()
  t.travel(3 * DAY)
  const client = await t.database.pool.connect()
  await client.query('begin')
  await client.query('select from commissions where id = $1 for update', [rows[0]!.id])
  await pay()
  expect(await chain.commission(inviter!)).toBe(120)
  await client.query('rollback')
  client.release()
  await pay()
  expect(await chain.commission(inviter!)).toBe(180)
})

test('a refund within the freeze shrinks the commission, then voids it', async () => {
  const [buyer, inviter] = await chain.members(2)
  const order = await chain.order(buyer!, 1000)
  await chain.accrue(order)
  // The smaller one comes late.
  for (const refunded of [333, 333, 100]) await chain.refund(order, refunded)
  expect((await chain.of(order)).map((row) => [row.status, row.amount, row.reversedAmount])).toEqual([['pending', 60, 20]])
  const whole = await chain.order(buyer!, 1000)
  await chain.accrue(whole)
  await chain.refund(whole, 1000)
  await chain.refund(whole, 1000)
  t.travel(3 * DAY)
  await pay()
  expect((await chain.of(whole)).map((row) => [row.status, row.reversedAmount])).toEqual([['void', 60]])
  expect(await chain.commission(inviter!)).toBe(40)
})

test('a refund after the payout is owed back, once for each part, even below zero', async () => {
  const [buyer, inviter] = await chain.members(2)
  const order = await chain.order(buyer!, 1000)
  await chain.accrue(order)
  t.travel(3 * DAY)
  await pay()
  expect((await inviter!.call('POST', '/muser/transfer', { amount: 60 })).status).toBe(200)
  await atOnce(() => chain.refund(order, 500))
  expect(await chain.commission(inviter!)).toBe(-30)
  await chain.refund(order, 1000)
  await chain.refund(order, 1000)
  expect(await chain.commission(inviter!)).toBe(-60)
  expect((await chain.of(order)).map((row) => [row.status, row.reversedAmount])).toEqual([['paid', 60]])
  const refused = await inviter!.call('POST', '/muser/transfer', { amount: 1 })
  expect([refused.status, refused.body.code]).toEqual([409, 'commission.insufficient'])
  expect((await inviter!.call('GET', '/muser/invite/fetch')).body.stat).toMatchObject({ paid: 0, pending: 0, available: -60 })
})

test('a payout and a refund at the same time give the same result in either order', async () => {
  const [buyer, inviter] = await chain.members(2)
  for (let n = 0; n < 8; n++) {
    const order = await chain.order(buyer!, 1000)
    await chain.accrue(order)
    t.travel(3 * DAY)
    await Promise.all([pay(), chain.refund(order, 1000), pay()])
    await pay()
  }
  expect(await chain.commission(inviter!)).toBe(0)
})

test('commission moves to the balance in full or not at all, and earns no further commission', async () => {
  const member = await t.member()
  await chain.earn(member, 1000)
  const tries = await atOnce(() =>
    transferCommission(t.database, callerOf(member.id), { amount: 300, currency: 'CNY' }, t.app.now()).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    ),
  )
  expect(tries.filter((one) => one === 'done')).toHaveLength(3)
  expect(tries.filter((one) => one === 'commission.insufficient')).toHaveLength(RACES - 3)
  expect([await chain.commission(member), await chain.balance(member)]).toEqual([100, 900])
  const transfer = () => member.call('POST', '/muser/transfer', { amount: 100 })
  expect((await transfer()).status).toBe(200)
  expect([await chain.commission(member), await chain.balance(member)]).toEqual([0, 1000])
  expect((await transfer()).body.code).toBe('commission.insufficient')
})

test.each([[0], [-5], [1.5], ['10'], [undefined]])('%j is not an amount that can be transferred', async (amount) => {
  const member = await t.member()
  const answer = await member.call('POST', '/muser/transfer', amount === undefined ? {} : { amount })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['amount']])
})

test('a member sees only their own commissions, and not who bought', async () => {
  const [buyer, inviter] = await chain.members(2)
  await chain.accrue(await chain.order(buyer!, 1000))
  const { body } = await inviter!.call('GET', '/muser/invite/details', { page_size: 5 })
  expect(body).toMatchObject({ total: 1, items: [{ level: 1, base_amount: 1000, rate: 600, amount: 60, status: 'pending' }] })
  expect(JSON.stringify(body)).not.toContain(buyer!.email)
  expect((await buyer!.call('GET', '/muser/invite/details')).body.total).toBe(0)
})

test('an operator voids a commission with a reason before it is paid, and not after', async () => {
  const admin = await t.admin()
  const [buyer, inviter] = await chain.members(2)
  const [row] = await chain.accrue(await chain.order(buyer!, 1000))
  const path = `/admin/commissions/${row!.id}/voiding`
  expect((await admin.call('POST', path, { reason: ' ' })).status).toBe(422)
  expect((await admin.call('POST', path, { reason: 'their own order' })).body).toMatchObject({
    status: 'void',
    receiver_email: inviter!.email,
  })
  expect((await admin.call('POST', path, { reason: 'again' })).body.code).toBe('commission.wrong_status')
  const [second] = await chain.accrue(await chain.order(buyer!, 1000))
  t.travel(3 * DAY)
  await pay()
  const later = await t.admin()
  expect((await later.call('POST', `/admin/commissions/${second!.id}/voiding`, { reason: 'late' })).status).toBe(409)
  expect(await chain.commission(inviter!)).toBe(60)
  const rows = await audited(t, 'commission', row!.id)
  expect(rows).toMatchObject([{ action: 'commission.void', actorKind: 'staff', actorId: admin.id, reason: 'their own order' }])
  expect([rows[0]!.before, rows[0]!.after]).toEqual([
    { status: 'pending', reversedAmount: 0 },
    { status: 'void', reversedAmount: row!.amount },
  ])
  expect(await audited(t, 'commission', second!.id)).toEqual([])
  const found = await later.call('GET', '/admin/commissions', { q: buyer!.email, status: 'void', sort: '-amount' })
  expect(found.body.items.map((item: { id: number }) => item.id)).toEqual([row!.id])
  expect(found.body.sums, 'nothing is left of it').toEqual([{ currency: 'CNY', amount: 0 }])
})

test('shares that exceed the whole cannot be saved', async () => {
  const admin = await t.admin()
  const answer = await admin.call('PATCH', '/admin/settings', { 'commission.shares': [60, 30, 20] })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['commission.shares']])
})

/** Both signed in now, because sessions end while time passes. */
async function earned() {
  const [buyer, inviter] = await chain.members(2)
  const order = await chain.order(buyer!, 10_000)
  await chain.accrue(order)
  return { inviter: inviter!, order }
}

test('an inviter gets a message about what they earned once it is confirmed, without what was refunded, once per commission', async () => {
  const [{ inviter, order }, gone] = [await earned(), await earned()]
  await chain.refund(gone.order, 10_000)
  await pay()
  expect(await messagesOf(inviter, 'commission_confirmed')).toEqual([])
  await chain.refund(order, 4000)
  t.travel(3 * DAY)
  await atOnce(pay)
  const told = { type: 'commission_confirmed', data: { amount: 360, currency: 'CNY' } }
  expect(await messagesOf(inviter, 'commission_confirmed')).toEqual([{ ...told, ended: false }])
  await chain.refund(order, 6000)
  expect(await messagesOf(inviter, 'commission_confirmed')).toEqual([{ ...told, ended: false }])
  // Now nothing is left of it.
  await chain.refund(order, 10_000)
  expect(await messagesOf(inviter, 'commission_confirmed')).toEqual([{ ...told, ended: true }])
  expect(await messagesOf(gone.inviter, 'commission_confirmed'), 'void before it was confirmed').toEqual([])
})

const at = new Date('2027-01-10T12:00:00Z')
async function accrue(order: OrderRow, cash = 1000, change: Partial<Settings> = {}): Promise<CommissionRow[]> {
  const settings: Settings = { ...t.app.settings(), ...change }
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
  // A buyer below a circle: each account in it earns once. One who invited themselves earns nothing.
  const [c, d, e] = await chain.members(3)
  await chain.invited(e!, d!)
  expect((await accrue(await chain.order(c!, 1000))).map(({ receiverId }) => receiverId)).toEqual([d!.id, e!.id])
  await chain.invited(c!, c!)
  expect(await levels(await chain.order(c!, 1000))).toEqual([])
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
  // An order in review is not the first one until it is opened, and by then another order is.
  const [buyer] = await chain.members(2)
  const waiting = await chain.order(buyer!, 1000, { status: 'review' })
  expect(await levels(await chain.order(buyer!, 1000), 1000, first)).toEqual([1])
  expect(await levels(waiting, 1000, first)).toEqual([])
})

test('the inviter’s own rule goes before the site’s', async () => {
  const [buyer, inviter] = await chain.members(2)
  await chain.order(buyer!, 1)
  await set(inviter!.id, { commissionMode: 'first' })
  expect(await levels(await chain.order(buyer!, 1000))).toEqual([])
  await set(inviter!.id, { commissionMode: 'every' })
  expect(await levels(await chain.order(buyer!, 1000), 1000, { 'commission.mode': 'first' })).toEqual([1])
})

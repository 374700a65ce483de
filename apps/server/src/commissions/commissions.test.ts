import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { commissionChain, DAY } from '../../test/commission-chain.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { callerOf } from '../actor.ts'
import { orders } from '../orders/orders.table.ts'
import { payCommissions } from './pay-commissions.ts'
import { transferCommission } from './transfer-commission.ts'

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

test('three levels of inviters each earn their own share of what was received, once', async () => {
  const [buyer, first, second, third, fourth] = await chain.members(5)
  const order = await chain.order(buyer!, 10_005)
  await chain.accrue(order)
  const rows = await chain.accrue(order)
  expect(rows.map(({ receiverId, level, amount, rate, status }) => [receiverId, level, amount, rate, status])).toEqual([
    [first!.id, 1, 600, 600, 'pending'],
    [second!.id, 2, 300, 300, 'pending'],
    [third!.id, 3, 100, 100, 'pending'],
  ])
  expect(await chain.commission(fourth!)).toBe(0)
  t.travel(3 * DAY)
  await pay()
  expect(await Promise.all([first!, second!, third!].map(chain.commission))).toEqual([600, 300, 100])
})

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

test('a top-up, or an order paid with no money from outside, earns nothing', async () => {
  const [buyer] = await chain.members(2)
  const topup = await chain.order(buyer!, 5000, { type: 'topup', period: null })
  expect(await chain.accrue(topup)).toEqual([])
  const fromBalance = await chain.order(buyer!, 0)
  expect(await chain.accrue(fromBalance, 0)).toEqual([])
})

test('nobody earns from their own order, directly or through a circle of invitations', async () => {
  const [alone, a, b, c, d, e] = await Promise.all(Array.from({ length: 6 }, () => t.member()))
  await chain.invited(alone!, alone!)
  expect(await chain.accrue(await chain.order(alone!, 10_000))).toEqual([])
  await chain.invited(a!, b!)
  await chain.invited(b!, a!)
  expect((await chain.accrue(await chain.order(a!, 10_000))).map((row) => row.receiverId)).toEqual([b!.id])
  // A buyer below a circle: each account in it earns once.
  await chain.invited(c!, d!)
  await chain.invited(d!, e!)
  await chain.invited(e!, d!)
  expect((await chain.accrue(await chain.order(c!, 10_000))).map((row) => row.receiverId)).toEqual([d!.id, e!.id])
})

test('the share of a suspended inviter, or of one with a rate of 0, goes to nobody', async () => {
  const [buyer, first, second, third] = await chain.members(4)
  await t.ban(first!.id)
  expect((await chain.accrue(await chain.order(buyer!, 10_000))).map((row) => [row.receiverId, row.amount])).toEqual([
    [second!.id, 300],
    [third!.id, 100],
  ])
  await t.database.db.update(accounts).set({ commissionRate: 0 }).where(eq(accounts.id, second!.id))
  expect((await chain.accrue(await chain.order(buyer!, 10_000))).map((row) => [row.receiverId, row.amount])).toEqual([[third!.id, 100]])
  await t.database.db.update(accounts).set({ commissionRate: 0, bannedAt: null }).where(eq(accounts.id, first!.id))
  expect(await chain.accrue(await chain.order(buyer!, 10_000))).toEqual([])
})

test('where only the first order counts, free, topped-up and refunded ones do not, and an inviter may have their own rule', async () => {
  await rules({ 'commission.mode': 'first' })
  const [buyer, inviter] = await chain.members(2)
  await chain.accrue(await chain.order(buyer!, 0), 0)
  await chain.accrue(await chain.order(buyer!, 900, { type: 'topup', period: null }))
  const first = await chain.order(buyer!, 1000)
  expect(await chain.accrue(first)).toHaveLength(1)
  expect(await chain.accrue(await chain.order(buyer!, 1000))).toHaveLength(0)

  const [other] = await chain.members(2)
  const returned = await chain.order(other!, 1000)
  expect(await chain.accrue(returned)).toHaveLength(1)
  await chain.refund(returned, 1000)
  await t.database.db.update(orders).set({ status: 'refunded' }).where(eq(orders.id, returned.id))
  expect(await chain.accrue(await chain.order(other!, 1000))).toHaveLength(1)

  // An order in review is not the first one until it is opened, and by then another order is.
  const [third] = await chain.members(2)
  const waiting = await chain.order(third!, 1000, { status: 'review' })
  expect(await chain.accrue(await chain.order(third!, 1000))).toHaveLength(1)
  expect(await chain.accrue(waiting)).toHaveLength(0)

  await t.database.db.update(accounts).set({ commissionMode: 'every' }).where(eq(accounts.id, inviter!.id))
  expect(await chain.accrue(await chain.order(buyer!, 1000))).toHaveLength(1)
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

test('each commission is paid once, however many processes pay at once', async () => {
  const [buyer, inviter] = await chain.members(2)
  for (let n = 0; n < 5; n++) await chain.accrue(await chain.order(buyer!, 1000))
  t.travel(3 * DAY)
  const counts = await atOnce(pay)
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(5)
  await pay()
  expect(await chain.commission(inviter!)).toBe(5 * 60)
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

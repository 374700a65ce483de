import { expect, test } from 'vitest'
import { audited } from '../../test/audited.ts'
import { commissionChain } from '../../test/commission-chain.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { jobActor } from '../actor.ts'
import { dayKey } from '../calendar.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

const check = async () => (await shop.admin.call('POST', '/admin/ledger/check')).body
const paidByHand = async () => {
  const order = await shop.order()
  await shop.admin.call('POST', `/admin/orders/${order.tradeNo}/payment`, { note: 'cash' })
  await t.runJobs()
  return order
}
/** Acts as someone who can bypass the database's own rules. */
const tamper = (statement: string) => t.asOwner(`set session_replication_role = replica; ${statement}`)

test('a ledger with every kind of transaction adds up', async () => {
  await paidByHand()
  const member = await t.member()
  await shop.give(member, 700)
  const { body: held } = await member.call('POST', '/muser/order/save', { plan_id: (await t.plan()).id, period: 'month_price' })
  expect(held.balance_amount).toBe(700)
  const refunded = await paidByHand()
  await shop.admin.call('POST', `/admin/orders/${refunded.tradeNo}/refunds`, {
    refund_no: 'CHECKREFUND01',
    way: 'balance',
    amount: 400,
    reason: 'r',
  })
  expect(await check()).toMatchObject({ fault_count: 0, faults: [] })
  const { items, sums, last_check } = (await shop.admin.call('GET', '/admin/ledger/balance')).body
  expect(sums).toMatchObject([{ currency: 'CNY', balance: 0 }])
  expect(items.find((line: { kind: string }) => line.kind === 'held')).toMatchObject({ balance: 700 })
  expect(last_check).toMatchObject({ fault_count: 0 })
})

test('money held for a withdrawal that is approved and not yet paid is expected', async () => {
  const chain = commissionChain(t)
  const member = await t.member()
  await chain.earn(member, 5000)
  await shop.admin.call('PATCH', '/admin/settings', { 'withdrawal.enabled': true, 'withdrawal.min': 100, 'withdrawal.methods': ['Alipay'] })
  const wanted = { withdraw_method: 'Alipay', withdraw_account: 'anna@example.com', amount: 3000 }
  const { withdrawal_no: no } = (await member.call('POST', '/muser/ticket/withdraw', wanted)).body
  expect((await shop.admin.call('POST', `/admin/withdrawals/${no}/approval`, {})).status).toBe(200)
  expect(await chain.held(member)).toBe(3000)
  expect(await check()).toMatchObject({ fault_count: 0, faults: [] })
})

test.each([
  ['a balance that its entries do not explain', 'kept_balance', `update ledger_accounts set balance = balance + 1 where kind = 'member'`],
  [
    'an entry that was changed',
    'transaction_sum',
    `update ledger_entries set amount = amount + 1 where id = (select min(id) from ledger_entries)`,
  ],
  ['money held for nothing', 'held', `update orders set status = 'cancelled' where status = 'pending'`],
  ['a payment without its order', 'order_paid', `update orders set fee_amount = fee_amount + 1 where paid_at is not null`],
  ['a refund that was never made', 'order_refunded', `update orders set refunded_amount = refunded_amount + 1 where paid_at is not null`],
])('%s is found, also by the nightly check', async (_, rule, statement) => {
  const before = await check()
  await tamper(statement)
  const { checkLedger } = await import('./check-ledger.ts')
  const known = (await audited(t, 'ledger')).length
  const found = await checkLedger(t.database, jobActor('check_ledger'), t.app.now())
  expect(found.faultCount).toBeGreaterThan(before.fault_count)
  expect(found.faults.map((fault) => fault.rule)).toContain(rule)
  expect((await audited(t, 'ledger')).slice(known - 1)).toMatchObject([
    { action: 'ledger.check', actorKind: 'staff', actorId: shop.admin.id, after: { faultCount: before.fault_count } },
    { action: 'ledger.check', actorKind: 'job', actorName: 'check_ledger', after: { faultCount: found.faultCount } },
  ])
  expect((await shop.admin.call('GET', '/admin/ledger/balance')).body.last_check.fault_count).toBe(found.faultCount)
})

test('transactions are found by account, kind, note and day, and exported as CSV', async () => {
  const { member, tradeNo } = await paidByHand()
  await shop.give(member, 123)
  const list = async (query: Record<string, unknown>) => (await shop.admin.call('GET', '/admin/ledger/transactions', query)).body
  expect(await list({ q: tradeNo })).toMatchObject({ total: 1, items: [{ kind: 'order.paid', by: shop.admin.email }] })
  const mine = await list({ account: 'member', account_id: member.id })
  expect(mine.items).toMatchObject([
    { kind: 'balance.adjusted', entries: [{ kind: 'site' }, { kind: 'member', owner: member.email, amount: 123 }] },
  ])
  expect((await list({ kind: 'payment.overpaid' })).total).toBe(0)
  expect((await shop.admin.call('GET', '/admin/ledger/transactions', { kind: 'no.such' })).status).toBe(422)
  const today = dayKey(t.app.now(), 'Asia/Shanghai')
  expect((await list({ from: today, to: today })).total).toBe((await list({})).total)
  expect((await list({ to: '2001-01-01' })).total).toBe(0)
  const { csv, rows } = (await shop.admin.call('GET', '/admin/ledger/export', { what: 'transactions', q: tradeNo })).body
  expect(rows).toBe(2)
  expect(csv).toContain(',gateway,0,CNY,-10.00\r\n')
  expect((await shop.admin.call('GET', '/admin/ledger/export', { what: 'balance' })).body.csv).toContain('revenue,CNY')
})

test('income by day is what came in, less what was refunded', async () => {
  const income = async () => (await shop.admin.call('GET', '/admin/stats/income', {})).body
  const before = (await income()).items.at(-1)
  const { tradeNo } = await paidByHand()
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, {
    refund_no: 'INCOMEREFUND1',
    way: 'manual',
    amount: 300,
    reason: 'r',
  })
  const { items, currency, from } = await income()
  expect(items).toHaveLength(30)
  expect({ first: items[0].day, currency }).toEqual({ first: from, currency: 'CNY' })
  const now = items.at(-1)
  expect([now.income - before.income, now.orders - before.orders, now.new_members - before.new_members]).toEqual([700, 1, 1])
  expect((await shop.admin.call('GET', '/admin/stats/income', { from: '2026-02-02', to: '2026-02-01' })).status).toBe(422)
})

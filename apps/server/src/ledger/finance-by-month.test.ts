import type { FinanceMonth, LedgerTransaction, Movement } from '@portico/contract/ledger-admin'
import { expect, test } from 'vitest'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { dayKey } from '../calendar.ts'
import { post } from './post.ts'

const ZONE = 'Asia/Shanghai'
const START = new Date('2026-03-10T04:00:00Z')
const DAY = 86_400_000
let now = START
let serial = 0

type Legs = Parameters<typeof post>[1]['legs']
const posting = (kind: Movement, at: string, legs: Legs, currency = 'CNY') =>
  t.database.transaction((tx) => post(tx, { kind, key: `test:${++serial}`, currency, legs, at: new Date(at) }))
const ask = async (path: string, query: Record<string, unknown> = {}) => (await admin.call('GET', `/admin/ledger/${path}`, query)).body
const months = async (query?: Record<string, unknown>): Promise<FinanceMonth[]> => (await ask('months', query)).items

/** The operator logs in again, because no session lasts that long. */
async function pass(days: number): Promise<void> {
  now = new Date(now.getTime() + days * DAY)
  admin = await t.admin()
}

/** Months of a business: sales with fees, a refund each way, commission, a payout, another currency, and the two ends of a month. */
async function business(): Promise<void> {
  const method = await shop.method({
    driver: 'manual',
    name: 'Bank',
    config: { instructions: 'Account 1' },
    fee_percent: 250,
    fee_fixed: 7,
  })
  const buy = async (member?: Member): Promise<string> => {
    const order = await shop.order(undefined, member)
    await shop.checkout(order.member, order.tradeNo, method)
    await admin.call('POST', `/admin/orders/${order.tradeNo}/payment`, { note: 'seen' })
    await t.runJobs()
    return order.tradeNo
  }
  const refund = (tradeNo: string, way: string, amount: number) =>
    admin.call('POST', `/admin/orders/${tradeNo}/refunds`, { refund_no: `R${++serial}`.padEnd(12, '0'), way, amount, reason: 'asked' })
  const [first, second] = [await buy(), await buy()]
  await pass(30)
  await refund(first, 'balance', 300)
  await refund(second, 'manual', 450)
  await buy()
  // Earned by an invited buyer, then taken out.
  const inviter = await t.member()
  await posting('commission.paid', now.toISOString(), [
    { kind: 'revenue', amount: -5000 },
    { kind: 'commission', ownerId: inviter.id, amount: 5000 },
  ])
  await posting('commission.reversed', now.toISOString(), [
    { kind: 'revenue', amount: 800 },
    { kind: 'commission', ownerId: inviter.id, amount: -800 },
  ])
  const asked = await inviter.call('POST', '/muser/ticket/withdraw', {
    withdraw_method: 'Alipay',
    withdraw_account: 'a@example.com',
    amount: 2000,
  })
  const path = `/admin/withdrawals/${asked.body.withdrawal_no}`
  await admin.call('POST', `${path}/approval`, {})
  await pass(61)
  await admin.call('POST', `${path}/payment`, { proof: 'sent' })
  const sale = (amount: number): Legs => [
    { kind: 'gateway', amount: -amount },
    { kind: 'revenue', amount },
  ]
  // The last moment of January and the first of February, in the site's zone.
  await posting('order.paid', '2026-01-31T15:59:59.999Z', sale(11))
  await posting('order.paid', '2026-01-31T16:00:00Z', sale(13))
  await posting('order.paid', '2026-05-02T00:00:00Z', sale(900), 'USD')
  await posting(
    'payment.charged_back',
    '2026-05-03T00:00:00Z',
    [
      { kind: 'site', amount: -900 },
      { kind: 'gateway', amount: 900 },
    ],
    'USD',
  )
  const failed: Legs = [
    { kind: 'revenue', amount: -60 },
    { kind: 'gateway', amount: 60 },
  ]
  await posting('order.refunded', '2026-02-10T00:00:00Z', failed)
  await posting(
    'order.refund_failed',
    '2026-02-11T00:00:00Z',
    failed.map((leg) => ({ ...leg, amount: -leg.amount })),
  )
}

/** The same, counted from what the lists of transactions and orders show. */
async function counted(): Promise<Map<string, Omit<FinanceMonth, 'month' | 'currency'>>> {
  const { items } = await ask('transactions', { page_size: 100 })
  const { items: orders } = (await admin.call('GET', '/admin/orders', { page_size: 100 })).body
  const sums = new Map<string, Omit<FinanceMonth, 'month' | 'currency'>>()
  const at = (time: string, currency: string) => {
    const key = `${dayKey(new Date(time), ZONE).slice(0, 7)} ${currency}`
    const sum = sums.get(key) ?? { income: 0, fees: 0, refunds: 0, commission: 0, withdrawals: 0, net: 0 }
    sums.set(key, sum)
    return sum
  }
  for (const { kind, created_at: time, entries } of items as LedgerTransaction[]) {
    for (const { kind: account, currency, amount } of entries) {
      const sum = at(time, currency)
      const goesBack = /refund|charged_back|payment\.returned/.test(kind)
      if (account === 'gateway') {
        sum.net -= amount
        if (kind === 'withdrawal.paid') sum.withdrawals += amount
        else if (goesBack) sum.refunds += amount
        else sum.income -= amount
      }
      if (account === 'commission' && /^commission\.(paid|reversed)$/.test(kind)) sum.commission += amount
      if (account === 'revenue' && kind === 'withdrawal.paid') sum.fees += amount
    }
  }
  for (const order of orders) if (order.paid_at) at(order.paid_at, order.currency).fees += order.fee_amount
  return sums
}

const t = await forFile(startApp({ now: () => now }))
const shop = await openShop(t)
let admin: Member = shop.admin
await admin.call('PATCH', '/admin/settings', {
  'site.timezone': ZONE,
  'withdrawal.enabled': true,
  'withdrawal.min': 100,
  'withdrawal.fee_percent': 3,
  'commission.rate': 50,
  'commission.freeze_days': 0,
})
await business()

test('each month equals what its entries sum to, and a month between without movements is all zero; every column has figures of its own', async () => {
  const items = await months()
  const sums = await counted()
  const zero = { income: 0, fees: 0, refunds: 0, commission: 0, withdrawals: 0, net: 0 }
  for (const { month, currency, ...sum } of items) expect(sum, month).toEqual(sums.get(`${month} ${currency}`) ?? zero)
  const named = items.map(({ month, currency }) => `${currency} ${month}`)
  expect(named).toEqual([...['06', '05', '04', '03', '02', '01'].map((month) => `CNY 2026-${month}`), 'USD 2026-05'])
  const withMoney = [...sums].filter(([, sum]) => Object.values(sum).some((amount) => amount !== 0))
  expect(withMoney.every(([key]) => items.some(({ month, currency }) => key === `${month} ${currency}`))).toBe(true)
  const [june, may, april, march, february, january, dollars] = await months()
  expect(january).toMatchObject({ income: 11, net: 11 })
  expect(february).toMatchObject({ income: 13, refunds: 0, net: 13 })
  expect(march).toMatchObject({ income: 2064, fees: 64, refunds: 0 })
  expect(april).toMatchObject({ income: 1032, fees: 32, refunds: 450, commission: 4200, withdrawals: 0, net: 582 })
  expect(may).toMatchObject({ income: 0, commission: 0, net: 0 })
  expect(june).toMatchObject({ fees: 60, withdrawals: 1940, net: -1940 })
  expect(dollars).toMatchObject({ income: 900, refunds: 900, net: 0 })
})

test('income less refunds is the income of the days; months that do not exist are refused, and so is staff without permission', async () => {
  const { items } = (await admin.call('GET', '/admin/stats/income', { from: '2026-04-01', to: '2026-04-30' })).body
  const april = (await months()).find(({ month }) => month === '2026-04')!
  expect(items.reduce((sum: number, { income }: { income: number }) => sum + income, 0)).toBe(april.income - april.refunds)
  expect((await admin.call('GET', '/admin/ledger/months', { from: '2026-02-31' })).status).toBe(422)
  expect((await (await t.staff('support')).call('GET', '/admin/ledger/months')).status).toBe(404)
})

test('the days chosen cut the months and the trial balance, which still sums to zero', async () => {
  expect((await months({ from: '2026-02-01', to: '2026-02-28' })).map(({ month, income }) => [month, income])).toEqual([['2026-02', 13]])
  expect(await months({ from: '2026-01-31', to: '2026-01-31' })).toMatchObject([{ income: 11 }])
  expect(await months({ from: '2027-01-01' })).toEqual([])
  const all = await ask('balance')
  const april = await ask('balance', { from: '2026-04-01', to: '2026-04-30' })
  const gateway = (body: typeof all) => body.items.find((line: { kind: string }) => line.kind === 'gateway')
  expect(gateway(april)).toMatchObject({ received: 450, given: 1032, balance: -582 })
  expect(gateway(all).balance).toBeLessThan(-582)
  expect([...all.sums, ...april.sums].map((sum: { balance: number }) => sum.balance)).toEqual([0, 0, 0])
  expect((await ask('balance', { from: '2027-01-01' })).items).toEqual([])
})

test('both are exported as CSV for the days chosen', async () => {
  const april = { from: '2026-04-01', to: '2026-04-30' }
  const { csv, rows } = await ask('export', { what: 'months', ...april })
  expect(rows).toBe(1)
  const [head, line] = csv.replace(/^\uFEFF/, '').split('\r\n')
  expect(head).toBe('month,currency,income,fees,refunds,commission,withdrawals,net')
  expect(line).toBe('2026-04,CNY,10.32,0.32,4.50,42.00,0.00,5.82')
  expect((await ask('export', { what: 'balance', ...april })).csv).toContain('gateway,CNY,1,4.50,10.32,-5.82')
})

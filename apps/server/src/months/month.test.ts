import type { Movement } from '@portico/contract/ledger-admin'
import * as ledger from '@portico/contract/ledger-admin'
import type { Month, MonthDeferred } from '@portico/contract/months-admin'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SELLER } from '../../test/invoice-desk.ts'
import { openShop, type Shop } from '../../test/gateways/shop.ts'
import { disputeEvent, newDispute } from '../../test/gateways/stripe-dispute.ts'
import { startStripe } from '../../test/gateways/stripe.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { callerOf, jobActor } from '../actor.ts'
import { addMonths, dayKey, dayOfMonth, dayStart } from '../calendar.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { type Leg, post } from '../ledger/post.ts'
import { createOpener } from '../orders/fulfill-waiting.ts'
import { resetTraffic } from '../subscriptions/reset-traffic.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { countDeferred } from './count-deferred.ts'

// Twelve months of a shop, half of them in a zone ahead of UTC, half in one behind. Every figure is compared with sums over the ledger that
// are written here, and with what the gateway has in its own books.

const [AHEAD, BEHIND] = ['Asia/Shanghai', 'America/Los_Angeles']
const MONTHS = Array.from({ length: 12 }, (_, i) => `2027-${String(i + 1).padStart(2, '0')}`)
const [DAY, GB] = [86_400_000, 2 ** 30]
const zoneOf = (month: string): string => (month < '2027-07' ? AHEAD : BEHIND)
let now = new Date('2026-12-31T00:00:00Z')
let [serial, admin]: [number, Member | null] = [0, null]

const [t, gateway] = await Promise.all([forFile(startApp({ now: () => now })), forFile(startStripe({ now: () => now }))])
const shop: Shop = await openShop(t)
const dollars = await shop.stripe(gateway, { name: 'Card', currency: 'USD', exchange_rate: 139_000, fee_percent: 250, fee_fixed: 7 })
const bank = await shop.method({ driver: 'manual', name: 'Bank', config: { instructions: 'Account 1' }, fee_fixed: 50 })
const balance = await shop.method({ driver: 'balance', name: 'Balance' })
const plan = await t.plan({ name: 'Basic' })
const dear = await t.plan({ name: 'Pro', month_price: 3000 })
const open = createOpener(t.app)
/** What the gateway has: by its own clock and in its own currency. */
const atGateway: { at: Date; way: 'received' | 'refunded' | 'charged_back' | 'came_back'; amount: number }[] = []
const note = (way: (typeof atGateway)[number]['way'], amount: number) => void atGateway.push({ at: now, way, amount })
/** What was unused when each month began, by rules of its own. */
const unused = new Map<string, number>()

const ask = async (method: string, path: string, body: Record<string, unknown> = {}) => {
  const answer = await admin!.call(method, path, body)
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const settings = async (values: Record<string, unknown>) => ask('PATCH', '/admin/settings', values)

async function moveTo(at: Date): Promise<void> {
  now = at
  // No session lasts that long.
  admin = await t.admin()
}

async function buy(member: Member, wanted: Record<string, unknown>): Promise<string> {
  const placed = await member.call('POST', '/muser/order/save', { use_balance: false, ...wanted })
  if (placed.status !== 200) throw new Error(JSON.stringify(placed.body))
  return placed.body.trade_no
}

/** Pays at Stripe, in dollars. `amount`: another one than was asked for. */
async function byCard(member: Member, tradeNo: string, amount?: number) {
  const { body } = await shop.checkout(member, tradeNo, dollars)
  const session = gateway.sessions.get(new URL(body.data).pathname.split('/').at(-1)!)!
  if (amount !== undefined) session['amount_total'] = amount
  await gateway.pay(session.id)
  await open()
  note('received', Number(session['amount_total']))
  return { intent: String(session['payment_intent']), paid: Number(session['amount_total']) }
}

const byHand = async (tradeNo: string) => {
  await ask('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
  await open()
}
const refund = async (tradeNo: string, way: string, amount: number, more = {}) => {
  const refundNo = `MONTHREFUND${String(++serial).padStart(4, '0')}`
  await ask('POST', `/admin/orders/${tradeNo}/refunds`, {
    refund_no: refundNo,
    way,
    amount,
    reason: 'asked',
    despite_dispute: true,
    ...more,
  })
  if (way === 'gateway') await t.runJobs()
  return refundNo
}
const lastRefund = () => {
  const made = [...gateway.refunds.values()].at(-1)!
  return { id: made.id, amount: made.amount }
}
const use = (member: Member, bytes: number) =>
  t.database.db.update(subscriptions).set({ up: 0, down: bytes }).where(eq(subscriptions.accountId, member.id))
const dispute = (type: string, intent: string, amount: number, state: object) =>
  gateway.deliver(disputeEvent(gateway, type, intent, amount, { currency: 'usd', at: now, ...state }))
/** A posting of its own, for what has no short way through the API. */
const posting = (kind: Movement, at: Date, legs: Leg[], currency = 'CNY') =>
  t.database.transaction((tx) => post(tx, { kind, key: `test:${++serial}`, currency, legs, at }))

let failing = { id: '', amount: 0, intent: '' }

/** What happens in each month, with a little more each time. */
async function live(month: string, first: Date): Promise<void> {
  const n = MONTHS.indexOf(month)
  await moveTo(first)
  await resetTraffic(t.database, now, t.app.settings()['site.timezone'])
  await countDeferred(t.database, { now, settings: t.app.settings() })
  unused.set(month, await unusedNow())
  await moveTo(new Date(first.getTime() + 2 * DAY))
  const [buyer, spender] = [await t.member(), await t.member()]
  const monthly = await buy(buyer, { plan_id: plan.id, period: 'month_price' })
  const card = await byCard(buyer, monthly)
  await use(buyer, (n % 4) * 2 * GB)
  // A top-up by hand and what is bought with it: the money comes in once.
  const topUp = (await spender.call('POST', '/muser/order/save', { topup_amount: 9000 + n })).body.trade_no
  await shop.checkout(spender, topUp, bank)
  await byHand(topUp)
  const fromBalance = await buy(spender, { plan_id: plan.id, period: 'month_price' })
  await shop.checkout(spender, fromBalance, balance)
  await open()
  if (n % 2 === 0) await refund(fromBalance, 'balance', 300, { end_term: false })
  if (n % 3 === 0) {
    // A bigger plan, with what is left of this one.
    await buy(buyer, { plan_id: dear.id, period: 'month_price' }).then((tradeNo) => byCard(buyer, tradeNo))
  }
  if (n % 3 === 1) {
    await refund(monthly, 'gateway', 400, { end_term: false })
    note('refunded', lastRefund().amount)
  }
  // One refund fails in the month after it, one in its own.
  if (n === 4 || n === 7) failing = { ...lastRefund(), intent: card.intent }
  if (n === 5 || n === 7) {
    const { id, amount, intent } = failing
    const failed = { id, object: 'refund', amount, currency: 'usd', payment_intent: intent, status: 'failed', metadata: {} }
    await gateway.deliver(gateway.event('refund.failed', failed))
    note('came_back', amount)
  }
  if (n % 3 === 2) {
    const id = newDispute()
    await dispute('funds_withdrawn', card.intent, card.paid, { id })
    note('charged_back', card.paid)
    if (n > 4) {
      await dispute('funds_reinstated', card.intent, card.paid, { id, moved: 2, status: 'won' })
      note('came_back', card.paid)
    }
  }
  if (n % 4 === 1) {
    // Too little: it waits, and is credited two weeks later.
    const waiting = await t.member()
    await byCard(waiting, await buy(waiting, { plan_id: plan.id, period: 'month_price' }), 60)
    await moveTo(new Date(now.getTime() + 9 * DAY))
    const [{ id }] = (await ask('GET', '/admin/receipts', { state: 'open' })).items
    await ask('POST', `/admin/receipts/${id}/resolution`, { resolution: n === 1 ? 'credited' : 'returned', note: 'looked' })
    if (n !== 1) note('refunded', 60)
  }
  const assigned = await t.member()
  await ask('POST', '/admin/orders', { email: assigned.email, plan_id: plan.id, period: 'month_price', total_amount: 500 })
  if (n === 0) {
    const yearly = await t.member()
    await byHand(await buy(yearly, { plan_id: plan.id, period: 'year_price' }))
    await use(yearly, 5 * GB)
  }
  await posting('balance.adjusted', now, [
    { kind: 'site', amount: -70 },
    { kind: 'member', ownerId: spender.id, amount: 70 },
  ])
  await payOut(n)
  // Every kind of movement at both ends of the month, in both zones.
  await t.database.transaction(async (tx) => {
    for (const [i, kind] of ledger.Movement.options.entries()) {
      const at = new Date(dayStart(`${month}-01`, i % 2 ? AHEAD : BEHIND).getTime() - (i % 3 ? 0 : 1))
      const amount = (i % 5 ? -1 : 1) * (100 + i)
      const outside: Leg = { kind: 'gateway', ownerId: i % 4 ? dollars.id : 0, amount }
      await post(tx, { kind, key: `test:${++serial}`, currency: 'EUR', legs: [outside, { kind: 'site', amount: -amount }], at })
    }
  })
  await t.runJobs()
}

/** Commission that is earned, taken back in part, asked for, and paid or given back. */
async function payOut(n: number): Promise<void> {
  const inviter = await t.member()
  const earned = (kind: Movement, amount: number) =>
    posting(kind, now, [
      { kind: 'revenue', amount: -amount },
      { kind: 'commission', ownerId: inviter.id, amount },
    ])
  await earned('commission.paid', 5000 + n)
  await earned('commission.reversed', -700)
  const wish = { withdraw_method: 'Alipay', withdraw_account: 'a@example.com', amount: 2000 }
  const asked = await inviter.call('POST', '/muser/ticket/withdraw', wish)
  const path = `/admin/withdrawals/${asked.body.withdrawal_no}`
  if (n % 3 === 0) await ask('POST', `${path}/rejection`, { reason: 'wrong account' })
  if (n % 3 === 0) return
  await ask('POST', `${path}/approval`)
  if (n % 3 === 1) await ask('POST', `${path}/payment`, { proof: 'sent' })
}

/** The worth of all orders by a rule of its own: equal parts for the months of a term, the running one by time or traffic, whichever is less. */
async function unusedNow(): Promise<number> {
  const { rows } = await t.database.db.execute<Record<string, string>>(sql`
    select o.id, o.term_start, o.term_end, o.period, s.up + s.down + s.used_before as used, o.fee_amount,
      coalesce((select sum(amount) from funds f where f.order_id = o.id), 0) as funds,
      coalesce((select sum(amount) from funds f where f.order_id = o.id and f.for_order_id = o.id), 0) as own
    from orders o join subscriptions s on s.account_id = o.account_id and s.plan_id = o.plan_id
    where o.status = 'completed' and o.term_end > ${now} and s.expires_at > ${now} order by o.id`)
  let sum = 0
  for (const row of rows) {
    const [start, end] = [new Date(row['term_start']!), new Date(row['term_end']!)]
    const paid = Number(row['funds']) - Math.min(Number(row['fee_amount']), Number(row['own']))
    const months = row['period'] === 'year_price' ? 12 : 1
    // Another zone of the site moves no cycle that is sold.
    const zone = start < dayStart('2027-07-01', BEHIND) ? AHEAD : BEHIND
    const day = (k: number) => dayStart(dayKey(addMonths(start, k, dayOfMonth(start, zone), zone), zone), zone)
    const bounds = [start, ...Array.from({ length: months - 1 }, (_, k) => day(k + 1)), end]
    let share = 0n
    const WHOLE = 10n ** 24n
    for (const [k, from] of bounds.slice(0, -1).entries()) {
      const to = bounds[k + 1]!
      const time =
        (WHOLE * BigInt(Math.max(0, to.getTime() - Math.max(now.getTime(), from.getTime())))) / BigInt(to.getTime() - from.getTime())
      const traffic = (WHOLE * BigInt(10 * GB - Math.min(10 * GB, Number(row['used'])))) / BigInt(10 * GB)
      const runs = from <= now && now < to
      share += runs && traffic < time ? traffic : time
    }
    // Of a share that is exact, the long division leaves out less than one of 10^24.
    sum += Number((BigInt(paid) * (share + 99n)) / (WHOLE * BigInt(months)))
  }
  return sum
}

await moveTo(now)
await settings({
  ...SELLER,
  'site.timezone': AHEAD,
  'withdrawal.enabled': true,
  'withdrawal.min': 100,
  'withdrawal.fee_percent': 3,
  'commission.rate': 0,
})
for (const month of MONTHS) {
  if (month === '2027-07') await settings({ 'site.timezone': BEHIND })
  await live(month, dayStart(`${month}-01`, zoneOf(month)))
}
await moveTo(dayStart('2028-01-01', BEHIND))
await resetTraffic(t.database, now, t.app.settings()['site.timezone'])
await countDeferred(t.database, { now, settings: t.app.settings() })
unused.set('2028-01', await unusedNow())

const seen = new Map<string, Promise<Month>>()
/** As the page has it in that zone. */
function read(month: string, zone = BEHIND, again = false): Promise<Month> {
  const key = `${month} ${zone}`
  const known = again ? undefined : seen.get(key)
  const asked = known ?? settings({ 'site.timezone': zone }).then(() => ask('GET', `/admin/months/${month}`))
  seen.set(key, asked)
  return asked
}
type Facts = {
  month: string
  kind: string
  owner: number
  movement: string
  currency: string
  amount: number
  plan: number
  period: string
  price: boolean
}
/** Sums over the ledger alone. */
async function facts(zone: string): Promise<Facts[]> {
  const { rows } = await t.database.db.execute<Record<string, string>>(sql`
    select to_char(t.created_at at time zone ${zone}, 'YYYY-MM') as month, a.kind, a.owner_id as owner, t.kind as movement, a.currency,
      e.amount, coalesce(o.plan_id, 0) as plan, o.period, o.expires_at > o.created_at as price
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join ledger_accounts a on a.id = e.ledger_account_id
    left join orders o on o.id = e.order_id`)
  return rows.map(
    (row) => ({ ...row, owner: Number(row['owner']), amount: Number(row['amount']), plan: Number(row['plan']) }) as unknown as Facts,
  )
}
const sum = (rows: { amount: number }[]): number => rows.reduce((all, { amount }) => all + amount, 0)

test.each([AHEAD, BEHIND])(
  'in %s, what each method received, returned and paid out is what the ledger has, month by month',
  async (zone) => {
    const all = await facts(zone)
    for (const month of MONTHS) {
      const { money } = await read(month, zone)
      const here = all.filter((fact) => fact.month === month && fact.kind === 'gateway')
      const of = (owner: number, currency: string, which: RegExp, not = /^$/) =>
        sum(here.filter((f) => f.owner === owner && f.currency === currency && which.test(f.movement) && !not.test(f.movement)))
      const back = /^(order|payment)\.(refunded|refund_failed|returned|charged_back|restored)$|^withdrawal\.paid$/
      const expected = [...new Set(here.map((f) => `${f.owner} ${f.currency}`))].map((key) => {
        const [owner, currency] = [Number(key.split(' ')[0]), key.split(' ')[1]!]
        // Money came in with (order|payment).returned only by the order's own account.
        return {
          method_id: owner,
          currency,
          received: 0 - of(owner, currency, /./, back) - of(owner, currency, /^order\.returned$/),
          refunded: of(owner, currency, /refunded$|payment\.returned$/),
          charged_back: of(owner, currency, /charged_back/),
          came_back: 0 - of(owner, currency, /restored|refund_failed/),
          paid_out: of(owner, currency, /withdrawal\.paid/),
          net: 0 - of(owner, currency, /./),
        }
      })
      for (const row of expected.filter((one) => one.received || one.refunded || one.charged_back || one.came_back || one.paid_out)) {
        const shown = money.find(({ method_id, currency }) => method_id === row.method_id && currency === row.currency)
        expect({ month, ...shown }).toMatchObject({ month, ...row })
      }
      expect(money.filter(({ net }) => net !== 0).length).toBeLessThanOrEqual(expected.length)
    }
  },
)

test('fees are those of the orders paid in the month, by method, and of payouts', async () => {
  const paid = await t.database.db.execute<Record<string, string>>(sql`
    select to_char(paid_at at time zone ${BEHIND}, 'YYYY-MM') as month, payment_name, sum(fee_amount) as fees from orders
    where fee_amount > 0 group by 1, 2`)
  expect(paid.rows.length).toBeGreaterThan(20)
  for (const { month, payment_name: method, fees } of paid.rows) {
    const { money } = await read(month!)
    expect([month, method, money.find((row) => row.method === method && row.currency === 'CNY')!.fees]).toEqual([
      month,
      method,
      Number(fees),
    ])
  }
  const byHands = (await Promise.all(MONTHS.map((month) => read(month)))).map(
    ({ money }) => money.find((row) => row.method === null && row.currency === 'CNY')?.fees ?? 0,
  )
  expect(byHands.reduce((all, one) => all + one, 0)).toBe(4 * 60)
})

test('income by plan and period is the revenue of their orders; what the site paid for is no income', async () => {
  const all = await facts(BEHIND)
  for (const month of MONTHS) {
    const { income } = await read(month)
    const here = all.filter((f) => f.month === month && f.kind === 'revenue' && f.plan > 0 && f.price)
    for (const { plan_id, period, currency, sold, returned, net } of income) {
      const of = here.filter((f) => f.plan === plan_id && f.period === period && f.currency === currency)
      const came = sum(of.filter((f) => /^order\.(balance_)?paid$/.test(f.movement)))
      expect([month, sold, returned, net]).toEqual([month, came, came - sum(of), sum(of)])
    }
    expect(income.reduce((total, { net }) => total + net, 0)).toBe(sum(here))
  }
  const [{ income }] = [await read('2027-01')]
  expect(income.map(({ plan: name, period }) => `${name} ${period}`).toSorted()).toEqual([
    'Basic month_price',
    'Basic year_price',
    'Pro month_price',
  ])
})

test('what is owed at the end of each month is what the accounts summed to', async () => {
  const all = await facts(BEHIND)
  for (const month of MONTHS) {
    const { owed } = await read(month)
    const until = (kind: string, currency = 'CNY') => sum(all.filter((f) => f.kind === kind && f.month <= month && f.currency === currency))
    const cny = owed.find(({ currency }) => currency === 'CNY')!
    const [balances, commissions, held, unclear] = ['member', 'commission', 'held', 'unallocated'].map((kind) => until(kind))
    expect({ month, ...cny }).toMatchObject({ month, balances, commissions, held, unclear, debts: 0 - until('debt') })
    expect(cny.total).toBe(balances! + commissions! + held! + unclear!)
  }
  expect((await read('2027-03')).owed.find(({ currency }) => currency === 'CNY')!.debts).toBeGreaterThanOrEqual(0)
})

test('deferred revenue is what an own rule values, and rolls forward to the cent', async () => {
  const lines: MonthDeferred[] = []
  for (const month of MONTHS) {
    const { deferred } = await read(month, zoneOf(month))
    const [line] = deferred.filter(({ currency }) => currency === 'CNY')
    if (line) lines.push(line)
    else expect(month).toBe('2027-01')
  }
  for (const [i, line] of lines.entries()) {
    const next = lines[i + 1]
    expect([line.opened_at, line.opening]).toEqual([dayStart(`${MONTHS[i]}-01`, zoneOf(MONTHS[i]!)).toISOString(), unused.get(MONTHS[i]!)])
    expect(line.closing).toBe(unused.get(MONTHS[i + 1] ?? '2028-01'))
    if (next) expect([line.closing, line.closed_at]).toEqual([next.opening, next.opened_at])
    expect(line.opening + line.sold - line.given - line.refunded).toBe(line.closing)
    const { rows } = await t.database.db.execute<Record<string, string>>(sql`
      select coalesce(sum(amount) filter (where t.kind in ('order.paid', 'order.balance_paid')), 0) as sold,
        coalesce(-sum(amount) filter (where t.kind not in ('order.paid', 'order.balance_paid')), 0) as refunded
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join ledger_accounts a on a.id = e.ledger_account_id
      join orders o on o.id = e.order_id where a.kind = 'revenue' and o.plan_id is not null and o.expires_at > o.created_at
        and t.created_at >= ${line.opened_at}::timestamptz and t.created_at < ${line.closed_at}::timestamptz`)
    expect([line.sold, line.refunded]).toEqual([Number(rows[0]!['sold']), Number(rows[0]!['refunded'])])
    expect(line.given).toBeGreaterThan(0)
  }
  expect(lines).toHaveLength(12)
})

test('what is at the gateway is what the gateway has, in its own currency, after costs and payouts', async () => {
  const entered = { method_id: dollars.id, currency: 'USD', note: 'statement' }
  for (const month of MONTHS) {
    const happened_at = dayStart(`${month}-20`, BEHIND).toISOString()
    await ask('POST', '/admin/gateway-entries', { ...entered, happened_at, kind: 'cost', amount: 31 })
    await ask('POST', '/admin/gateway-entries', { ...entered, happened_at, kind: 'payout', amount: 100 })
  }
  let opening = 0
  for (const month of MONTHS) {
    const { gateways, money } = await read(month, BEHIND, true)
    const row = gateways.find(({ method_id, currency }) => method_id === dollars.id && currency === 'USD')!
    const here = atGateway.filter(({ at }) => dayKey(at, BEHIND).startsWith(month))
    const of = (way: string) => sum(here.filter((one) => one.way === way))
    const [received, refunded, charged_back, came_back] = ['received', 'refunded', 'charged_back', 'came_back'].map(of)
    const closing = opening + received! - refunded! - charged_back! + came_back! - 131
    expect({ month, ...row }).toEqual({
      ...{ month, method_id: dollars.id, method: 'Card', currency: 'USD' },
      ...{ opening, received, refunded, charged_back, came_back, costs: 31, payouts: 100, closing },
    })
    expect(money.find(({ method_id, currency }) => method_id === dollars.id && currency === 'USD')).toMatchObject({ costs: 31 })
    opening = closing
  }
})

test('exports have one line for each movement, with the figures of the page, fixed decimals and local times', async () => {
  const lines = async (month: string, what: string): Promise<string[][]> => {
    const { csv, rows } = await ask('GET', `/admin/months/${month}/export`, { what })
    const all = csv
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
      .slice(1)
    expect(all).toHaveLength(rows)
    return all.map((line: string) => line.split(','))
  }
  for (const month of ['2027-02', '2027-05', '2027-06', '2027-10']) {
    const { money } = await read(month, BEHIND, true)
    const exported = Object.fromEntries(
      await Promise.all(['payments', 'refunds', 'reversals'].map(async (what) => [what, await lines(month, what)] as const)),
    )
    const total = (what: string, row: Month['money'][number]) =>
      sum(
        exported[what]!.filter((line) => line[4] === (row.method ?? '') && line[6] === row.currency).map((line) => {
          expect(line[0]).toMatch(new RegExp(`^${month}-\\d\\d \\d\\d:\\d\\d:\\d\\d$`))
          expect(line[7]).toMatch(/^-?\d+\.\d\d$/)
          return { amount: Math.round(Number(line[7]) * 100) }
        }),
      )
    for (const row of money) {
      expect([month, row.method, total('payments', row)]).toEqual([month, row.method, row.received])
      const back = total('refunds', row) + total('reversals', row)
      expect([month, row.method, back]).toEqual([month, row.method, row.refunded + row.charged_back - row.came_back])
    }
  }
  expect(await lines('2027-06', 'disputes')).toMatchObject([[expect.stringMatching(/^2027-06-03 /)]])
  expect(await lines('2027-06', 'costs')).toHaveLength(2)
  const page = await lines('2027-06', 'month')
  const { owed } = await read('2027-06')
  const shown = (owed.find(({ currency }) => currency === 'CNY')!.total / 100).toFixed(2)
  expect(page).toContainEqual(['2027-06', 'owed', '', 'CNY', 'total', shown])
})

test('what is no month, no method or no amount is refused, and so are staff without permission', async () => {
  for (const month of ['2027-13', '2027-1', 'x']) expect((await admin!.call('GET', `/admin/months/${month}`)).status).toBe(422)
  const entry = { method_id: dollars.id, kind: 'payout', happened_at: now.toISOString(), currency: 'USD', amount: 5, note: '' }
  const enter = async (values: object, by = admin!) => (await by.call('POST', '/admin/gateway-entries', { ...entry, ...values })).status
  for (const values of [{ method_id: balance.id }, { method_id: 999_999 }, { amount: 0 }, { amount: -5 }])
    expect(await enter(values)).toBe(422)
  expect(await enter({ kind: 'cost', amount: -5 })).toBe(200)
  const reader = await t.staff(['money.read'])
  expect((await reader.call('GET', '/admin/months/2027-01')).status).toBe(200)
  expect([await enter({}, reader), (await reader.call('DELETE', '/admin/gateway-entries/1')).status]).toEqual([404, 404])
  expect((await reader.call('GET', '/admin/months/2027-01/export', { what: 'month' })).status).toBe(404)
  expect((await admin!.call('DELETE', '/admin/gateway-entries/999999')).status).toBe(404)
})

test('a year’s documents tax what came in once: not the top-up and what was bought with it', async () => {
  const months = await Promise.all(MONTHS.map((month) => read(month)))
  const total = (name: 'base' | 'tax') => months.reduce((all, { tax }) => all + tax.reduce((one, row) => one + row[name], 0), 0)
  const all = await t.database.db.execute<Record<string, string>>(sql`
    select sum(case kind when 'invoice' then taxed_amount else -taxed_amount end) as taxed,
      sum(case kind when 'invoice' then tax_amount else -tax_amount end) as tax from invoices`)
  expect(total('base') + total('tax')).toBe(Number(all.rows[0]!['taxed']))
  expect(total('tax')).toBe(Number(all.rows[0]!['tax']))
  expect(months.flatMap(({ tax }) => tax.map(({ rate }) => rate))).toEqual(MONTHS.map(() => 1900))
  const { items, sums } = await ask('GET', '/admin/invoices', { page_size: 100 })
  expect(items.length).toBeGreaterThan(30)
  expect(sums).toEqual([{ currency: 'CNY', received: Number(all.rows[0]!['taxed']), tax: Number(all.rows[0]!['tax']) }])
})

test('the kept sums are those of the entries', async () => {
  expect((await checkLedger(t.database, jobActor('check_ledger'), now)).faults.filter(({ rule }) => rule === 'day_sums')).toEqual([])
  await t.asOwner(`update ledger_days set amount = amount + 1 where ctid in (select ctid from ledger_days limit 1)`)
  const { faults } = await checkLedger(t.database, callerOf(admin!.id, ['*']), now)
  expect(faults.filter(({ rule }) => rule === 'day_sums')).toHaveLength(1)
})

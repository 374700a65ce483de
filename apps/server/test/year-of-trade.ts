import { type Movement, Movement as Movements } from '@portico/contract/ledger-admin'
import { eq, sql } from 'drizzle-orm'
import { addMonths, dayKey, dayOfMonth, dayStart } from '../src/calendar.ts'
import { type Leg, post } from '../src/ledger/post.ts'
import { countDeferred } from '../src/months/count-deferred.ts'
import { createOpener } from '../src/orders/fulfill-waiting.ts'
import { resetTraffic } from '../src/subscriptions/reset-traffic.ts'
import { subscriptions } from '../src/subscriptions/subscriptions.table.ts'
import { openShop } from './gateways/shop.ts'
import { disputeEvent, newDispute } from './gateways/stripe-dispute.ts'
import { startStripe } from './gateways/stripe.ts'
import { type Member, startApp, type TestApp } from './harness.ts'
import { SELLER } from './invoice-desk.ts'

export const [AHEAD, BEHIND] = ['Asia/Shanghai', 'America/Los_Angeles']
export const MONTHS = Array.from({ length: 12 }, (_, i) => `2027-${String(i + 1).padStart(2, '0')}`)
const [DAY, GB] = [86_400_000, 2 ** 30]
export const zoneOf = (month: string): string => (month < '2027-07' ? AHEAD : BEHIND)
type AtGateway = { at: Date; way: 'received' | 'refunded' | 'charged_back' | 'came_back'; amount: number }

/** Twelve months of a shop with every kind of movement, half of them in a zone ahead of UTC, half in one behind. */
export async function liveYear() {
  let now = new Date('2026-12-31T00:00:00Z')
  let [serial, admin]: [number, Member | null] = [0, null]

  const [t, gateway] = await Promise.all([startApp({ now: () => now }), startStripe({ now: () => now })])
  const shop = await openShop(t)
  const dollars = await shop.stripe(gateway, { name: 'Card', currency: 'USD', exchange_rate: 139_000, fee_percent: 250, fee_fixed: 7 })
  const bank = await shop.method({ driver: 'manual', name: 'Bank', config: { instructions: 'Account 1' }, fee_fixed: 50 })
  const balance = await shop.method({ driver: 'balance', name: 'Balance' })
  const plan = await t.plan({ name: 'Basic' })
  const dear = await t.plan({ name: 'Pro', month_price: 3000 })
  const given = await t.plan({ name: 'Given' })
  const open = createOpener(t.app)
  /** What the gateway has: by its own clock and in its own currency. */
  const atGateway: AtGateway[] = []
  const note = (way: AtGateway['way'], amount: number) => void atGateway.push({ at: now, way, amount })
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
  const consume = (member: Member, bytes: number) =>
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
    unused.set(month, await unusedAt(t, now))
    await moveTo(new Date(first.getTime() + 2 * DAY))
    const [buyer, spender] = [await t.member(), await t.member()]
    const monthly = await buy(buyer, { plan_id: plan.id, period: 'month_price' })
    const card = await byCard(buyer, monthly)
    await consume(buyer, (n % 4) * 2 * GB)
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
    await ask('POST', '/admin/orders', { email: assigned.email, plan_id: given.id, period: 'month_price', total_amount: 500 })
    if (n === 0) {
      const yearly = await t.member()
      await byHand(await buy(yearly, { plan_id: plan.id, period: 'year_price' }))
      await consume(yearly, 5 * GB)
    }
    await posting('balance.adjusted', now, [
      { kind: 'site', amount: -75 },
      { kind: 'member', ownerId: spender.id, amount: 70 },
      { kind: 'unallocated', amount: 5 },
    ])
    await payOut(n)
    // Every kind of movement at both ends of the month, in both zones.
    await t.database.transaction(async (tx) => {
      for (const [i, kind] of Movements.options.entries()) {
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
  unused.set('2028-01', await unusedAt(t, now))

  return {
    t,
    dollars,
    balance,
    atGateway,
    unused,
    ask,
    settings,
    admin: () => admin!,
    now: () => now,
    stop: () => Promise.all([t.stop(), gateway.stop()]),
  }
}

/**
 * The worth of all orders by a rule of its own: equal parts for the months of a term, the running one by time or traffic, whichever is
 * less.
 */
async function unusedAt(t: TestApp, now: Date): Promise<number> {
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

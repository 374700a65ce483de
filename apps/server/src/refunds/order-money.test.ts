import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/harness.ts'
import { at, GB, type TimeMachine, timeMachine } from '../../test/time-machine.ts'
import { funds } from '../ledger/ledger.table.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { orderMoney, revenueOf, runningHolder, takenFromMoney } from './order-money.ts'
import { takenForTopUp } from './money-back.ts'

const MEMBER = 7
const holder = { id: 2, accountId: MEMBER } as OrderRow

test.each([
  ['the balance has enough', { onBalance: 500, amount: 300, fromBalance: true }, { member: -300, holder: 0 }],
  ['the balance has just enough', { onBalance: 300, amount: 300, fromBalance: true }, { member: -300, holder: 0 }],
  ['the balance has a part', { onBalance: 100, amount: 300, fromBalance: true }, { member: -100, holder: -200 }],
  ['the money goes to the balance', { onBalance: 500, amount: 300, fromBalance: false }, { member: 0, holder: -300 }],
])('money of an absorbed order: %s', (_, { onBalance, amount, fromBalance }, taken) => {
  const legs = takenFromMoney({ onBalance, inOrder: 1000, holder }, MEMBER, { amount, fromBalance })
  expect(legs.map((leg) => ({ ...leg, amount: leg.amount + 0 }))).toEqual([
    { kind: 'member', ownerId: MEMBER, amount: taken.member },
    { kind: 'revenue', amount: taken.holder, order: holder },
  ])
})

test('if no order holds it, all of it is on the balance', () => {
  expect(takenFromMoney({ onBalance: 300, inOrder: 0, holder: null }, MEMBER, { amount: 300, fromBalance: true })).toEqual([
    { kind: 'member', ownerId: MEMBER, amount: -300 },
  ])
})

describe('where the money paid for an order is', () => {
  let t: TestApp
  let tm: TimeMachine
  beforeAll(async () => {
    t = await startApp()
    tm = timeMachine(t)
  })
  afterAll(() => t.stop())

  const zone = 'UTC'
  const now = at('2027-01-01T00:00', zone)
  const read = async (id: number) => (await t.database.db.select().from(orders).where(eq(orders.id, id)))[0]!
  const money = async (id: number, when = now) => {
    const context = { now: when, settings: tm.settingsIn(zone) }
    const { holder: where, ...amounts } = await orderMoney(t.database.db, await read(id), context)
    return { ...amounts, holder: where?.id ?? null }
  }
  /** An order of a member and the one for another plan at the same moment, which absorbs it. */
  async function changed(first: 'month_price' | 'year_price', second: 'month_price' | 'year_price', price = 3000) {
    const [member, held, next] = [await t.member(), await tm.plan(), await tm.plan({ month_price: price })]
    const { id } = await tm.buy(member, held, first, now, zone)
    const heir = await tm.buy(member, next, second, now, zone)
    return { member, id, heir }
  }

  test('in the order itself, until another absorbs it; an order without money has none', async () => {
    const [member, plan, free] = [await t.member(), await tm.plan(), await tm.plan({ month_price: 0 })]
    const { id } = await tm.buy(member, plan, 'month_price', now, zone)
    expect(await money(id)).toEqual({ onBalance: 0, inOrder: 3000, holder: id })
    const { id: gift } = await tm.buy(await t.member(), free, 'month_price', now, zone)
    expect(await money(gift)).toEqual({ onBalance: 0, inOrder: 0, holder: gift })
  })

  test('in the order for a dearer plan: its share of what is unused there, without the fee', async () => {
    const { member, id, heir } = await changed('month_price', 'year_price')
    expect(await money(id)).toEqual({ onBalance: 0, inOrder: 3000, holder: heir.id })
    // Half of the first of twelve months is used: 345.00 of 360.00 is left, of which 30.00 ÷ 360.00 is its own.
    await tm.use(member, 5 * GB, now)
    expect(await money(id)).toMatchObject({ inOrder: 2875 })
    // With a fee of 60.00, 287.50 of 300.00 is left.
    await t.database.db.update(orders).set({ feeAmount: 6000 }).where(eq(orders.id, heir.id))
    expect(await money(id)).toMatchObject({ inOrder: 2875 })
  })

  test('on the balance and in the order for a cheaper plan; once that is over, only on the balance', async () => {
    const { member, id, heir } = await changed('year_price', 'month_price')
    expect(await money(id)).toEqual({ onBalance: 33_000, inOrder: 3000, holder: heir.id })
    await tm.use(member, 5 * GB, now)
    expect(await money(id)).toEqual({ onBalance: 33_000, inOrder: 1500, holder: heir.id })
    expect(await money(id, heir.termEnd!)).toEqual({ onBalance: 33_000, inOrder: 0, holder: null })
  })

  test('each its own part, where two orders were worth more than the plan that absorbed them', async () => {
    const [member, held, next] = [await t.member(), await tm.plan(), await tm.plan({ month_price: 4500 })]
    const { id: first } = await tm.buy(member, held, 'month_price', now, zone)
    const { id: second } = await tm.buy(member, held, 'month_price', now, zone)
    const heir = await tm.buy(member, next, 'month_price', now, zone)
    const [a, b] = [await money(first), await money(second)]
    expect([a.onBalance + a.inOrder, b.onBalance + b.inOrder]).toEqual([3000, 3000])
    expect([a.onBalance + b.onBalance, a.inOrder + b.inOrder, a.holder, b.holder]).toEqual([1500, 4500, heir.id, heir.id])
  })

  test('nowhere, if all of it was taken back', async () => {
    const { id, heir } = await changed('month_price', 'year_price')
    await t.database.db.delete(funds).where(eq(funds.orderId, heir.id))
    expect(await money(id)).toEqual({ onBalance: 0, inOrder: 0, holder: heir.id })
  })

  test('on the balance only, where the plan after it cost nothing', async () => {
    const { id } = await changed('month_price', 'month_price', 0)
    expect(await money(id)).toEqual({ onBalance: 3000, inOrder: 0, holder: null })
  })

  test('in the ledger as revenue, even if the order has no funds', async () => {
    const { id, heir } = await changed('month_price', 'year_price')
    await t.database.db.delete(funds).where(inArray(funds.orderId, [id, heir.id]))
    expect(await revenueOf(t.database.db, id)).toBe(3000)
    expect(await revenueOf(t.database.db, -1)).toBe(0)
  })

  test('in no order of a member without a subscription', async () => {
    const { member, id } = await changed('month_price', 'year_price')
    const context = { now, settings: tm.settingsIn(zone) }
    expect(await runningHolder(t.database.db, await read(id), context)).toMatchObject({ unused: 36_000 })
    await t.database.db.delete(subscriptions).where(eq(subscriptions.accountId, member.id))
    expect(await runningHolder(t.database.db, await read(id), context)).toBeNull()
  })
})

const topup = { id: 1, accountId: 7, type: 'topup', totalAmount: 1000, bonusAmount: 99, shortfallAmount: 0, refundedAmount: 0 } as OrderRow
const sums = (order: OrderRow, amount: number, fee: number) => {
  const legs = takenForTopUp(order, amount, fee)
  expect(legs.filter(({ kind }) => kind === 'member').every(({ ownerId }) => ownerId === order.accountId)).toBe(true)
  const of = (kind: string): number => legs.reduce((sum, leg) => sum + (leg.kind === kind ? leg.amount : 0), 0)
  return { member: of('member'), site: of('site'), revenue: of('revenue') }
}

test.each<[string, Partial<OrderRow>, [amount: number, fee: number], object]>([
  // 99 × 500 / 1000 = 49.5
  ['half takes half of the bonus along, rounded down', {}, [500, 50], { member: -549, site: 49, revenue: 0 }],
  // 99 − 49: what rounding left
  ['the other half takes the rest of it', { refundedAmount: 500 }, [500, 50], { member: -550, site: 50, revenue: 0 }],
  ['all takes all of it', {}, [1000, 0], { member: -1099, site: 99, revenue: 0 }],
  // the fee of 50 was never on the balance
  ['more than came to the balance is the fee', {}, [1050, 50], { member: -1099, site: 99, revenue: -50 }],
  ['the fee alone leaves the member alone', { refundedAmount: 1000 }, [50, 50], { member: 0, site: 0, revenue: -50 }],
  ['a part of the fee after some of it', { refundedAmount: 1020 }, [30, 30], { member: 0, site: 0, revenue: -30 }],
  ['a fee of which a part is gone', { refundedAmount: 500 }, [550, 20], { member: -580, site: 50, revenue: -20 }],
  ['without a bonus', { bonusAmount: 0 }, [400, 0], { member: -400, site: 0, revenue: 0 }],
  // 900 came in, with all of the bonus.
  ['a third of what came in, with a shortfall', { shortfallAmount: 100 }, [300, 0], { member: -333, site: 33, revenue: 0 }],
  ['all that came in, with a shortfall', { shortfallAmount: 100 }, [900, 0], { member: -999, site: 99, revenue: 0 }],
  ['of nothing paid from outside', { totalAmount: 0, bonusAmount: 5 }, [10, 10], { member: 0, site: 0, revenue: -10 }],
])('a refund of a top-up: %s', (_, facts, [amount, fee], expected) => {
  expect(sums({ ...topup, ...facts }, amount, fee)).toEqual(expected)
})

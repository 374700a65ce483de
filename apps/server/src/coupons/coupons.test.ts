import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { atOnce, expectOne, RACES } from '../../test/at-once.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { expireOrders } from '../orders/cancel-order.ts'
import { couponUses } from './coupon-uses.table.ts'
import { coupons } from './coupons.table.ts'

const t = await forFile(startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } }))
const shop = await openShop(t)

type Values = Partial<typeof coupons.$inferInsert>
let serial = 0
/** A coupon of 3.00 off anything, unless `values` says otherwise. */
const coupon = async (values: Values = {}): Promise<{ id: number; code: string }> => {
  const given = { code: `CODE${++serial}`, name: 'Summer', kind: 'amount' as const, value: 300, ...values }
  const [row] = await t.database.db.insert(coupons).values(given).returning()
  return row!
}
const usesOf = async (id: number) => {
  const [row] = await t.database.db.select().from(coupons).where(eq(coupons.id, id))
  const uses = await t.database.db.select().from(couponUses).where(eq(couponUses.couponId, id))
  return { used: row!.used, held: uses.filter(({ returnedAt }) => returnedAt === null).length, uses: uses.length }
}
const wanted = (planId: number, code: string, period = 'month_price') => ({
  plan_id: planId,
  period,
  coupon_code: code,
  use_balance: false,
})
const save = (member: Member, planId: number, code: string) => member.call('POST', '/muser/order/save', wanted(planId, code))
const check = (member: Member, planId: number, code: string, period = 'month_price', headers = {}) =>
  member.call('POST', '/muser/coupon/check', { code, plan_id: planId, period }, headers)
/** Wrong codes are counted per network, so each test has its own. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const forgive = async (member: Member) => {
  await t.app.limits.wrongCouponByAccount.clear(String(member.id))
  await t.app.limits.wrongCouponByAddress.clear('127.0.0.1')
}
const refused = async (member: Member, planId: number, code: string): Promise<string> => {
  const answer = await check(member, planId, code)
  await forgive(member)
  return answer.body.code
}
async function paid(member: Member, planId: number, code: string): Promise<void> {
  const { trade_no } = (await save(member, planId, code)).body
  await shop.takeCash(trade_no)
  await t.runJobs()
}

test('a check shows the same discount as the quote, in any spelling of the code', async () => {
  const [plan, member] = [await t.plan({ month_price: 1999 }), await t.member()]
  const { code } = await coupon({ kind: 'percent', value: 33, endsAt: new Date('2090-01-01T00:00:00Z') })
  const checked = await check(member, plan.id, ` ${code.toLowerCase()} `)
  expect(checked.body).toEqual({
    name: 'Summer',
    code,
    kind: 'percent',
    value: 33,
    discount_amount: 660,
    currency: 'CNY',
    ends_at: '2090-01-01T00:00:00.000Z',
  })
  const quote = await member.call('POST', '/muser/order/quote', wanted(plan.id, code))
  expect(quote.body.lines).toEqual([
    { kind: 'price', amount: 1999 },
    { kind: 'coupon', amount: -660 },
  ])
})

test('a code is found however it is typed; of two that differ by their hyphens, the one that was typed', async () => {
  const [plan, member] = [await t.plan(), await t.member()]
  await coupon({ code: 'SPRING2026', name: 'plain' })
  const named = async (code: string) => (await check(member, plan.id, code)).body.name
  const typed = ['ＳＰＲＩＮＧ２０２６', 'spring 2026', 'SPRING-2026', 'Spring\u20132026', '\u200bspring2026\n', 's-p-r-i-n-g-2026']
  for (const code of typed) expect(await named(code), code).toBe('plain')
  await coupon({ code: 'SPRING-2026', name: 'hyphen' })
  expect([await named('spring\u20112026'), await named('spring 2026')]).toEqual(['hyphen', 'plain'])
})

test('a check answers 422 for malformed input and 404 without the plan', async () => {
  const [member, { code }] = [await t.member(), await coupon()]
  const malformed = await member.call('POST', '/muser/coupon/check', { code: ' ', plan_id: 'x' })
  expect(Object.keys(malformed.body.errors).toSorted()).toEqual(['code', 'period', 'plan_id'])
  expect((await check(member, 999_999, code)).body.code).toBe('plan.not_found')
})

test('a stranger gets the same answer for a code that is unknown, expired, disabled, not yet valid or used up', async () => {
  const [plan, member] = [await t.plan(), await t.member()]
  const hour = (n: number) => new Date(t.app.now().getTime() + n * 3_600_000)
  const dead = await Promise.all([
    coupon({ endsAt: hour(-1) }),
    coupon({ startsAt: hour(1) }),
    coupon({ enabled: false }),
    coupon({ limitUse: 1, used: 1 }),
  ])
  for (const code of ['NO-SUCH-CODE', ...dead.map((one) => one.code)]) expect(await refused(member, plan.id, code)).toBe('coupon.unusable')
})

test('an account that is closed and opened again is no new member, and has used its coupons; another address is new', async () => {
  const [plan, newcomers, once] = [await t.plan(), await coupon({ newMembersOnly: true }), await coupon({ limitPerMember: 1 })]
  const first = await t.register('again@example.com')
  await paid(first, plan.id, newcomers.code)
  await paid(first, plan.id, once.code)
  expect((await t.close(first)).status).toBe(200)
  const [second, other] = [await t.register('Again@example.com'), await t.register('other@example.com')]
  expect(second.id).not.toBe(first.id)
  expect([await refused(second, plan.id, newcomers.code), await refused(second, plan.id, once.code)]).toEqual([
    'coupon.new_members_only',
    'coupon.unusable',
  ])
  expect((await check(other, plan.id, newcomers.code)).status).toBe(200)
  expect((await check(other, plan.id, once.code)).status).toBe(200)
})

describe('money row 17: a coupon on a top-up', () => {
  test('a top-up with a coupon is refused by name, by the quote and by the order; without one it is placed', async () => {
    await shop.admin.call('PATCH', '/admin/settings', { 'topup.enabled': true })
    const [member, { code }] = [await t.member(), await coupon()]
    for (const path of ['/muser/order/quote', '/muser/order/save']) {
      const answer = await member.call('POST', path, { topup_amount: 5000, coupon_code: code })
      expect([answer.status, answer.body.code], path).toEqual([409, 'coupon.not_for_topup'])
    }
    expect((await member.call('GET', '/muser/order/fetch')).body.total).toBe(0)
    expect((await member.call('POST', '/muser/order/save', { topup_amount: 5000, coupon_code: ' ' })).body.total_amount).toBe(5000)
  })
})

test('of many members at once, one gets the last use, and the others’ orders are not placed', async () => {
  const [plan, { id, code }] = [await t.plan(), await coupon({ limitUse: 1 })]
  const members = await atOnce(() => t.member())
  const quotes = await Promise.all(members.map((member) => member.call('POST', '/muser/order/quote', wanted(plan.id, code))))
  expect(quotes.every(({ status }) => status === 200)).toBe(true)
  const placed = await Promise.all(members.map((member, n) => member.call('POST', '/muser/order/save', { quote: quotes[n]!.body.quote })))
  expectOne(placed, 'coupon.unusable')
  expect(await usesOf(id)).toEqual({ used: 1, held: 1, uses: 1 })
  const counts = await Promise.all(members.map(async (member) => (await member.call('GET', '/muser/order/fetch')).body.total))
  expect(counts.filter((n) => n === 1)).toHaveLength(1)
})

test('with one use per member, many orders of one member take one use; many members take many', async () => {
  const [plan, { id, code }] = [await t.plan(), await coupon({ limitPerMember: 1 })]
  const member = await t.member()
  const saved = await atOnce(() => save(member, plan.id, code))
  expect(saved.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await usesOf(id)).toEqual({ used: 1, held: 1, uses: 1 })
  await forgive(member)
  const members = await atOnce(() => t.member())
  const answers = await Promise.all(
    members.map((one, n) => one.call('POST', '/muser/order/save', wanted(plan.id, code), from(`192.0.2.${n}`))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(RACES)
  expect(await usesOf(id)).toEqual({ used: RACES + 1, held: RACES + 1, uses: RACES + 1 })
})

test('a paid use is final: the member cannot use the coupon again, even with an earlier quote', async () => {
  const [plan, { id, code }, member] = [await t.plan({ reset_price: 500 }), await coupon({ limitPerMember: 1 }), await t.member()]
  const first = await t.plan()
  await paid(member, plan.id, (await coupon()).code)
  const ask = () => member.call('POST', '/muser/order/quote', wanted(plan.id, code, 'reset_price'))
  const resets = [await ask(), await ask(), await ask()]
  const { body } = await member.call('POST', '/muser/order/save', { quote: resets[0]!.body.quote })
  await shop.takeCash(body.trade_no)
  await t.runJobs()
  const later = await Promise.all(resets.slice(1).map((quote) => member.call('POST', '/muser/order/save', { quote: quote.body.quote })))
  expect(new Set(later.map((answer) => answer.body.code))).toEqual(new Set(['coupon.unusable']))
  expect(await refused(member, plan.id, code)).toBe('coupon.unusable')
  expect(await refused(member, first.id, code)).toBe('coupon.unusable')
  expect(await usesOf(id)).toEqual({ used: 1, held: 1, uses: 1 })
})

test('a cancelled order gives its use back once, however often it is cancelled; so does an expired order', async () => {
  const [plan, { id, code }, member] = [await t.plan(), await coupon({ limitUse: 1, limitPerMember: 1 }), await t.member()]
  const { trade_no } = (await save(member, plan.id, code)).body
  expect(await usesOf(id)).toEqual({ used: 1, held: 1, uses: 1 })
  await atOnce(() => member.call('POST', '/muser/order/cancel', { trade_no }))
  expect(await usesOf(id)).toEqual({ used: 0, held: 0, uses: 1 })

  expect((await save(member, plan.id, code)).status).toBe(200)
  const later = new Date(t.app.now().getTime() + 31 * 60_000)
  await atOnce(() => expireOrders(t.database, later))
  expect(await usesOf(id)).toEqual({ used: 0, held: 0, uses: 2 })
  expect((await save(await t.member(), plan.id, code)).status).toBe(200)
})

test('simultaneous orders and cancellations of many members leave exactly the uses of the open orders', async () => {
  const [plan, { id, code }] = [await t.plan(), await coupon({ limitUse: 5 })]
  const members = await atOnce(() => t.member())
  const open = await Promise.all(
    members.map(async (member, n) => {
      const { status, body } = await member.call('POST', '/muser/order/save', wanted(plan.id, code), from(`198.51.100.${n}`))
      if (status !== 200 || n % 2 === 0) return status === 200
      return (await member.call('POST', '/muser/order/cancel', { trade_no: body.trade_no })).status !== 200
    }),
  )
  const holding = open.filter(Boolean).length
  expect(holding).toBeLessThanOrEqual(5)
  expect(await usesOf(id)).toMatchObject({ used: holding, held: holding })
})

test('a member who guesses codes is stopped at the sixth, on any endpoint, and told when to try again', async () => {
  const [plan, member, { code }] = [await t.plan(), await t.member(), await coupon()]
  const here = from('203.0.113.1')
  const guess = (door: string, n: number | string) =>
    door.endsWith('check')
      ? check(member, plan.id, `GUESS${n}`, 'month_price', here)
      : member.call('POST', door, wanted(plan.id, `GUESS${n}`), here)
  const doors = ['/muser/coupon/check', '/muser/order/quote', '/muser/order/save', '/muser/coupon/check', '/muser/order/quote']
  for (const [n, door] of doors.entries()) expect((await guess(door, n)).body.code).toBe('coupon.unusable')
  for (const door of new Set(doors)) {
    const { status, body, headers } = await guess(door, 'X')
    expect([status, body.code]).toEqual([429, 'limit.exceeded'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  }
  // A right code is refused too, or the limit would reveal which code is right. Calls without a code still work.
  expect((await check(member, plan.id, code, 'month_price', here)).status).toBe(429)
  expect((await member.call('POST', '/muser/order/quote', { plan_id: plan.id, period: 'month_price' }, here)).status).toBe(200)
  // The account is blocked everywhere, and so is everyone in its network; members elsewhere are not.
  expect((await check(member, plan.id, code, 'month_price', from('203.0.113.2'))).status).toBe(429)
  const neighbour = await t.member()
  expect((await neighbour.call('POST', '/muser/order/quote', wanted(plan.id, 'GUESS'), here)).status).toBe(429)
  expect((await neighbour.call('POST', '/muser/order/quote', wanted(plan.id, code), from('203.0.113.3'))).status).toBe(200)
})

test('many guesses at once are five guesses', async () => {
  const [plan, member] = [await t.plan(), await t.member()]
  const answers = await atOnce((n) => member.call('POST', '/muser/order/quote', wanted(plan.id, `WRONG${n}`), from('203.0.113.9')))
  expect(answers.filter(({ body }) => body.code === 'coupon.unusable')).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(RACES - 5)
})

test('right codes do not count as guesses, even where they cannot be used', async () => {
  const [plan, member, { code }] = [await t.plan(), await t.member(), await coupon({ periods: ['month_price'] })]
  for (let n = 0; n < 8; n++) {
    expect((await check(member, plan.id, code)).status).toBe(200)
    expect((await check(member, plan.id, code, 'year_price')).body.code).toBe('coupon.not_here')
  }
})

test('a coupon disabled after the quote is refused by the order, and keeps its uses', async () => {
  const [plan, member, { id, code }] = [await t.plan(), await t.member(), await coupon()]
  const { quote } = (await member.call('POST', '/muser/order/quote', wanted(plan.id, code))).body
  await t.database.db.update(coupons).set({ enabled: false }).where(eq(coupons.id, id))
  const placed = await member.call('POST', '/muser/order/save', { quote })
  expect([placed.status, placed.body.code]).toEqual([409, 'coupon.unusable'])
  expect(await usesOf(id)).toEqual({ used: 0, held: 0, uses: 0 })
})

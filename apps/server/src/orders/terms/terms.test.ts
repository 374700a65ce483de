import { randomUUID } from 'node:crypto'
import type { Period } from '@portico/contract/periods'
import type { ResetMode } from '@portico/contract/reset-mode'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../../../test/at-once.ts'
import { type Answer, forFile, type Member, startApp } from '../../../test/harness.ts'
import { at, GB, timeMachine } from '../../../test/time-machine.ts'
import type { PlanRow } from '../../plans/plans.table.ts'
import { resetTraffic } from '../../subscriptions/reset-traffic.ts'
import { beginTerms } from './begin-terms.ts'

// Members and operators act over HTTP at the times given, in Shanghai unless the test says otherwise. Figures are written down.

const zone = 'Asia/Shanghai'
let clock = at('2027-01-01T00:00', zone)
const t = await forFile(startApp({ now: () => clock }))
const tm = timeMachine(t)

const go = (when: string): void => {
  clock = at(when, zone)
}
/** Moves to that time, and runs what runs every minute, twice and in any sequence. */
async function night(when: string): Promise<void> {
  go(when)
  const jobs = [() => beginTerms(t.database, clock, zone), () => resetTraffic(t.database, clock, zone)]
  for (const job of [...jobs, ...jobs.toReversed()]) await job()
}
/** Signs in again, because months may have passed. */
type Ask = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: Record<string, unknown>) => Promise<Answer>
async function as({ id }: { id: number }): Promise<Ask> {
  const token = await t.signIn(id)
  return async (method, path, payload = {}) => {
    const answer = await t.call(method, path, payload, { 'x-token': token })
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer
  }
}
const byOperator: Ask = async (...asked) => (await as(await t.admin()))(...asked)
const refund = (tradeNo: string, amount: number) =>
  byOperator('POST', `/admin/orders/${tradeNo}/refunds`, {
    refund_no: randomUUID().replaceAll('-', ''),
    way: 'manual',
    amount,
    reason: 'a test',
  })
async function buy(member: Member, plan: PlanRow, period: Period = 'month_price'): Promise<string> {
  const ask = await as(member)
  const { body } = await ask('POST', '/muser/order/save', { plan_id: plan.id, period, use_balance: false })
  if (body.total_amount > 0) await byOperator('POST', `/admin/orders/${body.trade_no}/payment`, { note: 'cash' })
  await t.runJobs()
  return body.trade_no
}
const quote = async (member: Member, plan: PlanRow, period: Period = 'month_price') =>
  (await (await as(member))('POST', '/muser/order/quote', { plan_id: plan.id, period, use_balance: false })).body
const worth = async (member: Member, plan: PlanRow): Promise<number> => {
  const { lines, credit_amount: credit } = await quote(member, plan)
  return credit - (lines.find(({ kind }: { kind: string }) => kind === 'surplus')?.amount ?? 0)
}
const shown = async (member: Member) => (await (await as(member))('GET', '/muser/getSubscribe')).body
const use = (member: Member, gigabytes: number) => tm.use(member, gigabytes * GB, clock)
const change = (plan: PlanRow, values: Record<string, unknown>) => byOperator('PATCH', `/admin/plans/${plan.id}`, values)
async function edit({ id }: Member, values: Record<string, unknown>): Promise<void> {
  const { version } = (await byOperator('GET', `/admin/users/${id}`)).body.user
  await byOperator('PATCH', `/admin/users/${id}`, { version, change: values })
}
async function holder(values: Partial<PlanRow> = {}, period: Period = 'month_price') {
  const [member, plan] = [await t.member(), await tm.plan({ transferEnable: 100 * GB, reset_price: 300, ...values })]
  return { member, plan, tradeNo: await buy(member, plan, period) }
}
const gb = ({ transfer_enable: all, u, d }: { transfer_enable: number; u: number; d: number }) => [all / GB, (u + d) / GB]

describe('money row 6: what was paid for is used first, and stays used', () => {
  test('a used up plan has no rest; a reset pack adds its own price only, less its use', async () => {
    go('2027-01-01T00:00')
    const [{ member, plan }, other] = [await holder(), await tm.plan()]
    expect(await worth(member, other)).toBe(3000)
    await use(member, 100)
    expect(await worth(member, other)).toBe(0)
    await buy(member, plan, 'reset_price')
    expect(gb(await shown(member))).toEqual([100, 0])
    expect(await worth(member, other)).toBe(300)
    await use(member, 40)
    expect(await worth(member, other)).toBe(180)
    await night('2027-02-01T00:00')
    expect(await worth(member, other)).toBe(0)
  })

  test('given traffic does not raise the rest, whether it keeps or ends with the cycle', async () => {
    go('2027-01-01T00:00')
    const [{ member }, other] = [await holder(), await tm.plan()]
    await use(member, 50)
    for (const keeps of [true, false]) {
      await byOperator('POST', `/admin/users/${member.id}/traffic`, { bytes: 50 * GB, keeps, reason: 'a test' })
      expect(await worth(member, other)).toBe(1500)
    }
    await use(member, 50)
    expect(await worth(member, other)).toBe(0)
  })

  test('a plan bought hours before its reset would be due has one quota', async () => {
    go('2027-03-31T23:59')
    const { member } = await holder({ resetMode: 'first_of_month' })
    await use(member, 2)
    await night('2027-04-01T00:00')
    expect(gb(await shown(member))).toEqual([100, 2])
    expect((await shown(member)).next_reset_at).toBeNull()
  })

  test('many packs at once: one is delivered, and the rest never exceeds what was paid', async () => {
    go('2027-01-01T00:00')
    const [{ member, plan }, other] = [await holder(), await tm.plan()]
    await use(member, 100)
    const ask = await as(member)
    const tried = await atOnce(() =>
      ask('POST', '/muser/order/save', { plan_id: plan.id, period: 'reset_price', use_balance: false }).catch(() => null),
    )
    const [placed, ...more] = tried.filter((answer) => answer !== null)
    expect(more).toEqual([])
    await atOnce(async () => (await t.admin()).call('POST', `/admin/orders/${placed!.body.trade_no}/payment`, { note: 'cash' }))
    await t.runJobs()
    expect(await worth(member, other)).toBe(300)
  })
})

describe('money row 7: a renewal’s conditions begin with its term', () => {
  const smaller = { transfer_enable: 50 * GB, speed_limit: 20, device_limit: 1 }

  test('the plan shrinks: the month already paid for stays as it was sold, and the quote says from when', async () => {
    go('2027-01-10T10:00')
    const { member, plan } = await holder()
    await use(member, 60)
    await change(plan, smaller)
    go('2027-01-20T10:00')
    expect(await quote(member, plan)).toMatchObject({
      type: 'renew',
      begins_at: '2027-02-10T02:00:00.000Z',
      before: { traffic: 100 * GB, traffic_left: 40 * GB, device_limit: null, speed_limit: null },
      after: { traffic: 50 * GB, traffic_left: 40 * GB, device_limit: 1, speed_limit: 20, expired_at: '2027-03-10T02:00:00.000Z' },
    })
    await buy(member, plan)
    await night('2027-02-09T23:59')
    expect(await shown(member)).toMatchObject({
      state: 'active',
      transfer_enable: 100 * GB,
      d: 60 * GB,
      speed_limit: null,
      device_limit: null,
    })
    await night('2027-02-10T00:00')
    expect(await shown(member)).toMatchObject({ transfer_enable: 50 * GB, d: 0, speed_limit: 20, device_limit: 1 })
    await use(member, 10)
    await night('2027-02-11T00:00')
    expect(gb(await shown(member))).toEqual([50, 10])
  })

  test('two renewals ahead begin one after the other, each with what it was sold for; late jobs apply the last', async () => {
    go('2027-01-10T10:00')
    const [prompt, late] = [await holder(), await holder()]
    for (const { member, plan } of [prompt, late]) {
      for (const transfer of [50, 70]) {
        await change(plan, { transfer_enable: transfer * GB })
        await buy(member, plan)
      }
    }
    await night('2027-02-10T00:00')
    expect(gb(await shown(prompt.member))).toEqual([50, 0])
    go('2027-03-12T12:00')
    await atOnce(async () => beginTerms(t.database, clock, zone))
    for (const { member } of [prompt, late]) expect(gb(await shown(member))).toEqual([70, 0])
  })

  test('a refunded renewal never begins, and the one after it begins in its place', async () => {
    go('2027-01-10T10:00')
    const { member, plan } = await holder()
    await change(plan, { transfer_enable: 50 * GB })
    const refunded = await buy(member, plan)
    await change(plan, { transfer_enable: 70 * GB })
    await buy(member, plan)
    await refund(refunded, 3000)
    // It had 28 days.
    expect(await shown(member)).toMatchObject({ transfer_enable: 100 * GB, expired_at: '2027-03-13T02:00:00.000Z' })
    await night('2027-02-10T10:00')
    expect(gb(await shown(member))).toEqual([70, 0])
  })

  test('what an operator edits meanwhile stays until then', async () => {
    go('2027-01-10T10:00')
    const { member, plan } = await holder()
    await change(plan, { transfer_enable: 50 * GB })
    await buy(member, plan)
    await edit(member, { transfer_enable: 500 * GB })
    await night('2027-02-09T12:00')
    expect(gb(await shown(member))).toEqual([500, 0])
    await night('2027-02-10T00:00')
    expect(gb(await shown(member))).toEqual([50, 0])
  })

  test('a renewal of a plan that was changed before it began is not applied to the new plan', async () => {
    go('2027-01-10T10:00')
    const [{ member, plan }, other] = [await holder(), await tm.plan({ transferEnable: 200 * GB })]
    await change(plan, { transfer_enable: 50 * GB })
    await buy(member, plan)
    await buy(member, other, 'year_price')
    await night('2027-02-10T12:00')
    expect(gb(await shown(member))).toEqual([200, 0])
  })

  test('in the middle of a cycle a quota does not shrink: the smaller one begins with the next cycle', async () => {
    go('2027-01-10T10:00')
    const { member, plan } = await holder({ resetMode: 'first_of_month' })
    await change(plan, { transfer_enable: 50 * GB, device_limit: 1 })
    await buy(member, plan)
    await night('2027-02-01T00:00')
    await use(member, 60)
    await night('2027-02-10T00:00')
    expect(await shown(member)).toMatchObject({ state: 'active', transfer_enable: 100 * GB, d: 60 * GB, device_limit: 1 })
    await night('2027-03-01T00:00')
    expect(gb(await shown(member))).toEqual([50, 0])
  })
})

test('a renewal with more traffic is wholly unused until its term begins, also in a cycle that has begun', async () => {
  go('2027-01-10T00:00')
  const { member, plan } = await holder({ resetMode: 'first_of_month' })
  const other = await tm.plan()
  await night('2027-02-01T00:00')
  expect(await worth(member, other), 'the second of two cycles').toBe(1500)
  await change(plan, { transfer_enable: 200 * GB })
  await buy(member, plan)
  expect(await worth(member, other)).toBe(4500)
})

describe('money row 8: each day is valued once', () => {
  test('an operator cuts a term to a day, the member renews: 32 days', async () => {
    go('2027-01-01T00:00')
    const [{ member, plan }, other] = [await holder(), await tm.plan()]
    await edit(member, { expired_at: at('2027-01-02T00:00', zone).toISOString() })
    await buy(member, plan)
    expect(await shown(member)).toMatchObject({ expired_at: at('2027-02-02T00:00', zone).toISOString() })
    expect(await worth(member, other)).toBe(3096)
  })
})

describe('money row 16: when traffic is reset', () => {
  const cases: [mode: ResetMode, begins: string, resets: string[]][] = [
    ['monthly', '2027-01-31T10:30', ['2027-02-28T00:00', '2027-03-31T00:00', '2027-04-30T00:00']],
    ['first_of_month', '2027-01-15T10:30', ['2027-02-01T00:00', '2027-03-01T00:00', '2027-04-01T00:00']],
    ['yearly', '2028-02-29T10:30', ['2029-02-28T00:00', '2030-02-28T00:00']],
    ['january_first', '2027-06-15T10:30', ['2028-01-01T00:00', '2029-01-01T00:00', '2030-01-01T00:00']],
    ['never', '2027-01-15T10:30', []],
  ]
  test.each(cases)('%s, from %s: %j, and a late job resets once', async (mode, begins, resets) => {
    go(begins)
    const { member } = await holder(
      { resetMode: mode },
      mode === 'monthly' || mode === 'first_of_month' ? 'year_price' : 'three_year_price',
    )
    for (const [i, reset] of resets.entries()) {
      expect((await shown(member)).next_reset_at).toBe(at(reset, zone).toISOString())
      await use(member, 5)
      clock = new Date(at(reset, zone).getTime() - 1)
      await resetTraffic(t.database, clock, zone)
      expect(gb(await shown(member))[1]).toBe(i === 0 ? 5 : 6)
      // The first comes in time, the others hours late.
      await night(i === 0 ? reset : reset.replace('00:00', '13:00'))
      await use(member, 1)
      await night(reset.replace('00:00', '14:00'))
      expect(gb(await shown(member))[1]).toBe(1)
    }
    if (mode === 'never') expect((await shown(member)).next_reset_at).toBeNull()
  })

  test('without a reset, each term has one quota, from its first day', async () => {
    go('2027-01-15T10:30')
    const { member, plan } = await holder({ resetMode: 'never' }, 'quarter_price')
    await use(member, 100)
    await buy(member, plan, 'quarter_price')
    await night('2027-04-14T12:00')
    expect(await shown(member)).toMatchObject({ state: 'over_quota' })
    await night('2027-04-15T00:00')
    await use(member, 3)
    await night('2027-07-01T00:00')
    expect(gb(await shown(member))).toEqual([100, 3])
  })

  test('a plan without a mode takes the site’s; members who have it keep their day until their next term', async () => {
    go('2027-01-15T10:30')
    const old = await holder()
    await byOperator('PATCH', '/admin/settings', { 'subscription.reset_mode': 'january_first' })
    const young = await holder({}, 'year_price')
    await buy(old.member, old.plan, 'year_price')
    expect((await shown(young.member)).next_reset_at).toBe(at('2028-01-01T00:00', zone).toISOString())
    expect((await byOperator('GET', '/admin/plans')).body.items.at(-1)).toMatchObject({ reset_mode: null })
    await night('2027-02-10T00:00')
    expect((await shown(old.member)).next_reset_at).toBe(at('2027-02-15T00:00', zone).toISOString())
    await night('2027-02-15T00:00')
    expect((await shown(old.member)).next_reset_at).toBe(at('2028-01-01T00:00', zone).toISOString())
    await byOperator('PATCH', '/admin/settings', { 'subscription.reset_mode': 'monthly' })
  })
})

describe('money row 17: packs and gifts', () => {
  test('a quote for a reset warns when nothing is used, and the pack is sold', async () => {
    go('2027-01-10T10:00')
    const { member, plan } = await holder()
    expect(await quote(member, plan, 'reset_price')).toMatchObject({ nothing_used: true, total_amount: 300 })
    await use(member, 1)
    expect(await quote(member, plan, 'reset_price')).toMatchObject({ nothing_used: false, before: { traffic_left: 99 * GB } })
    expect((await quote(member, plan)).nothing_used).toBe(false)
  })

  test('a reset that was left out at the end of a term takes place with the renewal: no pack is sold that ends before it began', async () => {
    go('2027-01-15T12:00')
    const { member, plan } = await holder()
    await use(member, 60)
    await night('2027-02-15T00:00')
    expect(gb(await shown(member)), 'the term ends at noon').toEqual([100, 60])
    go('2027-02-15T06:00')
    await buy(member, plan)
    expect(await shown(member)).toMatchObject({ u: 0, d: 0, expired_at: at('2027-03-15T12:00', zone).toISOString() })
    expect(await quote(member, plan, 'reset_price')).toMatchObject({ nothing_used: true })
  })

  test('a reset that is due takes place before a pack is opened, and not once more after it', async () => {
    go('2027-01-15T12:00')
    const { member, plan } = await holder({}, 'year_price')
    await use(member, 60)
    go('2027-02-15T00:00')
    await buy(member, plan, 'reset_price')
    await use(member, 30)
    await night('2027-02-15T00:01')
    expect(gb(await shown(member))).toEqual([100, 30])
  })

  test('a free month leaves the free reset; each is free once', async () => {
    go('2027-01-10T10:00')
    const { member, plan } = await holder({ month_price: 0, reset_price: 0 })
    await use(member, 100)
    await buy(member, plan, 'reset_price')
    expect(gb(await shown(member))).toEqual([100, 0])
    for (const period of ['month_price', 'reset_price'] as const) await expect(buy(member, plan, period)).rejects.toThrow('plan.free_taken')
  })

  test('refunding a pack takes no days off the term', async () => {
    go('2027-01-10T10:00')
    const { member, plan } = await holder()
    await use(member, 100)
    await refund(await buy(member, plan, 'reset_price'), 300)
    expect(await shown(member)).toMatchObject({ expired_at: '2027-02-10T02:00:00.000Z' })
  })
})

import { expect, test } from 'vitest'
import { openShop } from '../../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { at, GB, timeMachine } from '../../../test/time-machine.ts'
import { actOnMember } from '../../members/act-on-member.ts'
import { changeUser } from '../../members/change-user.ts'
import { callerOf } from '../../actor.ts'
import { lockSubscription } from '../../subscriptions/change-subscription.ts'
import { resetTraffic } from '../../subscriptions/reset-traffic.ts'
import { unusedOrders } from '../value/unused-orders.ts'
import { beginTerms } from './begin-terms.ts'

// Time that is given, around time that was bought, day by day.

const t = await forFile(startApp())
const tm = timeMachine(t)
const operator = (await openShop(t)).admin

const zone = 'Asia/Shanghai'
const DAY = 86_400_000
const begins = at('2027-01-10T12:00', zone)
const later = (days: number): Date => new Date(begins.getTime() + days * DAY)
const staff = () => callerOf(operator.id, ['*'])

/** The jobs of each half day, in the order that is worse for the member. Returns the quota and when it began, each time it began again. */
async function live(member: Member, until: Date, from = begins): Promise<[day: string, gigabytes: number][]> {
  const quotas: [string, number][] = []
  let cycle = 0
  for (let now = from; now <= until; now = new Date(now.getTime() + DAY / 2)) {
    await resetTraffic(t.database, now, zone)
    await beginTerms(t.database, now, zone)
    const { cycleBeganAt, transferEnable } = await tm.term(member)
    if (cycleBeganAt!.getTime() !== cycle) quotas.push([cycleBeganAt!.toISOString().slice(0, 10), transferEnable / GB])
    cycle = cycleBeganAt!.getTime()
  }
  return quotas
}

const extend = (member: Member, days: number, now: Date) =>
  t.database.transaction((tx) => actOnMember(tx, staff(), member.id, { kind: 'extend', days }, { reason: 'r', tells: true }, { now, zone }))

async function worth(member: Member, now: Date, where = zone): Promise<number> {
  const context = { now, settings: tm.settingsIn(where) }
  const unused = await t.database.transaction(async (tx) => unusedOrders(tx, await lockSubscription(tx, member.id), 'CNY', context))
  return [...unused.values()].reduce((sum, amount) => sum + amount, 0)
}

const edit = async (member: Member, change: { expired_at: string; plan_id?: number } | { d: number }, now: Date) => {
  const { rows } = await t.database.pool.query('select version from accounts where id = $1', [member.id])
  await changeUser(t.database, staff(), member.id, { version: rows[0].version, change }, { now, settings: tm.settingsIn(zone) })
}
const setEnd = (member: Member, end: Date, now: Date) => edit(member, { expired_at: end.toISOString() }, now)

test('given days follow the last bought cycle with their share, and no bought cycle moves', async () => {
  const [member, plan] = await Promise.all([t.member(), tm.plan({ transferEnable: 100 * GB })])
  await tm.buy(member, plan, 'quarter_price', begins, zone)
  await tm.use(member, 95 * GB, begins)
  const before = await worth(member, later(5))
  await extend(member, 2, later(5))
  expect(await worth(member, later(5))).toBe(before)
  // Midnight in Shanghai is on the day before in UTC. Two days: 6.7 GB.
  expect(await live(member, later(91.5))).toEqual([
    ['2027-01-10', 100],
    ['2027-02-09', 100],
    ['2027-03-09', 100],
    ['2027-04-10', 7],
  ])
  expect((await tm.term(member)).expiresAt).toEqual(later(92))
  const { rows } = await t.database.pool.query(`select data from events where account_id = $1 and type = 'told_by_staff'`, [member.id])
  expect(rows).toEqual([{ data: { what: 'extended', days: 2, bytes: 7 * GB, begins_at: later(90).toISOString() } }])
})

test('a renewal comes before given days, but after those that have begun', async () => {
  const [member, plan] = await Promise.all([t.member(), tm.plan({ transferEnable: 100 * GB })])
  await tm.buy(member, plan, 'month_price', begins, zone)
  await extend(member, 3, later(1))
  expect(await tm.buy(member, plan, 'month_price', later(2), zone)).toMatchObject({ termStart: later(31), termEnd: later(59) })
  const first = await live(member, later(60))
  expect(first).toEqual([
    ['2027-01-10', 100],
    ['2027-02-09', 100],
    ['2027-03-10', 10],
  ])
  const { termStart } = await tm.buy(member, plan, 'month_price', later(60), zone)
  expect(termStart).toEqual(later(62))
  await tm.use(member, 10 * GB, later(60))
  expect(await live(member, later(90), later(60.5))).toEqual([
    ['2027-03-10', 10],
    ['2027-03-13', 100],
  ])
})

test('a later end is given time, an earlier one takes it first, and bought time comes back as it was sold', async () => {
  const [member, plan] = await Promise.all([t.member(), tm.plan({ transferEnable: 100 * GB })])
  await tm.buy(member, plan, 'quarter_price', begins, zone)
  const sold = await tm.term(member)
  const value = await worth(member, later(1))
  await setEnd(member, later(100), later(1))
  expect(await tm.term(member)).toMatchObject({ nextResetAt: sold.nextResetAt, parts: [{ days: 10, bytes: 34 * GB }] })
  expect(await worth(member, later(1))).toBe(value)
  await setEnd(member, later(93), later(1))
  expect(await tm.term(member)).toMatchObject({ parts: [{ days: 3, bytes: 11 * GB }] })
  await setEnd(member, later(45), later(1))
  expect(await tm.term(member)).toMatchObject({ parts: [], expiresAt: later(45) })
  expect(await worth(member, later(1))).toBeLessThan(value)
  await setEnd(member, later(91), later(1))
  expect(await worth(member, later(1))).toBe(value)
  expect(await tm.term(member)).toMatchObject({ parts: [{ days: 1 }], expiresAt: later(91) })
})

test('time that staff took is not bought again with days or a renewal, and no longer comes back', async () => {
  const [member, plan] = await Promise.all([t.member(), tm.plan()])
  await tm.buy(member, plan, 'quarter_price', begins, zone)
  await tm.use(member, 5 * GB, begins)
  const sold = await worth(member, later(1))
  await setEnd(member, later(20), later(1))
  const rest = await worth(member, later(1))
  await extend(member, 5, later(1))
  expect(await worth(member, later(1))).toBe(rest)
  expect(await tm.buy(member, plan, 'month_price', later(1), zone)).toMatchObject({ termStart: later(20) })
  expect(await worth(member, later(1))).toBe(rest + 3000)
  await setEnd(member, later(91), later(1))
  expect(await worth(member, later(1))).toBe(rest + 3000)
  expect(rest).toBeLessThan(sold / 4)
})

test('used traffic that an operator sets back stays used', async () => {
  const [member, plan] = await Promise.all([t.member(), tm.plan()])
  await tm.buy(member, plan, 'month_price', begins, zone)
  await tm.use(member, 9 * GB, begins)
  const set = async (d: number) => {
    await edit(member, { d }, begins)
    return worth(member, begins)
  }
  expect([await worth(member, begins), await set(0), await set(9 * GB), await set(10 * GB)]).toEqual([300, 300, 300, 0])
})

test.each(['yearly', 'january_first'] as const)(
  'with a %s reset, a renewal within the running cycle is worth what it cost',
  async (resetMode) => {
    const [member, plan] = await Promise.all([t.member(), tm.plan({ resetMode })])
    await tm.buy(member, plan, 'month_price', begins, zone)
    await tm.use(member, 10 * GB, begins)
    expect(await worth(member, later(1))).toBe(0)
    await tm.buy(member, plan, 'quarter_price', later(1), zone)
    expect(await worth(member, later(1))).toBe(9000)
    // It begins in the same cycle: what was used before does not count against it, what is used since does.
    await live(member, later(31.5), later(30))
    const byTime = await worth(member, later(31.5))
    expect(byTime).toBeGreaterThan(8900)
    await tm.use(member, 5 * GB, later(31.5))
    expect(await worth(member, later(31.5))).toBe(4500)
  },
)

test('another zone for the site moves no cycle that was sold', async () => {
  const [member, plan] = await Promise.all([t.member(), tm.plan()])
  await tm.buy(member, plan, 'quarter_price', begins, zone)
  await tm.use(member, 10 * GB, begins)
  expect(await worth(member, later(20), 'America/Los_Angeles')).toBe(await worth(member, later(20)))
  await resetTraffic(t.database, later(35), 'America/Los_Angeles')
  expect((await tm.term(member)).nextResetAt).toEqual(at('2027-03-10T00:00', zone))
})

test('bytes that carry over count once where staff give days to a term that is over, naming its plan or not', async () => {
  const plan = await tm.plan({ transferEnable: 30 * GB })
  for (const named of [{}, { plan_id: plan.id }]) {
    const member = await t.member()
    await tm.buy(member, plan, 'month_price', begins, zone)
    await t.asOwner(`update subscriptions set transfer_enable = ${35 * GB}, extra_bytes = ${5 * GB} where account_id = ${member.id}`)
    await edit(member, { expired_at: later(50).toISOString(), ...named }, later(40))
    expect(await tm.term(member)).toMatchObject({ transferEnable: 15 * GB, extraBytes: 5 * GB, parts: [] })
  }
})

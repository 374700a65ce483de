import type { ResetMode } from '@portico/contract/reset-mode'
import { beforeEach, expect, test } from 'vitest'
import { commissionChain } from '../../../test/commission-chain.ts'
import { empty } from '../../../test/empty-subscription.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import { moveEnd } from './move-end.ts'
import { noParts } from '../../subscriptions/parts/parts.ts'
import { rateOf } from '../../subscriptions/parts/rate-of.ts'

const GB = 2 ** 30
const t = await forFile(startApp())
const chain = commissionChain(t)
const day = (text: string): Date => new Date(`${text}T00:00:00Z`)
let member: Member
let other: Member
let [plan, another] = await Promise.all([t.plan(), t.plan()])
let held: SubscriptionRow = empty
beforeEach(async () => {
  ;[member, other] = await Promise.all([t.member(), t.member()])
  ;[plan, another] = await Promise.all([t.plan({ transferEnable: 30 * GB }), t.plan()])
  const quota = { transferEnable: 7 * GB, extraBytes: GB }
  held = { ...empty, accountId: member.id, planId: plan.id, groupId: plan.groupId, ...quota }
})
const given = (from: string, to: string, days: number) => ({
  from: day(from).toISOString(),
  to: day(to).toISOString(),
  days,
  bytes: days * GB,
})
const ahead = (...parts: ReturnType<typeof given>[]) => ({ parts, nextPartAt: new Date(parts[0]!.from) })

const now = day('2027-02-01')
/** The new end, for a term that ends on a day. */
const move = (expiresAt: string | null, end: string | null, values: Partial<SubscriptionRow> = {}) =>
  t.database.transaction((tx) =>
    moveEnd(tx, { ...held, expiresAt: expiresAt === null ? null : day(expiresAt), ...values }, end === null ? null : day(end), {
      now,
      settings: { ...t.app.settings(), 'site.timezone': 'UTC' },
    }),
  )
const to = (end: string) => ({ expiresAt: day(end) })

test('a term without an end has no parts; one that gets an end, or has no plan, has just that end', async () => {
  expect(await move('2027-03-01', null)).toEqual({ expiresAt: null, ...noParts })
  expect([await move(null, '2027-03-01'), await move('2027-02-10', '2027-03-01', { groupId: null })]).toEqual([
    to('2027-03-01'),
    to('2027-03-01'),
  ])
})

test('an earlier end cuts, the same end changes nothing, and a later one is given time', async () => {
  const followed = { parts: [given('2027-03-01', '2027-03-11', 10)] }
  expect(await move('2027-03-11', '2027-03-05', followed)).toEqual({ ...to('2027-03-05'), ...ahead(given('2027-03-01', '2027-03-05', 4)) })
  expect(await move('2027-03-11', '2027-03-11', followed)).toEqual({ ...to('2027-03-11'), ...ahead(followed.parts[0]!) })
  expect(await move('2027-03-01', '2027-03-03')).toEqual({ ...to('2027-03-03'), ...ahead(given('2027-03-01', '2027-03-03', 2)) })
  expect(await move('2027-03-01', '2027-03-03', { planId: null })).toMatchObject({ parts: [{ days: 2, bytes: GB }] })
})

test('a term that is over stays over, starts again with given days, or goes on in its last moment', async () => {
  expect([await move('2027-01-01', '2027-01-20'), await move('2027-01-01', '2027-02-01')]).toEqual([to('2027-01-20'), to('2027-02-01')])
  const again = { cycleBeganAt: now, nextResetAt: day('2027-02-04'), transferEnable: 4 * GB, extraBytes: GB, ...noParts }
  expect(await move('2027-01-01', '2027-02-04')).toMatchObject({ ...to('2027-02-04'), ...again })
  expect(await move('2027-02-01', '2027-02-04')).toEqual({ ...to('2027-02-04'), ...ahead(given('2027-02-01', '2027-02-04', 3)) })
})

test('bought time comes back as it was sold, and only time beyond it is given', async () => {
  const bought = (planId: number, termEnd: string, values: object = {}, buyer = member) =>
    chain.order(buyer, 1000, { planId, termStart: day('2027-01-01'), termEnd: day(termEnd), ...values })
  await bought(another.id, '2028-01-01')
  await bought(plan.id, '2028-01-01', {}, other)
  await bought(plan.id, '2028-01-01', { status: 'absorbed' })
  await bought(plan.id, '2028-01-01', { type: 'reset' })
  const late = { ...to('2027-03-05'), ...ahead(given('2027-03-01', '2027-03-05', 4)) }
  expect(await move('2027-03-01', '2027-03-05')).toEqual(late)
  for (const [type, end, later] of [
    ['new', '2027-02-15', '2027-02-17'],
    ['renew', '2027-04-01', '2027-04-03'],
    ['change', '2027-04-11', '2027-04-13'],
  ] as const) {
    const { id: planId, groupId } = await t.plan({ transferEnable: 30 * GB })
    const own = (from: string, until: string) => move(from, until, { planId, groupId })
    await bought(planId, end, { type })
    expect(await own(end, '2027-02-10')).toEqual({ ...to('2027-02-10'), ...noParts })
    expect(await own('2027-02-10', end)).toEqual(to(end))
    await own(end, '2027-02-10')
    expect(await own('2027-02-10', later)).toEqual({ ...to(later), ...ahead(given(end, later, 2)) })
  }
  // Where days are given already, the end of what was bought is before them.
  const parts = [given('2027-03-01', '2027-03-02', 1)]
  expect(await move('2027-03-02', '2027-03-05', { parts })).toEqual(late)
})

test('days bring their share of what the plan offers for a month, a year, or without resets the period last bought', async () => {
  const rate = (resetMode: ResetMode, values: Partial<SubscriptionRow> = {}) =>
    rateOf(t.database.db, { ...held, planId: another.id, resetMode, ...values })
  const days = async (...modes: ResetMode[]) => Promise.all(modes.map(async (mode) => (await rate(mode)).days))
  expect(await days('monthly', 'first_of_month', 'yearly', 'january_first')).toEqual([30, 30, 360, 360])
  for (const [period, length] of [
    ['onetime_price', 30],
    ['quarter_price', 90],
  ] as const) {
    await chain.order(member, 1000, { planId: another.id, period })
    expect(await rate('never')).toEqual({ bytes: 10 * GB, days: length })
  }
  expect(await rate('never', { accountId: other.id })).toEqual({ bytes: 10 * GB, days: 30 })
  expect(await rate('never', { planId: null })).toEqual({ bytes: 6 * GB, days: 30 })
  expect(await rate('monthly', { planId: 999_999 })).toEqual({ bytes: 6 * GB, days: 30 })
})

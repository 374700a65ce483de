import type { Usage } from '@portico/contract/traffic'
import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { trafficDaily } from './traffic.table.ts'

// The evening of the 10th in the site's zone.
const t = await forFile(startApp({ now: () => new Date('2026-03-10T12:00:00Z') }))
const node = await t.node()

/** The term began on 24 February, at four in the afternoon in Shanghai; the next reset is on 24 March. */
const CYCLE = { anchorDay: 24, nextResetAt: new Date('2026-03-24T08:00:00Z'), expiresAt: new Date('2026-06-24T08:00:00Z') }
const put = async (member: Member, amounts: Record<string, number>): Promise<void> => {
  const rows = Object.entries(amounts).map(([day, billed]) => ({ day, up: 1, down: 1, billedUp: 1, billedDown: billed - 1 }))
  await t.database.db.insert(trafficDaily).values(rows.map((row) => ({ accountId: member.id, nodeId: node.id, ...row })))
}
const ask = async (member: Member, period?: string): Promise<Usage> => {
  const { status, body } = await member.call('GET', '/muser/traffic/usage', period ? { period } : {})
  expect(status).toBe(200)
  return body
}
const on = (usage: Usage, day: string) => usage.days.find((one) => one.day === day)

test('a cycle is shown up to its last day, each day beside the same day of the cycle before', async () => {
  const [member, other] = [await t.member(), await t.member()]
  await t.subscribe(member.id, node.groupId, CYCLE)
  await put(member, { '2026-01-23': 9, '2026-01-24': 10, '2026-02-23': 20, '2026-02-24': 30, '2026-03-10': 40 })
  await put(other, { '2026-03-10': 1000 })
  const usage = await ask(member)
  expect([usage.today, usage.in_cycles, usage.days.length]).toEqual(['2026-03-10', true, 29])
  expect(usage.days[0]).toEqual({ day: '2026-02-24', billed: 30, before: 10 })
  expect(on(usage, '2026-03-10')).toEqual({ day: '2026-03-10', billed: 40, before: 0 })
  expect(on(usage, '2026-03-11')).toEqual({ day: '2026-03-11', billed: null, before: 0 })
  expect(usage.days.at(-1)).toEqual({ day: '2026-03-24', billed: null, before: 0 })
  expect(usage.days.filter(({ before }) => before === 20 || before === 9)).toEqual([])
})

test('the last 7 and 90 days end today, each with as many days before them', async () => {
  const member = await t.member()
  await put(member, { '2026-02-25': 1, '2026-03-03': 2, '2026-03-04': 3, '2026-03-10': 4, '2025-12-10': 5 })
  const week = await ask(member, 'week')
  expect(week.days.map(({ day }) => day.slice(8))).toEqual(['04', '05', '06', '07', '08', '09', '10'])
  expect([week.days[0], week.days.at(-1)]).toEqual([
    { day: '2026-03-04', billed: 3, before: 1 },
    { day: '2026-03-10', billed: 4, before: 2 },
  ])
  const quarter = await ask(member, 'quarter')
  expect([quarter.days.length, quarter.days[0]?.day, quarter.days[89]?.before]).toEqual([90, '2025-12-11', 5])
})

test('a cycle that is longer than the one before has days without an earlier one', async () => {
  const member = await t.member()
  await t.subscribe(member.id, node.groupId, { ...CYCLE, anchorDay: 1, nextResetAt: new Date('2026-04-01T08:00:00Z') })
  const { days } = await ask(member)
  expect(days.filter(({ before }) => before === null).map(({ day }) => day)).toEqual([
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
    '2026-04-01',
  ])
})

test('without cycles, the last 30 days take their place', async () => {
  const [none, permanent] = [await t.member(), await t.member()]
  await t.subscribe(permanent.id, node.groupId, { expiresAt: null })
  for (const member of [none, permanent]) {
    const usage = await ask(member, 'cycle')
    expect([usage.in_cycles, usage.days.length, usage.days.at(-1)?.day]).toEqual([false, 30, '2026-03-10'])
  }
})

test('an expired plan shows its last cycle', async () => {
  const member = await t.member()
  const ended = new Date('2026-03-05T08:00:00Z')
  await t.subscribe(member.id, node.groupId, { anchorDay: 5, nextResetAt: ended, expiresAt: ended })
  await put(member, { '2026-03-05': 7 })
  const usage = await ask(member)
  expect([usage.days[0]?.day, usage.days.at(-1)]).toEqual(['2026-02-05', { day: '2026-03-05', billed: 7, before: 0 }])
})

test('the subscription names its cycle', async () => {
  const [member, permanent] = [await t.member(), await t.member()]
  await t.subscribe(member.id, node.groupId, CYCLE)
  await t.subscribe(permanent.id, node.groupId, { expiresAt: null })
  const cycle = async (who: Member) => (await who.call('GET', '/muser/getSubscribe')).body.cycle
  expect(await cycle(member)).toEqual({ began_at: '2026-02-24T08:00:00.000Z', ends_at: '2026-03-24T08:00:00.000Z' })
  expect(await cycle(permanent)).toBeNull()
  await t.subscribe(member.id, node.groupId, { ...CYCLE, expiresAt: new Date('2026-03-20T08:00:00Z') })
  expect(await cycle(member)).toEqual({ began_at: '2026-02-24T08:00:00.000Z', ends_at: '2026-03-20T08:00:00.000Z' })
})

test('a day beyond the largest exact number still has its bar', async () => {
  const [member, second] = [await t.member(), await t.node()]
  const most = Number.MAX_SAFE_INTEGER
  const row = { accountId: member.id, day: '2026-03-10', up: 1, down: 1, billedUp: 1, billedDown: most }
  await t.database.db.insert(trafficDaily).values([node, second].map(({ id }) => ({ ...row, nodeId: id })))
  expect((await ask(member, 'week')).days.at(-1)?.billed).toBe(most)
})

test('an unknown period is refused', async () => {
  expect((await (await t.member()).call('GET', '/muser/traffic/usage', { period: 'year' })).status).toBe(422)
})

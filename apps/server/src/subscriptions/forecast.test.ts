import { expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'
import { forecast, type Use } from './forecast.ts'

const DAY = 86_400_000
const todayBegan = new Date('2026-03-10T00:00:00Z')
const noon = new Date('2026-03-10T12:00:00Z')
const inDays = (days: number): Date => new Date(noon.getTime() + days * DAY)
const cases: [string, Partial<Use>, Date | null][] = [
  ['an even week', { left: 200, usage: [100, 100, 100, 100, 100, 100, 50] }, inDays(2)],
  ['use that began two days ago', { left: 250, usage: [0, 0, 0, 0, 100, 100, 50] }, inDays(2.5)],
  ['use that began yesterday', { left: 100, usage: [0, 0, 0, 0, 0, 100, 50] }, inDays(1)],
  ['use that began today', { left: 100, usage: [0, 0, 0, 0, 0, 0, 50] }, null],
  ['a cycle that began yesterday at noon', { left: 100, usage: [0, 0, 0, 0, 0, 100, 50], since: inDays(-1) }, inDays(1)],
  ['a cycle that began less than a day ago', { left: 100, usage: [0, 0, 0, 0, 0, 100, 50], since: inDays(-0.99) }, null],
  ['use that has stopped', { left: 100, usage: [130, 0, 0, 0, 0, 0, 0] }, inDays(5)],
  ['no use', { left: 100, usage: [0, 0, 0, 0, 0, 0, 0] }, null],
  ['nothing left', { left: 0, usage: [0, 0, 0, 0, 0, 0, 50] }, null],
  ['more used than there was', { left: -5, usage: [0, 0, 0, 0, 0, 0, 50] }, null],
  ['what lasts to the end of the cycle', { left: 100, usage: [0, 0, 0, 0, 0, 100, 50], cycleEnds: inDays(1) }, null],
  ['what ends just before the cycle does', { left: 99, usage: [0, 0, 0, 0, 0, 100, 50], cycleEnds: inDays(1) }, inDays(0.99)],
  ['what lasts for ever', { left: Number.MAX_SAFE_INTEGER, usage: [0, 0, 0, 0, 0, 1, 1] }, null],
]

test.each(cases)('%s', (_, use, expected) => {
  expect(forecast({ left: 0, usage: [], todayBegan, since: null, cycleEnds: null, ...use }, noon).runsOutAt).toEqual(expected)
})

test('what lasts to the end of the cycle says how much is left then', () => {
  const usage = [0, 0, 0, 0, 0, 100, 50]
  const leftAtEnd = (left: number, cycleEnds: Date | null) => forecast({ left, usage, todayBegan, since: null, cycleEnds }, noon).leftAtEnd
  expect([leftAtEnd(250, inDays(2)), leftAtEnd(200, inDays(2)), leftAtEnd(199, inDays(2)), leftAtEnd(250, null)]).toEqual([
    50,
    0,
    null,
    null,
  ])
})

test('a member sees their own forecast, by billed bytes', async () => {
  const t = await startApp({ now: () => new Date('2026-03-10T04:00:00Z') })
  const [member, idle, node] = [await t.member(), await t.member(), await t.node()]
  for (const { id } of [member, idle])
    await t.subscribe(id, node.groupId, { transferEnable: 1200, up: 200, nextResetAt: new Date('2026-04-01T00:00:00Z') })
  const use = { accountId: member.id, nodeId: node.id, up: 9, down: 9 }
  // Shanghai is at noon: a day and a half.
  await t.database.db.insert(trafficDaily).values([
    { ...use, day: '2026-03-09', billedUp: 100, billedDown: 100 },
    { ...use, day: '2026-03-10', billedUp: 50, billedDown: 50 },
    { ...use, day: '2026-03-01', billedUp: 1_000_000, billedDown: 0 },
  ])
  const ask = async ({ call }: typeof member) => (await call('GET', '/muser/traffic/forecast')).body
  expect(await ask(member)).toEqual({ runs_out_at: '2026-03-15T04:00:00.000Z', left_at_end: null })
  expect(await ask(idle)).toEqual({ runs_out_at: null, left_at_end: null })
  await t.subscribe(member.id, node.groupId, { transferEnable: 1200, up: 200, nextResetAt: new Date('2026-03-12T04:00:00Z') })
  expect(await ask(member)).toEqual({ runs_out_at: null, left_at_end: 600 })
  // This cycle began an hour ago.
  const began = { anchorDay: 10, nextResetAt: new Date('2026-04-10T03:00:00Z'), expiresAt: new Date('2026-04-10T03:00:00Z') }
  await t.subscribe(member.id, node.groupId, { transferEnable: 1200, up: 200, ...began })
  expect(await ask(member)).toEqual({ runs_out_at: null, left_at_end: null })
  await t.subscribe(member.id, node.groupId, { expiresAt: new Date('2026-03-10T03:00:00Z') })
  expect(await ask(member)).toEqual({ runs_out_at: null, left_at_end: null })
  await t.stop()
})

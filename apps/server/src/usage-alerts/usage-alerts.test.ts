import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, startApp, type TestApp } from '../../test/harness.ts'
import { resetTraffic } from '../subscriptions/reset-traffic.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { noteUsage } from './note-usage.ts'
import { usageAlerts } from './usage-alerts.table.ts'

const DAY = 24 * 60 * 60_000
let t: TestApp
let groupId: number
let now = new Date('2026-03-01T15:00:00Z')
beforeAll(async () => {
  t = await startApp({ now: () => now })
  ;({ id: groupId } = await t.group())
})
afterAll(() => t.stop())

type Values = Partial<typeof subscriptions.$inferInsert>
const change = ({ id }: Member, values: Values) => t.database.db.update(subscriptions).set(values).where(eq(subscriptions.accountId, id))
async function holder(values: Values): Promise<Member> {
  const member = await t.member()
  const nextResetAt = new Date(now.getTime() + 10 * DAY)
  await t.subscribe(member.id, groupId, { transferEnable: 1000, nextResetAt, anchorDay: 11, ...values })
  return member
}
const note = (thresholds = [80, 95]): Promise<void> => noteUsage(t.database, thresholds, now)
const alertOf = async (member: Member) => (await member.call('GET', '/muser/usage-alert')).body.alert
const rows = ({ id }: Member) => t.database.db.select().from(usageAlerts).where(eq(usageAlerts.accountId, id))

test('a threshold is told once in a cycle, the highest first, and stays dismissed', async () => {
  const member = await holder({ up: 500, down: 299 })
  await note()
  expect(await alertOf(member)).toBe(null)
  await change(member, { down: 300 })
  await note()
  expect(await alertOf(member)).toEqual({ threshold: 80, at: now.toISOString() })
  expect((await member.call('POST', '/muser/usage-alert/dismiss', { threshold: 80 })).status).toBe(200)
  await Promise.all([note(), note()])
  expect(await alertOf(member)).toBe(null)

  await change(member, { down: 450 })
  await note()
  expect((await alertOf(member)).threshold).toBe(95)
  expect(await rows(member)).toHaveLength(2)
  const admin = await t.admin()
  expect((await admin.call('GET', '/admin/usage-alerts')).body.items).toEqual([
    { threshold: 80, members: 1 },
    { threshold: 95, members: 1 },
  ])
})

test('traffic won on top of the quota and used up again is no second alert', async () => {
  const member = await holder({ up: 800 })
  await note()
  await member.call('POST', '/muser/usage-alert/dismiss', { threshold: 80 })
  await change(member, { transferEnable: 1200 })
  await note()
  await change(member, { up: 970 })
  await note()
  expect(await alertOf(member)).toBe(null)
})

test('the next cycle, and a reset within one, begin anew', async () => {
  const member = await holder({ up: 850 })
  await note()
  const before = now
  now = new Date(now.getTime() + 10 * DAY)
  // Over by the calendar and not reset yet: neither shown as new nor noted again.
  await note()
  expect(await rows(member)).toEqual([])
  await resetTraffic(t.database, now, 'Asia/Shanghai')
  await change(member, { up: 900 })
  await note()
  expect(await alertOf(member)).toEqual({ threshold: 80, at: now.toISOString() })

  await change(member, { up: 0 })
  expect(await alertOf(member)).toBe(null)
  await note()
  expect(await rows(member)).toEqual([])
  await change(member, { up: 800 })
  await note()
  expect((await alertOf(member)).threshold).toBe(80)
  now = before
})

test('who has no plan, no quota, an expired plan or is suspended is told nothing; a permanent plan is', async () => {
  const silent = await Promise.all([
    holder({ up: 900, expiresAt: new Date(now.getTime() - 1) }),
    holder({ up: 900, transferEnable: 0 }),
    holder({ up: 900, groupId: null }),
  ])
  const banned = await holder({ up: 900 })
  await t.ban(banned.id)
  const permanent = await holder({ up: 900, expiresAt: null, nextResetAt: null, anchorDay: null })
  await note()
  for (const member of [...silent, banned]) expect(await rows(member)).toEqual([])
  expect((await alertOf(permanent)).threshold).toBe(80)
})

test('a threshold taken out of the settings takes its alerts along, and the counts are for operators', async () => {
  const member = await holder({ up: 900 })
  await note([50, 80])
  expect((await alertOf(member)).threshold).toBe(80)
  await note([50])
  expect((await alertOf(member)).threshold).toBe(50)
  await note([])
  expect(await alertOf(member)).toBe(null)
  expect((await member.call('GET', '/admin/usage-alerts')).status).toBe(404)
  expect((await t.call('GET', '/muser/usage-alert')).status).toBe(403)
  expect((await member.call('POST', '/muser/usage-alert/dismiss', { threshold: 0 })).status).toBe(422)
})

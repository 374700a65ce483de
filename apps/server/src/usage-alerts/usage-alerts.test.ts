import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { resetTraffic } from '../subscriptions/reset-traffic.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { noteUsage } from './note-usage.ts'
import { usageAlerts } from './usage-alerts.table.ts'

const DAY = 24 * 60 * 60_000
let now = new Date('2026-03-01T15:00:00Z')
const t = await forFile(startApp({ now: () => now }))
const { id: groupId } = await t.group()

type Values = Partial<typeof subscriptions.$inferInsert>
const change = ({ id }: Member, values: Values) => t.database.db.update(subscriptions).set(values).where(eq(subscriptions.accountId, id))
const holder = (values: Values) =>
  t.holder(groupId, { transferEnable: 1000, nextResetAt: new Date(now.getTime() + 10 * DAY), anchorDay: 11, ...values })
const note = (thresholds = [80, 95]): Promise<void> => noteUsage(t.database, thresholds, now)
/** The thresholds that are not dismissed. */
const alertsOf = async (member: Member): Promise<number[]> =>
  (await member.call('POST', '/api/msg/fetch', { unread: true, types: ['usage_alert'] })).body.items.map(
    (item: { content: { data: { threshold: number } } }) => item.content.data.threshold,
  )
async function dismiss(member: Member): Promise<void> {
  const { items } = (await member.call('POST', '/api/msg/fetch', { unread: true, types: ['usage_alert'] })).body
  const ids = items.map(({ id }: { id: string }) => id)
  expect((await member.call('POST', '/muser/messages/read', { ids })).status).toBe(200)
}
const rows = ({ id }: Member) => t.database.db.select().from(usageAlerts).where(eq(usageAlerts.accountId, id))

test('a member is alerted once per threshold and cycle, the highest first, and a dismissed alert stays dismissed', async () => {
  const member = await holder({ up: 500, down: 299 })
  await note()
  expect(await alertsOf(member)).toEqual([])
  await change(member, { down: 300 })
  await atOnce(() => note())
  const { items } = (await member.call('POST', '/api/msg/fetch', { types: ['usage_alert'] })).body
  expect(items).toMatchObject([{ content: { type: 'usage_alert', data: { threshold: 80 } }, created_at: now.toISOString(), read_at: null }])
  await dismiss(member)
  await Promise.all([note(), note()])
  expect(await alertsOf(member)).toEqual([])

  await change(member, { down: 450 })
  await note()
  expect(await alertsOf(member)).toEqual([95])
  expect(await rows(member)).toHaveLength(2)
  const admin = await t.admin()
  expect((await admin.call('GET', '/admin/usage-alerts')).body.items).toEqual([
    { threshold: 80, members: 1 },
    { threshold: 95, members: 1 },
  ])
})

test('of several passed thresholds only the highest alerts, and it replaces the one below', async () => {
  const [slow, fast] = [await holder({ up: 800 }), await holder({ up: 960 })]
  await note()
  expect([await alertsOf(slow), await alertsOf(fast)]).toEqual([[80], [95]])
  await change(slow, { up: 960 })
  await note()
  expect(await alertsOf(slow)).toEqual([95])
  // A lower one that operators add later is no news.
  await note([50, 80, 95])
  expect([await alertsOf(slow), await alertsOf(fast)]).toEqual([[95], [95]])
})

test('traffic added and used up again causes no second alert', async () => {
  const member = await holder({ up: 800 })
  await note()
  await dismiss(member)
  await change(member, { transferEnable: 1200 })
  await note()
  await change(member, { up: 970 })
  await note()
  expect(await alertsOf(member)).toEqual([])
})

test('the next cycle, and a reset within one, start without an alert and can cause another', async () => {
  const member = await holder({ up: 850 })
  await note()
  await dismiss(member)
  const before = now
  now = new Date(now.getTime() + 10 * DAY)
  // Over by the calendar and not reset yet: not noted again.
  await note()
  expect(await rows(member)).toEqual([])
  await resetTraffic(t.database, now, 'Asia/Shanghai')
  await change(member, { up: 900 })
  await note()
  expect(await alertsOf(member)).toEqual([80])
  await change(member, { nextResetAt: now })
  await resetTraffic(t.database, now, 'Asia/Shanghai')
  expect(await alertsOf(member)).toEqual([])

  await note()
  await change(member, { up: 800 })
  await note()
  expect(await alertsOf(member)).toEqual([80])
  // A reset by an operator removes the alert at once.
  expect((await t.change(await t.admin(), member.id, { u: 0, d: 0 })).status).toBe(200)
  expect(await alertsOf(member)).toEqual([])
  await note()
  expect(await rows(member)).toEqual([])
  await change(member, { up: 800 })
  await note()
  expect(await alertsOf(member)).toEqual([80])
  now = before
})

test('members without a plan or quota, expired or suspended, get no alert; permanent ones do', async () => {
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
  expect(await alertsOf(permanent)).toEqual([80])
})

test('removing a threshold from the settings removes its alerts', async () => {
  const member = await holder({ up: 900 })
  await note([50, 80])
  expect(await alertsOf(member)).toEqual([80])
  // The alert for 50 % was never sent, and is not sent late.
  await note([50])
  expect(await alertsOf(member)).toEqual([])
  expect(await rows(member)).toMatchObject([{ threshold: 50 }])
  await note([])
  expect(await rows(member)).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, startApp, type TestApp } from '../../test/harness.ts'
import { dismissNotices, markNoticesRead } from './mark-notices.ts'
import { noticeReads, notices } from './notices.table.ts'
import { countUnread, noticesVersion, readableNotices } from './read-notices.ts'

const DAY = 86_400_000
let t: TestApp
let now = new Date('2026-03-01T12:00:00Z')
const later = (ms: number): Date => new Date(now.getTime() + ms)
beforeAll(async () => {
  t = await startApp({ now: () => now })
})
afterAll(() => t.stop())

type Values = Partial<typeof notices.$inferInsert>
async function publish(values: Values = {}): Promise<number> {
  const given = { placement: 'message' as const, title: 'News', createdAt: now, updatedAt: now, publishedAt: now, startsAt: now, ...values }
  const [row] = await t.database.db.insert(notices).values(given).returning()
  return row!.id
}
const reads = async (member: Member, id: number): Promise<boolean> =>
  (await readableNotices(t.database.db, member.id, 'en', now)).some(({ notice }) => notice.id === id)

test('a notice for the running plan of some plans or groups is for nobody else', async () => {
  const [plan, other] = [await t.plan(), await t.plan()]
  const [holder, ended, stranger, none] = await Promise.all([t.member(), t.member(), t.member(), t.member()])
  await t.subscribe(holder.id, plan.groupId, { planId: plan.id })
  await t.subscribe(ended.id, plan.groupId, { planId: plan.id, expiresAt: later(-1) })
  await t.subscribe(stranger.id, other.groupId, { planId: other.id })
  for (const values of [
    { audience: 'plans', audienceIds: [plan.id] },
    { audience: 'groups', audienceIds: [plan.groupId] },
  ] as const) {
    const id = await publish({ ...values, audienceIds: [...values.audienceIds] })
    expect(await Promise.all([holder, ended, stranger, none].map((one) => reads(one, id)))).toEqual([true, false, false, false])
  }
})

test('members whose plan ends within some days get a notice, from that moment on', async () => {
  const group = await t.group()
  const [last, first, over, permanent] = await Promise.all([t.member(), t.member(), t.member(), t.member()])
  await t.subscribe(last.id, group.id, { expiresAt: later(3 * DAY) })
  await t.subscribe(first.id, group.id, { expiresAt: later(3 * DAY + 1) })
  await t.subscribe(over.id, group.id, { expiresAt: later(-1) })
  await t.subscribe(permanent.id, group.id, { expiresAt: null })
  const id = await publish({ audience: 'expiring', audienceDays: 3 })
  const who = () => Promise.all([last, first, over, permanent].map((one) => reads(one, id)))
  expect(await who()).toEqual([true, false, false, false])
  const before = now
  now = later(1)
  expect(await who()).toEqual([true, true, false, false])
  now = before
})

test('a notice for those who never connected ends with their first byte, and for one member it is nobody else’s', async () => {
  const group = await t.group()
  const [silent, user, none] = await Promise.all([t.member(), t.member(), t.member()])
  await t.subscribe(silent.id, group.id)
  await t.subscribe(user.id, group.id, { usedAt: now })
  const unused = await publish({ audience: 'never_connected' })
  expect(await Promise.all([silent, user, none].map((one) => reads(one, unused)))).toEqual([true, false, false])
  const own = await publish({ audience: 'member', audienceIds: [none.id] })
  expect(await Promise.all([silent, none].map((one) => reads(one, own)))).toEqual([false, true])
})

test('who has seen a notice keeps it when they leave its audience or it ends, until it is archived', async () => {
  const group = await t.group()
  const [reader, other] = await Promise.all([t.member(), t.member()])
  for (const one of [reader, other]) await t.subscribe(one.id, group.id)
  const id = await publish({ audience: 'groups', audienceIds: [group.id], endsAt: later(2 * DAY) })
  await markNoticesRead(t.database.db, reader.id, { ids: [id] }, now)
  for (const one of [reader, other]) await t.subscribe(one.id, group.id, { expiresAt: later(-1) })
  expect([await reads(reader, id), await reads(other, id)]).toEqual([true, false])
  const before = now
  now = later(2 * DAY)
  expect(await reads(reader, id)).toBe(true)
  await t.database.db.update(notices).set({ archivedAt: now })
  expect(await reads(reader, id)).toBe(false)
  now = before
})

test('a banned member is in no audience', async () => {
  const member = await t.member()
  const id = await publish()
  expect(await reads(member, id)).toBe(true)
  await t.ban(member.id)
  expect(await reads(member, id)).toBe(false)
})

test('a notice is counted once for each member, however often it is seen or dismissed at once', async () => {
  await t.database.db.update(notices).set({ archivedAt: now })
  const member = await t.member()
  const [first, second] = [await publish(), await publish({ placement: 'popup' })]
  await publish({ placement: 'bar' })
  const db = t.database.db
  expect(await countUnread(db, member.id, now)).toBe(2)
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? dismiss : mark)(db, member.id, n % 3 ? [first, second] : [second, first], now)),
  )
  const rows = (await db.select().from(noticeReads)).filter((row) => row.accountId === member.id)
  expect(rows.map((row) => [row.edition, row.dismissedAt])).toEqual([
    [1, now],
    [1, now],
  ])
  expect(await countUnread(db, member.id, now)).toBe(0)
  const version = await noticesVersion(db, now)
  await publish({ startsAt: later(DAY) })
  expect(await noticesVersion(db, now)).toBe(version)
  expect(await noticesVersion(db, later(DAY))).not.toBe(version)
})

const mark = (db: TestApp['database']['db'], id: number, ids: number[], at: Date) => markNoticesRead(db, id, { ids }, at)
const dismiss = (db: TestApp['database']['db'], id: number, ids: number[], at: Date) => dismissNotices(db, id, { ids, read: true }, at)

import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import type { Tx } from '../db/client.ts'
import { dismissNotices, markNoticesRead } from './mark-notices.ts'
import { noticeStates } from './notice-states.ts'
import { noticeReads, notices } from './notices.table.ts'
import { countUnread, readableNotices } from './read-notices.ts'

const DAY = 86_400_000
let now = new Date('2026-03-01T12:00:00Z')
const later = (ms: number): Date => new Date(now.getTime() + ms)
const t = await forFile(startApp({ now: () => now }))

type Values = Partial<typeof notices.$inferInsert>
async function publish(values: Values = {}): Promise<number> {
  const given = { placement: 'message' as const, title: 'News', createdAt: now, updatedAt: now, publishedAt: now, startsAt: now, ...values }
  const [row] = await t.database.db.insert(notices).values(given).returning()
  return row!.id
}
const reads = async (member: Member, id: number): Promise<boolean> =>
  (await readableNotices(t.database.db, member.id, 'en', now)).some(({ notice }) => notice.id === id)

test('a notice for the running plan of some plans or groups is for nobody else; a banned member is in no audience', async () => {
  const [plan, other] = [await t.plan(), await t.plan()]
  const [holder, none] = [await t.holder(plan.groupId, { planId: plan.id }), await t.member()]
  const ended = await t.holder(plan.groupId, { planId: plan.id, expiresAt: later(-1) })
  const stranger = await t.holder(other.groupId, { planId: other.id })
  for (const values of [
    { audience: 'plans', audienceIds: [plan.id] },
    { audience: 'groups', audienceIds: [plan.groupId] },
  ] as const) {
    const id = await publish({ ...values, audienceIds: [...values.audienceIds] })
    expect(await Promise.all([holder, ended, stranger, none].map((one) => reads(one, id)))).toEqual([true, false, false, false])
  }
  const everyone = await publish()
  expect(await reads(holder, everyone)).toBe(true)
  await t.ban(holder.id)
  expect(await reads(holder, everyone)).toBe(false)
})

test('members whose plan ends within some days get a notice, from that moment on', async () => {
  const group = await t.group()
  const ends = [later(3 * DAY), later(3 * DAY + 1), later(-1), null]
  const members = await Promise.all(ends.map((expiresAt) => t.holder(group.id, { expiresAt })))
  const id = await publish({ audience: 'expiring', audienceDays: 3 })
  const who = () => Promise.all(members.map((one) => reads(one, id)))
  expect(await who()).toEqual([true, false, false, false])
  const before = now
  now = later(1)
  expect(await who()).toEqual([true, true, false, false])
  now = before
})

test('a notice for those who never connected ends with their first byte, and for one member it is nobody else’s', async () => {
  const group = await t.group()
  const [silent, user, none] = [await t.holder(group.id), await t.holder(group.id, { usedAt: now }), await t.member()]
  const unused = await publish({ audience: 'never_connected' })
  expect(await Promise.all([silent, user, none].map((one) => reads(one, unused)))).toEqual([true, false, false])
  const own = await publish({ audience: 'member', audienceIds: [none.id] })
  expect(await Promise.all([silent, none].map((one) => reads(one, own)))).toEqual([false, true])
})

test('who has seen a notice keeps it when they leave its audience or it ends, until it is archived', async () => {
  const group = await t.group()
  const [reader, other] = [await t.holder(group.id), await t.holder(group.id)]
  const id = await publish({ audience: 'groups', audienceIds: [group.id], endsAt: later(2 * DAY) })
  await t.database.transaction((tx) => markNoticesRead(tx, reader.id, [id], now))
  for (const one of [reader, other]) await t.subscribe(one.id, group.id, { expiresAt: later(-1) })
  expect([await reads(reader, id), await reads(other, id)]).toEqual([true, false])
  const before = now
  now = later(2 * DAY)
  expect(await reads(reader, id)).toBe(true)
  await t.database.db.update(notices).set({ archivedAt: now })
  expect(await reads(reader, id)).toBe(false)
  now = before
})

test('a notice is counted once for each member, however often it is seen or dismissed at once', async () => {
  await t.database.db.update(notices).set({ archivedAt: now })
  const member = await t.member()
  const [first, second] = [await publish(), await publish({ placement: 'popup' })]
  await publish({ placement: 'bar' })
  const db = t.database.db
  expect(await countUnread(db, member.id, now)).toBe(2)
  await atOnce((n) =>
    t.database.transaction((tx) => (n % 2 ? dismiss : markNoticesRead)(tx, member.id, n % 3 ? [first, second] : [second, first], now)),
  )
  const rows = (await db.select().from(noticeReads)).filter((row) => row.accountId === member.id)
  expect(rows.map((row) => [row.edition, row.dismissedAt])).toEqual([
    [1, now],
    [1, now],
  ])
  expect(await countUnread(db, member.id, now)).toBe(0)
})

test('many members at once are counted as each alone, whatever began, ended, was changed or archived', async () => {
  const group = await t.group()
  const members = await Promise.all(Array.from({ length: 6 }, (_, n) => t.holder(group.id, { expiresAt: later(n % 2 ? DAY : -DAY) })))
  await t.ban(members[4]!.id)
  const audiences: Values[] = [
    { audience: 'all' },
    { audience: 'groups', audienceIds: [group.id] },
    { audience: 'expiring', audienceDays: 2 },
    { audience: 'never_connected' },
    { audience: 'member', audienceIds: [members[0]!.id] },
  ]
  const windows: Values[] = [
    {},
    { startsAt: later(DAY) },
    { endsAt: later(1) },
    { startsAt: later(-2), endsAt: later(-1) },
    { archivedAt: now },
    { publishedAt: null },
  ]
  const bar = await publish({ placement: 'bar' })
  const reads = [{ noticeId: bar, seen: 1, edition: 1 }]
  for (const values of audiences)
    for (const window of windows)
      for (const [seen, edition] of [
        [1, 1],
        [1, 2],
        [0, 1],
      ] as const)
        reads.push({ noticeId: await publish({ ...values, ...window, edition }), seen, edition })
  const rows = reads.flatMap(({ noticeId, seen }, n) =>
    members
      .filter((_, m) => seen > 0 && (n + m) % 3 > 0)
      .map(({ id }) => ({ noticeId, accountId: id, edition: 1, seenAt: now, readAt: (n + id) % 4 > 0 ? now : null })),
  )
  await t.database.db.insert(noticeReads).values(rows)
  const { db } = t.database
  const ids = members.map(({ id }) => id)
  const states = await noticeStates(db, ids, now)
  const counts = await Promise.all(members.map(({ id }) => countUnread(db, id, now)))
  expect(members.map(({ id }) => states.get(id)?.unread ?? 0)).toEqual(counts)
  expect(new Set(counts).size).toBeGreaterThan(2)
  const next = await noticeStates(db, ids, later(1))
  expect(ids.map((id) => states.get(id)?.version)).not.toEqual([...next.values()].map(({ version }) => version))
})

const dismiss = (tx: Tx, id: number, ids: number[], at: Date) => dismissNotices(tx, id, { ids, read: true }, at)

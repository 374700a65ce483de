import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { bulkTargets } from './bulk-changes.table.ts'
import { runBulk } from './run-bulk.ts'

const DAY = 86_400_000
let serial = 0
const t = await forFile(startApp())
const support = await t.staff('support')

const newKey = (): string => `key-for-change-${++serial}`
const prepare = (values: object, who: Member = support) =>
  who.call('POST', '/admin/member-changes', { key: newKey(), action: { kind: 'extend', days: 7 }, reason: 'the outage', ...values })
const start = (id: number, who: Member = support) => who.call('POST', `/admin/member-changes/${id}/start`)
const read = async (id: number, who: Member = support) => (await who.call('GET', `/admin/member-changes/${id}`)).body
async function holders(count: number): Promise<Member[]> {
  const group = await t.group()
  const made: Member[] = []
  for (let n = 0; n < count; n++) made.push(await t.member())
  for (const { id } of made) await t.subscribe(id, group.id)
  return made
}
const idsOf = (members: Member[]): number[] => members.map(({ id }) => id)
const endsOf = async (members: Member[]): Promise<number[]> => {
  const rows = await t.database.db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.accountId, idsOf(members)))
  return rows.toSorted((a, b) => a.accountId - b.accountId).map(({ expiresAt }) => expiresAt?.getTime() ?? 0)
}
const at = () => ({ now: t.app.now, zone: 'UTC', factorRequired: false })

test('a change says how many it reaches, does nothing until it starts, then reaches each once and names those it failed for', async () => {
  const members = await holders(3)
  const [permanent] = await holders(1)
  await t.database.db.update(subscriptions).set({ expiresAt: null }).where(eq(subscriptions.accountId, permanent!.id))
  const before = await endsOf(members)
  const { body } = await prepare({ scope: { ids: [...idsOf(members), permanent!.id, 999_999, members[0]!.id] } })
  expect(body).toMatchObject({ total: 4, done: 0, failed: 0, state: 'prepared' })
  await t.runJobs()
  expect(await endsOf(members)).toEqual(before)
  expect((await start(body.id)).body.state).toBe('running')
  await t.runJobs()
  const problem = 'This plan never expires, so there is nothing to extend.'
  expect(await read(body.id)).toMatchObject({
    state: 'done',
    done: 3,
    failed: 1,
    failures: [{ account_id: permanent!.id, label: permanent!.email, problem }],
  })
  expect(await endsOf(members)).toEqual(before.map((end) => end + 7 * DAY))
  expect(await audited(t, 'member', members[0]!.id)).toMatchObject([{ action: 'member.extend', reason: 'the outage', actorId: support.id }])
  expect(await audited(t, 'bulk_change', body.id)).toMatchObject([{ action: 'member.change_many', after: { members: 4, days: 7 } }])
})

test('prepared many times at once with one key it is one change, and started many times it runs once', async () => {
  const members = await holders(5)
  const before = await endsOf(members)
  const key = newKey()
  const prepared = await atOnce(() => prepare({ key, scope: { ids: idsOf(members) } }))
  expect(new Set(prepared.map(({ body }) => body.id)).size).toBe(1)
  expect(prepared.every(({ status, body }) => status === 200 && body.total === 5)).toBe(true)
  const { id } = prepared[0]!.body
  const started = await atOnce(() => start(id))
  expect(started.every(({ status }) => status === 200)).toBe(true)
  await atOnce(() => runBulk(t.database, id, at()))
  await t.runJobs()
  await start(id)
  await t.runJobs()
  expect(await endsOf(members)).toEqual(before.map((end) => end + 7 * DAY))
  expect(await audited(t, 'bulk_change', id)).toHaveLength(1)
})

test('all that a filter finds are chosen when it is prepared; who fits later is not changed', async () => {
  const members = await holders(3)
  const mark = `batch-${newKey()}`
  const note = ({ id }: Member) => t.database.db.update(accounts).set({ remarks: mark }).where(eq(accounts.id, id))
  for (const one of members.slice(0, 2)) await note(one)
  const { body } = await prepare({ scope: { filter: { q: mark } }, action: { kind: 'suspend' } })
  expect(body.total).toBe(2)
  await note(members[2]!)
  await start(body.id)
  await t.runJobs()
  const banned = await t.database.db
    .select()
    .from(accounts)
    .where(inArray(accounts.id, idsOf(members)))
    .orderBy(accounts.id)
  expect(banned.map(({ bannedAt }) => bannedAt !== null)).toEqual([true, true, false])
})

test('members whose plans end between two days of the site are listed and chosen; a permanent plan ends on none', async () => {
  const members = await holders(4)
  // The days of Shanghai, eight hours before those of UTC.
  const ends = ['2040-03-01T15:59:59Z', '2040-03-01T16:00:00Z', '2040-03-03T15:59:59Z', null]
  for (const [i, { id }] of members.entries())
    await t.database.db
      .update(subscriptions)
      .set({ expiresAt: ends[i] ? new Date(ends[i]) : null })
      .where(eq(subscriptions.accountId, id))
  const filter = { ends_from: '2040-03-02', ends_to: '2040-03-03' }
  const listed = (await support.call('GET', '/admin/users', { ...filter, sort: 'expired_at' })).body
  expect(listed.items.map(({ id }: { id: number }) => id)).toEqual(idsOf(members.slice(1, 3)))
  expect((await support.call('GET', '/admin/users', { ends_to: '2040-03-01', q: members[0]!.email })).body.total).toBe(1)
  const { body } = await prepare({ scope: { filter } })
  expect(body.total).toBe(2)
  await start(body.id)
  await t.runJobs()
  expect((await endsOf(members.slice(0, 3))).map((at) => new Date(at).toISOString().slice(0, 10))).toEqual([
    '2040-03-01',
    '2040-03-08',
    '2040-03-10',
  ])
})

test('an interrupted change goes on where it stopped; a stopped one does not', async () => {
  const members = await holders(3)
  const before = await endsOf(members)
  const { body } = await prepare({ scope: { ids: idsOf(members) } })
  await start(body.id)
  // One member's row breaks, as a crash in the middle would.
  await t.asOwner(`
    create function fail_once() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
    create trigger fail_once before update on subscriptions for each row when (old.account_id = ${members[1]!.id}) execute function fail_once()`)
  await expect(runBulk(t.database, body.id, at())).rejects.toThrow('Failed query')
  expect(await read(body.id)).toMatchObject({ state: 'running', done: 1, failed: 0 })
  await t.asOwner('drop function fail_once cascade')
  await runBulk(t.database, body.id, at())
  expect(await read(body.id)).toMatchObject({ state: 'done', done: 3 })
  expect(await endsOf(members)).toEqual(before.map((end) => end + 7 * DAY))

  const next = (await prepare({ scope: { ids: idsOf(members) } })).body
  await start(next.id)
  const stop = (who: Member) => who.call('POST', `/admin/member-changes/${next.id}/cancellation`)
  expect((await stop(await t.staff('support'))).status).toBe(404)
  const stopped = await atOnce(() => stop(support))
  expect(stopped.map(({ body }) => body.state)).toEqual(stopped.map(() => 'cancelled'))
  await t.runJobs()
  expect(await read(next.id)).toMatchObject({ state: 'cancelled', done: 0 })
  expect(await endsOf(members)).toEqual(before.map((end) => end + 7 * DAY))
  expect(await audited(t, 'bulk_change', next.id)).toMatchObject([{}, { action: 'member.cancel_many', after: { members: 3, changed: 0 } }])
})

test('staff who lose their role while it runs change nobody any more, and never a colleague or themselves', async () => {
  const [member] = await holders(1)
  const [leaving, colleague] = [await t.staff('support'), await t.staff('finance')]
  const first = (await prepare({ scope: { ids: [member!.id] } }, leaving)).body
  await start(first.id, leaving)
  await t.database.db.update(accounts).set({ roleId: null }).where(eq(accounts.id, leaving.id))
  await t.runJobs()
  const { rows } = await t.asOwner(`select state, problem from bulk_targets where change_id = ${first.id}`)
  expect(rows).toEqual([{ state: 'failed', problem: 'not_found' }])
  const second = (await prepare({ scope: { ids: [colleague.id, support.id] }, action: { kind: 'suspend' } })).body
  await start(second.id)
  await t.runJobs()
  expect(await read(second.id)).toMatchObject({ done: 0, failed: 2 })
})

test('nobody chosen, a foreign change, or an action beyond the role is refused', async () => {
  const [member] = await holders(1)
  expect((await prepare({ scope: { ids: [999_999] } })).body.code).toBe('bulk.nobody')
  expect((await prepare({ scope: { filter: { q: 'nobody at all' } } })).body.code).toBe('bulk.nobody')
  expect((await prepare({ scope: { ids: [] } })).status).toBe(422)
  const byAddress = { scope: { filter: { q: member!.email.slice(0, -2) } } }
  expect((await prepare(byAddress)).body.total).toBe(1)
  expect((await prepare(byAddress, await t.staff(['members.write']))).body.code, 'without members.read').toBe('bulk.nobody')
  const { body } = await prepare({ scope: { ids: [member!.id] } })
  const other = await t.staff('support')
  expect([(await start(body.id, other)).status, (await read(body.id, other)).code]).toEqual([404, 'not_found'])
  const writer = await t.staff(['members.read', 'members.write'])
  expect((await prepare({ scope: { ids: [member!.id] }, action: { kind: 'suspend' } }, writer)).status).toBe(404)
  expect((await prepare({ scope: { ids: [member!.id] } }, writer)).status).toBe(200)
})

test('a message to many reaches each once, and old changes go after thirty days', async () => {
  const members = await holders(2)
  const { body } = await prepare({ scope: { ids: idsOf(members) }, action: { kind: 'message', text: 'Hello' } })
  await start(body.id)
  await t.runJobs()
  for (const member of members) expect((await member.call('POST', '/api/msg/fetch', {})).body.items).toHaveLength(1)
  await t.work('drop_old_bulk_changes')
  expect(await t.database.db.$count(bulkTargets, eq(bulkTargets.changeId, body.id))).toBe(2)
  t.travel(31 * DAY)
  await t.work('drop_old_bulk_changes')
  expect(await t.database.db.$count(bulkTargets, eq(bulkTargets.changeId, body.id))).toBe(0)
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { devices } from '../nodes/nodes.table.ts'

const DAY = 86_400_000
const t = await forFile(startApp())
const support = await t.staff('support')

const act = (id: number, what: string, body: object, who: Member = support) =>
  who.call('POST', `/admin/users/${id}/${what}`, { reason: 'a reason', ...body })
const toldTo = async (member: Member): Promise<object[]> =>
  (await member.call('POST', '/api/msg/fetch', {})).body.items.map(({ content }: { content: { data: object } }) => content.data)
const holder = async (values = {}) => t.holder((await t.group()).id, values)

test('many extensions at once all count, each with its reason; the member gets a message only if the operator asked for one; without a reason, or with days out of range, nothing happens', async () => {
  const member = await holder()
  const before = (await t.subscription(member.id)).expiresAt!
  await atOnce((n) => act(member.id, 'extension', { days: 1, reason: `outage ${n}`, tell: n === 3 }))
  expect((await t.subscription(member.id)).expiresAt!.getTime() - before.getTime()).toBe(RACES * DAY)
  const rows = await audited(t, 'member', member.id)
  expect(rows.map(({ action }) => action)).toEqual(Array(RACES).fill('member.extend'))
  expect(new Set(rows.map(({ reason }) => reason)).size).toBe(RACES)
  // A thirtieth of 10 GB, rounded up.
  expect(await toldTo(member)).toEqual([{ what: 'extended', days: 1, bytes: 2 ** 30, begins_at: expect.any(String) }])
  const errorsOf = async (body: object) => Object.keys((await act(member.id, 'extension', body)).body.errors)
  expect(await errorsOf({ days: 0, reason: '  ' })).toEqual(['days', 'reason'])
  expect(await errorsOf({ days: 4000 })).toEqual(['days'])
  expect(await audited(t, 'member', member.id)).toHaveLength(RACES)
})

test('a term that is over runs again from now; without a plan, with a permanent one, or for a closed account it is refused', async () => {
  const ended = await holder({ expiresAt: new Date(t.app.now().getTime() - DAY), up: 5 })
  const answer = await act(ended.id, 'extension', { days: 2 })
  expect(Date.parse(answer.body.expired_at)).toBeGreaterThan(t.app.now().getTime() + DAY)
  const [none, permanent] = [await t.member(), await holder({ expiresAt: null })]
  expect((await act(none.id, 'extension', { days: 2 })).body.code).toBe('account.needs_plan')
  expect((await act(permanent.id, 'extension', { days: 2 })).body.code).toBe('account.permanent_plan')
  await t.database.db.update(accounts).set({ closedAt: t.app.now() }).where(eq(accounts.id, none.id))
  for (const what of ['extension', 'traffic', 'devices/reset', 'suspension', 'messages'])
    expect((await act(none.id, what, { days: 2, bytes: 1, keeps: true, text: 'Hello' })).body.code, what).toBe('account.closed')
})

test('a suspension ends the sessions at once, may be repeated and lifted, and leaves two rows', async () => {
  const member = await t.member()
  const answers = await atOnce(() => act(member.id, 'suspension', {}))
  expect(answers.every(({ status, body }) => status === 200 && body.banned)).toBe(true)
  expect((await member.call('GET', '/muser/getSubscribe')).status).toBe(403)
  await act(member.id, 'suspension/end', { reason: 'a mistake' })
  expect((await act(member.id, 'suspension/end', {})).body.banned).toBe(false)
  expect((await member.call('GET', '/muser/getSubscribe')).status, 'the session is over for good').toBe(403)
  expect((await audited(t, 'member', member.id)).map(({ action, reason }) => [action, reason])).toEqual([
    ['member.suspend', 'a reason'],
    ['member.lift_suspension', 'a mistake'],
  ])
})

test('the last owner cannot be suspended, nobody acts on themselves, and support on no colleague’s access', async () => {
  const [owner, colleague] = [await t.admin(), await t.staff('finance')]
  expect((await act(owner.id, 'suspension', {}, owner)).body.code).toBe('staff.last_owner')
  expect((await act(support.id, 'devices/reset', {})).body.code).toBe('staff.own_account')
  for (const what of ['suspension', 'suspension/end', 'secret']) expect((await act(colleague.id, what, {})).status, what).toBe(404)
})

test('support sees a member’s devices and clears them, and the reason stays', async () => {
  const member = await holder({ deviceLimit: 1 })
  const node = await t.node()
  for (const ip of ['203.0.113.1', '203.0.113.2'])
    await t.database.db.insert(devices).values({ accountId: member.id, nodeId: node.id, ip, seenAt: t.app.now() })
  const read = async () => (await support.call('GET', `/admin/users/${member.id}/devices`)).body
  expect(await read()).toMatchObject({ count: 2, limit: 1, items: [{ node_name: 'Node' }, {}] })
  await act(member.id, 'devices/reset', { reason: 'a new phone' })
  expect((await read()).items).toEqual([])
  expect(await audited(t, 'member', member.id)).toMatchObject([
    { action: 'member.reset_devices', reason: 'a new phone', before: { devices: 2 } },
  ])
})

test('a message of an operator arrives as they wrote it', async () => {
  const member = await t.member()
  const text = '<img src=x onerror=alert(1)> **hello**\n会员您好'
  expect((await act(member.id, 'messages', { text })).status).toBe(200)
  expect(await toldTo(member)).toEqual([{ what: 'message', text }])
})

test('support sees usage, ways to sign in and sessions of a member; an unknown one is not found', async () => {
  const member = await holder()
  const get = (what: string, id = member.id) => support.call('GET', `/admin/users/${id}/${what}`)
  expect((await get('usage')).body.days.length).toBeGreaterThan(1)
  expect((await get('sign-in')).body).toMatchObject({
    identities: [{ kind: 'email', label: member.email }],
    second_factor_since: null,
    sessions: [{ ip: '127.0.0.1', current: false }],
  })
  for (const what of ['usage', 'sign-in', 'devices', 'notes']) expect((await get(what, 999_999)).status, what).toBe(404)
})

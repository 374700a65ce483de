import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, expectOne, RACES } from '../../test/at-once.ts'
import { forFile, type Member, PASSWORD, startApp } from '../../test/harness.ts'
import { conditionsOf } from '../subscriptions/conditions.ts'
import { plans } from '../plans/plans.table.ts'
import { sessions } from '../sessions/sessions.table.ts'
import { grantTerm, lockSubscription } from '../subscriptions/change-subscription.ts'
import { initialsOf } from './avatar.ts'
import { emailKey } from './email-key.ts'

const t = await forFile(startApp())

const login = (email: string, password = PASSWORD, headers = {}) => t.call('POST', '/muser/auth/login', { email, password }, headers)

test('a visitor registers, is signed in and sees their own account; an address in any spelling is one account, even with many registrations at once', async () => {
  const made = await t.call('POST', '/muser/auth/register', { email: 'New.Member@example.com', password: PASSWORD })
  expect(made.status).toBe(200)
  expect(made.body).toEqual({ x_token: expect.stringMatching(/^[\w-]{43}$/), name: 'New.Member' })
  const info = await t.call('POST', '/muser/info', { roles: [] }, { 'x-token': made.body.x_token })
  expect(info.body.userInfo).toMatchObject({ roles: ['user'], is_admin: 0, name: 'New.Member', balance: 0, user_class: '' })
  const limited = t.app.limits.registerByAddress
  t.app.limits.registerByAddress = { ...limited, take: async () => [] }
  const spelled = (i: number): string => (i % 2 ? 'Twice@example.com' : 'twice@EXAMPLE.com')
  const answers = await atOnce((i) => t.call('POST', '/muser/auth/register', { email: spelled(i), password: PASSWORD }))
  t.app.limits.registerByAddress = limited
  expectOne(answers, 'account.email_taken')
})

test.each([
  ['First.Last+tag@gmail.com', 'firstlast@gmail.com'],
  ['first.last@GoogleMail.com', 'firstlast@gmail.com'],
  ['first.last+tag@example.com', 'first.last+tag@example.com'],
])('%s is compared as %s', (email, key) => expect(emailKey(email)).toBe(key))

test('a made-up forwarding header gives no extra attempts', async () => {
  const member = await t.member()
  for (let i = 0; i < 5; i++) await login(member.email, 'wrong', { 'x-forwarded-for': `203.0.113.${i}` })
  const sixth = await login(member.email, 'wrong', { 'x-forwarded-for': '203.0.113.99' })
  expect(sixth.body.code).toBe('challenge.required')
})

test('a new password ends every other session and replaces the old password', async () => {
  const member = await t.member()
  const second = (await login(member.email)).body.x_token
  const change = { old_password: PASSWORD, new_password: 'another long password' }
  expect(
    (await member.call('POST', '/muser/changePassword', { ...change, old_password: 'wrong one' })).body.errors.old_password,
  ).toHaveLength(1)
  expect((await member.call('POST', '/muser/changePassword', change)).body).toEqual({ ok: true })
  expect((await t.call('GET', '/muser/getSubscribe', {}, { 'x-token': second })).status).toBe(403)
  expect((await member.call('GET', '/muser/getSubscribe')).status).toBe(200)
  expect((await login(member.email)).status).toBe(422)
  expect((await login(member.email, 'another long password')).status).toBe(200)
})

test('a member lists their sessions and ends one, all others or, logging out, their own, never another member’s', async () => {
  const [member, stranger] = await Promise.all([t.member(), t.member()])
  const second = (await login(member.email)).body.x_token
  const list = (await member.call('GET', '/muser/sessions')).body
  expect(list.total).toBe(2)
  const other = list.items.find((s: { current: boolean }) => !s.current)
  expect((await stranger.call('DELETE', `/muser/sessions/${other.id}`)).status).toBe(404)
  expect((await member.call('DELETE', `/muser/sessions/${other.id}`)).status).toBe(200)
  expect((await t.call('GET', '/muser/sessions', {}, { 'x-token': second })).status).toBe(403)
  const third = (await login(member.email)).body.x_token
  await member.call('POST', '/muser/sessions/endOthers')
  expect((await t.call('GET', '/muser/sessions', {}, { 'x-token': third })).status).toBe(403)
  expect((await member.call('GET', '/muser/logout')).body).toEqual({ ok: true })
  expect((await member.call('GET', '/muser/getSubscribe')).status).toBe(403)
})

test('a token older than a day is replaced once, the old one works for another minute; tokens are stored as hashes, passwords as Argon2id', async () => {
  const member = await t.member()
  const rows = await t.database.db.select().from(sessions).where(eq(sessions.accountId, member.id))
  expect(JSON.stringify(rows)).not.toContain(member.token)
  await member.call('POST', '/muser/changePassword', { old_password: PASSWORD, new_password: 'another long password' })
  const { rows: stored } = await t.database.pool.query<{ password_hash: string }>('select password_hash from accounts where id = $1', [
    member.id,
  ])
  expect(stored[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  t.travel(25 * 3600_000)
  const answers = await atOnce(() => member.call('GET', '/muser/getSubscribe'))
  expect(answers.every((a) => a.status === 200)).toBe(true)
  const fresh = answers.map((a) => a.headers.get('x-token')).filter((token) => token !== null)
  expect(fresh).toHaveLength(1)
  expect((await member.call('GET', '/muser/getSubscribe')).status).toBe(200)
  t.travel(61_000)
  expect((await member.call('GET', '/muser/getSubscribe')).status).toBe(403)
  expect((await t.call('GET', '/muser/getSubscribe', {}, { 'x-token': fresh[0] ?? '' })).status).toBe(200)
})

test('two operators cannot overwrite each other', async () => {
  const [admin, member] = await Promise.all([t.admin(), t.member()])
  const change = (remarks: string) => admin.call('PATCH', `/admin/users/${member.id}`, { version: 1, change: { remarks } })
  const answers = await atOnce((i) => change(`note ${i}`))
  expectOne(answers, 'account.version_conflict')
})

test('an absent field stays, null clears it, and a plan sets its group and quota', async () => {
  const [admin, member, plan] = await Promise.all([t.admin(), t.member(), t.plan({ speedLimit: 100 })])
  const change = (version: number, fields: object) => admin.call('PATCH', `/admin/users/${member.id}`, { version, change: fields })
  const granted = await change(1, { plan_id: plan.id, expired_at: '2030-01-31T00:00:00.000Z' })
  expect(granted.body).toMatchObject({ plan_id: plan.id, group_id: plan.groupId, transfer_enable: plan.transferEnable, speed_limit: 100 })
  const noted = await change(2, { remarks: 'called', own_speed_limit: 0 })
  expect(noted.body).toMatchObject({ remarks: 'called', own_speed_limit: 0, expired_at: '2030-01-31T00:00:00.000Z', plan_id: plan.id })
})

test('a balance adjusted many times at once adds up and never goes below zero', async () => {
  const [admin, member] = await Promise.all([t.admin(), t.member()])
  const adjust = (amount: number) => admin.call('POST', `/admin/users/${member.id}/balance`, { amount, reason: 'correction' })
  await adjust(1000)
  const answers = await atOnce(() => adjust(-300))
  expect(answers.filter((a) => a.status === 200)).toHaveLength(3)
  expect(answers.filter((a) => a.body.code === 'balance.insufficient')).toHaveLength(RACES - 3)
  expect((await admin.call('GET', `/admin/users/${member.id}`)).body.user.balance).toBe(100)
})

test('wrong old passwords sent at once count like those sent one by one', async () => {
  const member = await t.member()
  const change = (i: number) => member.call('POST', '/muser/changePassword', { old_password: `wrong ${i}`, new_password: PASSWORD })
  const changes = await atOnce((i) => change(i))
  expect(changes.filter((a) => a.status === 422)).toHaveLength(5)
  expect(changes.filter((a) => a.status === 429)).toHaveLength(RACES - 5)
})

test('a login in progress while the password changes leaves no session', async () => {
  const member = await t.member()
  const release = await t.hold(`update accounts set password_hash = 'another' where id = ${member.id}`)
  const entering = login(member.email)
  await expect.poll(t.waiting).toBe(1)
  await release(`delete from sessions where account_id = ${member.id}`)
  expect((await entering).status).toBe(422)
  expect(await t.database.db.select().from(sessions).where(eq(sessions.accountId, member.id))).toEqual([])
})

test('of two simultaneous password changes with the same old password, one succeeds', async () => {
  const member = await t.member()
  const second = (await login(member.email)).body.x_token
  const change = (token: string) =>
    t.call('POST', '/muser/changePassword', { old_password: PASSWORD, new_password: `new for ${token}` }, { 'x-token': token })
  const answers = await Promise.all([change(member.token), change(second)])
  expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
})

test('the audit log shows what was changed, and no password or token of the member', async () => {
  const [admin, member] = await Promise.all([t.admin(), t.member()])
  const { uuid, subscribe_url } = (await member.call('GET', '/muser/getSubscribe')).body
  await admin.call('PATCH', `/admin/users/${member.id}`, { version: 1, change: { remarks: 'called', password: 'a new password' } })
  const { rows } = await t.database.pool.query('select * from audit_log where entity_id = $1', [member.id])
  const text = JSON.stringify(rows)
  expect(text).toContain('called')
  for (const secret of [uuid, subscribe_url.split('/').pop(), 'argon2', 'a new password']) expect(text).not.toContain(secret)
})

test('a list sorts only by its own columns, whatever name is sent; numbers no column holds and impossible dates are refused with 422', async () => {
  const [admin, member] = await Promise.all([t.admin(), t.member()])
  for (const sort of ['__proto__', '-__proto__', 'constructor', 'toString', 'nothing']) {
    expect((await admin.call('GET', '/admin/users', { sort })).status).toBe(200)
    expect((await admin.call('GET', '/admin/orders', { sort })).status).toBe(200)
    expect((await member.call('GET', '/muser/order/fetch', { sort })).status).toBe(200)
  }
  const change = (fields: object) => admin.call('PATCH', `/admin/users/${member.id}`, { version: 1, change: fields })
  for (const fields of [{ own_speed_limit: 2 ** 31 }, { own_device_limit: 2 ** 31 }, { expired_at: '0000-01-01T00:00:00Z' }]) {
    expect((await change(fields)).status, JSON.stringify(fields)).toBe(422)
  }
  expect((await member.call('POST', '/muser/order/checkout', { trade_no: 'NOSUCHORDER1', method: 1.5 })).status).toBe(422)
})

test('a change whose audit row cannot be written is not made', async () => {
  const [admin, plan] = await Promise.all([t.admin(), t.plan()])
  await t.asOwner('alter table audit_log rename to gone')
  expect((await admin.call('PATCH', `/admin/plans/${plan.id}`, { name: 'Unrecorded' })).status).toBe(500)
  expect((await admin.call('PATCH', '/admin/settings', { 'site.title': 'Unrecorded' })).status).toBe(500)
  expect((await admin.call('POST', '/admin/groups', { name: 'Unrecorded' })).status).toBe(500)
  await t.asOwner('alter table gone rename to audit_log')
  for (const list of ['plans', 'settings', 'groups']) {
    const { status, body } = await admin.call('GET', `/admin/${list}`)
    expect([list, status, JSON.stringify(body).includes('Unrecorded')]).toEqual([list, 200, false])
  }
})

test('a member chooses name, language and country; absent fields stay and null clears', async () => {
  const member = await t.member()
  const who = async () => (await member.call('POST', '/muser/info', {})).body.userInfo
  expect(await who()).toMatchObject({ name: member.email.split('@')[0], own_name: null, language: null, country: null, has_password: true })
  const saved = await member.call('POST', '/muser/update', { name: '  Ada Lovelace ', language: 'zh-CN', country: 'GB' })
  expect([saved.status, saved.body.state]).toEqual([200, 'none'])
  expect(await who()).toMatchObject({ name: 'Ada Lovelace', own_name: 'Ada Lovelace', language: 'zh-CN', country: 'GB' })
  await member.call('POST', '/muser/update', { name: null })
  expect(await who()).toMatchObject({ own_name: null, language: 'zh-CN', country: 'GB' })
  // Of a session, it is known only where its address is.
  const { items } = (await member.call('GET', '/muser/sessions')).body
  expect(items).toMatchObject([{ ip: '127.0.0.1', country: null, current: true }])
})

test.each([
  ['name', ''],
  ['name', 'a\nb'],
  ['name', 'a\u202eb'],
  ['name', 'x'.repeat(41)],
  ['language', 'fr'],
  ['country', 'XQ'],
  ['country', 'Germany'],
])('%s %j is refused', async (field, value) => {
  const member = await t.member()
  const { status, body } = await member.call('POST', '/muser/update', { [field]: value })
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
})

test('the avatar is a picture of initials that names nothing from outside', async () => {
  const member = await t.member()
  await member.call('POST', '/muser/update', { name: '<img src=x> "Lovelace' })
  const { avatar } = (await member.call('POST', '/muser/info', {})).body.userInfo
  expect(avatar).toMatch(/^data:image\/svg\+xml;base64,/)
  const svg = Buffer.from(avatar.split(',')[1], 'base64').toString()
  expect(svg).toMatch(/^<svg [^<]*><path [^<]*\/><text [^<]*>[^<]{1,12}<\/text><\/svg>$/)
})

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['first.last', 'FL'],
  ['王小明', '王'],
  ['王 小明', '王'],
  ['👩‍💻 coder', '👩‍💻C'],
  ['...', '#'],
])('the initials of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials))

async function bought(member: Member, planId: number): Promise<void> {
  const [plan] = await t.database.db.select().from(plans).where(eq(plans.id, planId))
  const grant = { planId, ...conditionsOf(plan!, 'monthly'), months: 1 }
  await t.database.transaction(async (tx) => grantTerm(tx, await lockSubscription(tx, member.id), grant, t.app.now(), 'Asia/Shanghai'))
}

/**
 * A member on a plan with 100 Mbps and two devices. `onNode` reads their limits as the node gets them, `shown` as they see them;
 * `change` changes the account as an operator.
 */
async function setUp() {
  const [admin, member, plan] = [await t.admin(), await t.member(), await t.plan({ speedLimit: 100, deviceLimit: 2 })]
  const node = await t.node({ groupIds: [plan.groupId] })
  await bought(member, plan.id)
  const onNode = async () => {
    const { speed_limit: speed, device_limit: devices } = (await node.pull('user')).body.users[0]
    return [speed, devices]
  }
  const change = (values: Record<string, unknown>) => t.change(admin, member.id, values)
  const shown = async () => {
    const { speed_limit: speed, device_limit: devices } = (await member.call('GET', '/muser/getSubscribe')).body
    return [speed, devices]
  }
  return { member, plan, node, onNode, change, shown }
}

test('a member’s own limits reach the nodes and the member at once; without them the plan’s limits apply', async () => {
  const { onNode, change, shown } = await setUp()
  expect([await onNode(), await shown()]).toEqual([
    [100, 2],
    [100, 2],
  ])
  const answer = await change({ own_speed_limit: 20, own_device_limit: 5 })
  expect(answer.body).toMatchObject({ speed_limit: 100, device_limit: 2, own_speed_limit: 20, own_device_limit: 5 })
  expect([await onNode(), await shown()]).toEqual([
    [20, 5],
    [20, 5],
  ])
  await change({ own_speed_limit: 0 })
  expect([await onNode(), await shown()]).toEqual([
    [0, 5],
    [null, 5],
  ])
  await change({ own_speed_limit: null, own_device_limit: null })
  expect([await onNode(), await shown()]).toEqual([
    [100, 2],
    [100, 2],
  ])
})

test('own limits survive a renewal and another plan, bought or assigned', async () => {
  const { member, plan, onNode, change } = await setUp()
  await change({ own_speed_limit: 20 })
  await bought(member, plan.id)
  expect(await onNode()).toEqual([20, 2])
  const [other, third] = await Promise.all([
    t.plan({ groupId: plan.groupId, speedLimit: 500, deviceLimit: 9 }),
    t.plan({ groupId: plan.groupId, speedLimit: 50, deviceLimit: 1 }),
  ])
  await bought(member, other.id)
  expect(await onNode()).toEqual([20, 9])
  await change({ plan_id: third.id })
  expect(await onNode()).toEqual([20, 1])
  await change({ own_speed_limit: null })
  expect(await onNode()).toEqual([50, 1])
})

test('devices are counted against the member’s own limit', async () => {
  const { member, node, change } = await setUp()
  await change({ own_device_limit: 0 })
  await node.post('alive', { [member.id]: ['192.0.2.1', '192.0.2.2'] })
  expect((await node.pull('alivelist')).body.alive).toEqual({})
  expect((await member.call('GET', '/muser/devices')).body).toMatchObject({ count: 2, limit: null })
  await change({ own_device_limit: 3 })
  expect((await node.pull('alivelist')).body.alive).toEqual({ [member.id]: 2 })
  expect((await member.call('GET', '/muser/devices')).body).toMatchObject({ count: 2, limit: 3 })
})

test('a limit is a whole number that node software can hold', async () => {
  const { change } = await setUp()
  for (const value of [-1, 1.5, 2 ** 31, '9'])
    expect(Object.keys((await change({ own_speed_limit: value, own_device_limit: value })).body.errors)).toHaveLength(2)
})

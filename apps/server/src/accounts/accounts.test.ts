import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, expectOne, RACES } from '../../test/at-once.ts'
import { forFile, PASSWORD, startApp } from '../../test/harness.ts'
import { sessions } from '../sessions/sessions.table.ts'
import { emailKey } from './email-key.ts'

const t = await forFile(startApp())

const login = (email: string, password = PASSWORD, headers = {}) => t.call('POST', '/muser/auth/login', { email, password }, headers)

test('a visitor registers, is signed in and sees their own account', async () => {
  const made = await t.call('POST', '/muser/auth/register', { email: 'New.Member@example.com', password: PASSWORD })
  expect(made.status).toBe(200)
  expect(made.body).toEqual({ x_token: expect.stringMatching(/^[\w-]{43}$/), name: 'New.Member' })
  const info = await t.call('POST', '/muser/info', { roles: [] }, { 'x-token': made.body.x_token })
  expect(info.body.userInfo).toMatchObject({ roles: ['user'], is_admin: 0, name: 'New.Member', balance: 0, user_class: '' })
})

test('an address in any spelling is one account, even with many registrations at once', async () => {
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

test('an unknown address and a wrong password get the same answer', async () => {
  const member = await t.member()
  const [unknown, wrong] = [await login('nobody@example.com'), await login(member.email, 'not this one')]
  expect(unknown.status).toBe(422)
  expect(wrong.body).toEqual(unknown.body)
})

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

test('a member lists their sessions and ends one or all others, never another member’s', async () => {
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
})

test('logging out ends the session that made the call', async () => {
  const member = await t.member()
  expect((await member.call('GET', '/muser/logout')).body).toEqual({ ok: true })
  expect((await member.call('GET', '/muser/getSubscribe')).status).toBe(403)
})

test('a token older than a day is replaced once; the old one works for another minute', async () => {
  const own = await startApp()
  const member = await own.member()
  own.travel(25 * 3600_000)
  const answers = await atOnce(() => member.call('GET', '/muser/getSubscribe'))
  expect(answers.every((a) => a.status === 200)).toBe(true)
  const fresh = answers.map((a) => a.headers.get('x-token')).filter((token) => token !== null)
  expect(fresh).toHaveLength(1)
  expect((await member.call('GET', '/muser/getSubscribe')).status).toBe(200)
  own.travel(61_000)
  expect((await member.call('GET', '/muser/getSubscribe')).status).toBe(403)
  expect((await own.call('GET', '/muser/getSubscribe', {}, { 'x-token': fresh[0] ?? '' })).status).toBe(200)
  await own.stop()
})

test('tokens are stored as hashes, and passwords as Argon2id', async () => {
  const member = await t.member()
  const rows = await t.database.db.select().from(sessions).where(eq(sessions.accountId, member.id))
  expect(JSON.stringify(rows)).not.toContain(member.token)
  await member.call('POST', '/muser/changePassword', { old_password: PASSWORD, new_password: 'another long password' })
  const { rows: stored } = await t.database.pool.query<{ password_hash: string }>('select password_hash from accounts where id = $1', [
    member.id,
  ])
  expect(stored[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('suspension ends sessions on the next request', async () => {
  const [admin, member] = await Promise.all([t.admin(), t.member()])
  await t.change(admin, member.id, { banned: true })
  expect((await member.call('GET', '/muser/getSubscribe')).status).toBe(403)
  expect((await login(member.email)).body.code).toBe('account.banned')
})

test('two operators cannot overwrite each other, and the last operator stays', async () => {
  const own = await startApp()
  const [admin, member] = await Promise.all([own.admin(), own.member()])
  const change = (remarks: string) => admin.call('PATCH', `/admin/users/${member.id}`, { version: 1, change: { remarks } })
  const answers = await atOnce((i) => change(`note ${i}`))
  expectOne(answers, 'account.version_conflict')
  const self = await admin.call('PATCH', `/admin/users/${admin.id}`, { version: 1, change: { banned: true } })
  expect([self.status, self.body.code]).toEqual([409, 'staff.last_owner'])
  await own.stop()
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

test('a list sorts only by its own columns, whatever name is sent', async () => {
  const [admin, member] = await Promise.all([t.admin(), t.member()])
  for (const sort of ['__proto__', '-__proto__', 'constructor', 'toString', 'nothing']) {
    expect((await admin.call('GET', '/admin/users', { sort })).status).toBe(200)
    expect((await admin.call('GET', '/admin/orders', { sort })).status).toBe(200)
    expect((await member.call('GET', '/muser/order/fetch', { sort })).status).toBe(200)
  }
})

test('a change whose audit row cannot be written is not made', async () => {
  const own = await startApp()
  const [admin, plan] = await Promise.all([own.admin(), own.plan()])
  await own.asOwner('alter table audit_log rename to gone')
  expect((await admin.call('PATCH', `/admin/plans/${plan.id}`, { name: 'Unrecorded' })).status).toBe(500)
  expect((await admin.call('PATCH', '/admin/settings', { 'site.title': 'Unrecorded' })).status).toBe(500)
  expect((await admin.call('POST', '/admin/groups', { name: 'Unrecorded' })).status).toBe(500)
  await own.asOwner('alter table gone rename to audit_log')
  expect((await admin.call('GET', '/admin/plans')).body.items[0].name).toBe('Basic')
  expect((await admin.call('GET', '/admin/settings')).body['site.title']).toBe('Portico')
  expect((await admin.call('GET', '/admin/groups')).body.items).toHaveLength(1)
  await own.stop()
})

test('numbers no column holds and impossible dates are refused with 422', async () => {
  const [admin, member] = await Promise.all([t.admin(), t.member()])
  const change = (fields: object) => admin.call('PATCH', `/admin/users/${member.id}`, { version: 1, change: fields })
  for (const fields of [{ own_speed_limit: 2 ** 31 }, { own_device_limit: 2 ** 31 }, { expired_at: '0000-01-01T00:00:00Z' }]) {
    expect((await change(fields)).status, JSON.stringify(fields)).toBe(422)
  }
  expect((await member.call('POST', '/muser/order/checkout', { trade_no: 'NOSUCHORDER1', method: 1.5 })).status).toBe(422)
})

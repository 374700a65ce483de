import { expect, test } from 'vitest'
import { expectOne } from '../../test/at-once.ts'
import { codeOf } from '../../test/authenticator-app.ts'
import { mailsTo } from '../../test/mail-tap.ts'
import { setUpApp } from '../../test/set-up-app.ts'
import { forFile, type Member, PASSWORD, startApp } from '../../test/harness.ts'

const START = new Date('2030-05-06T07:08:00Z').getTime()
let clock = START
const now = (): Date => new Date(clock)
const t = await forFile(startApp({ now }))

const DAY = 86_400_000
const login = (member: Member) => t.call('POST', '/muser/auth/login', { email: member.email, password: PASSWORD })
const second = (token: string, code: string) => t.call('POST', '/muser/auth/second', { token, code })
/** The token for the second step. */
const firstStep = async (member: Member): Promise<string> => (await login(member)).body.details.token
/** One after another: passwords sent at once count as guesses until they turn out right. */
async function firstSteps(member: Member, count: number): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < count) tokens.push(await firstStep(member))
  return tokens
}
const confirm = (member: Member) => member.once('POST', '/muser/auth/confirm', { password: PASSWORD })

test('an app counts once its first code was entered, and sign-in then asks for it', async () => {
  const member = await t.member()
  expect((await member.call('GET', '/muser/factors')).body).toEqual({ authenticator_since: null, recovery_codes_left: 0 })
  const begun = await member.call('POST', '/muser/factors/authenticator')
  expect(begun.body.key).toMatch(/^[A-Z2-7]{32}$/)
  expect(begun.body.url).toContain(`secret=${begun.body.key}`)
  expect(begun.body.url).toContain(encodeURIComponent(member.email))
  expect((await login(member)).status).toBe(200)

  const wrong = await member.call('POST', '/muser/factors/authenticator/confirm', { code: '000000' })
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']])
  const { body } = await member.call('POST', '/muser/factors/authenticator/confirm', { code: codeOf(begun.body.key, now()) })
  expect(new Set(body.recovery_codes).size).toBe(10)
  expect(body.recovery_codes[0]).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/)
  expect((await member.call('GET', '/muser/factors')).body).toEqual({ authenticator_since: now().toISOString(), recovery_codes_left: 10 })

  const asked = await login(member)
  expect([asked.status, asked.body.code]).toEqual([409, 'account.second_factor'])
  clock += 30_000
  const entered = await second(asked.body.details.token, codeOf(begun.body.key, now()))
  expect(entered.body).toEqual({ x_token: expect.stringMatching(/^[\w-]{43}$/), name: member.email.split('@')[0] })
  expect(entered.headers.get('set-cookie')).toContain('device=')
})

test('the key is stored sealed, recovery codes as hashes; the owner gets mail when an app is set up and when it is removed', async () => {
  const member = await t.member()
  const { key, recoveryCodes } = await setUpApp(member, now)
  const { rows } = await t.database.pool.query('select secret from authenticators where account_id = $1', [member.id])
  expect(rows[0].secret).toMatch(/^sealed:1:/)
  expect(rows[0].secret).not.toContain(key)
  const stored = await t.database.pool.query('select code_hash::text from recovery_codes where account_id = $1', [member.id])
  expect(stored.rowCount).toBe(10)
  expect(JSON.stringify(stored.rows)).not.toContain(Buffer.from(recoveryCodes[0] ?? '').toString('hex'))
  await member.call('DELETE', '/muser/factors/authenticator')
  const told = (await mailsTo(t, member.email, 'sign_in_changed')).map(({ data }) => data['what'])
  expect(told).toEqual(['authenticator_removed', 'authenticator_added'])
})

test('TOTP replay: a code works once, also when twenty sign-ins send it at once, and no older one works after it', async () => {
  const member = await t.member()
  const { key, code } = await setUpApp(member, now)
  clock += 60_000
  const tokens = await firstSteps(member, 20)
  const answers = await Promise.all(tokens.map((token) => second(token, code())))
  expectOne(answers, 'code.wrong')
  clock += 3_600_000
  const [app, older] = [codeOf(key, now()), codeOf(key, new Date(clock - 30_000))]
  expect((await second(await firstStep(member), app)).status).toBe(200)
  expect((await second(await firstStep(member), older)).body.code).toBe('code.wrong')
})

test.each([
  [-60_000, 'code.wrong'],
  [-30_000, undefined],
  [30_000, undefined],
  [60_000, 'code.wrong'],
])('with the app’s clock %i milliseconds off, the answer’s code is %s', async (off, expected) => {
  const member = await t.member()
  const { key } = await setUpApp(member, now)
  clock += 300_000
  expect((await second(await firstStep(member), codeOf(key, new Date(clock + off)))).body.code).toBe(expected)
})

test('TOTP of the next day: the code of this time tomorrow is wrong today, and today’s is wrong tomorrow', async () => {
  const member = await t.member()
  const { key } = await setUpApp(member, now)
  clock += 60_000
  expect((await second(await firstStep(member), codeOf(key, new Date(clock + DAY)))).body.code).toBe('code.wrong')
  const today = codeOf(key, now())
  clock += DAY
  expect((await second(await firstStep(member), today)).body.code).toBe('code.wrong')
  expect((await second(await firstStep(member), codeOf(key, now()))).status).toBe(200)
})

test('recovery code twice: it works once in any spelling, also when twenty sign-ins send it at once', async () => {
  const member = await t.member()
  const { recoveryCodes } = await setUpApp(member, now)
  const [first = '', other = ''] = recoveryCodes
  const tokens = await firstSteps(member, 20)
  const spelt = (i: number): string => (i % 2 ? first.toLowerCase().replaceAll('-', ' ') : first)
  const answers = await Promise.all(tokens.map((token, i) => second(token, spelt(i))))
  expectOne(answers, 'code.wrong')
  expect((await member.call('GET', '/muser/factors')).body.recovery_codes_left).toBe(9)
  clock += 3_600_000
  expect((await second(await firstStep(member), other)).status).toBe(200)
})

test('new recovery codes end the old ones', async () => {
  const member = await t.member()
  const { recoveryCodes } = await setUpApp(member, now)
  const made = await member.call('POST', '/muser/factors/recoveryCodes')
  expect(made.body.recovery_codes).toHaveLength(10)
  expect((await second(await firstStep(member), recoveryCodes[0] ?? '')).body.code).toBe('code.wrong')
  expect((await second(await firstStep(member), made.body.recovery_codes[0])).status).toBe(200)
})

test('second-factor token of another account: a token opens only the account whose password it followed', async () => {
  const [victim, thief] = await Promise.all([t.member(), t.member()])
  const [app, own] = [await setUpApp(victim, now), await setUpApp(thief, now)]
  clock += 60_000
  expect((await second(await firstStep(victim), own.code())).body.code).toBe('code.wrong')
  const entered = await second(await firstStep(thief), own.code())
  const info = await t.call('POST', '/muser/info', {}, { 'x-token': entered.body.x_token })
  expect(info.body.userInfo.id).toBe(thief.id)
  expect((await second('x'.repeat(43), app.code())).body.code).toBe('account.second_factor_over')
})

test('a token allows five tries, one success and ten minutes', async () => {
  const member = await t.member()
  const { code } = await setUpApp(member, now)
  clock += 60_000
  const token = await firstStep(member)
  for (let i = 0; i < 5; i++) expect((await second(token, '000000')).status).toBe(422)
  expect((await second(token, code())).body.code).toBe('account.second_factor_over')
  const late = await firstStep(member)
  clock += 601_000
  expect((await second(late, code())).body.code).toBe('account.second_factor_over')
  const used = await firstStep(member)
  expect((await second(used, code())).status).toBe(200)
  clock += 60_000
  expect((await second(used, code())).body.code).toBe('account.second_factor_over')
})

test('guessing with the right password ends after twenty codes an hour, and not for the owner’s own browser', async () => {
  const member = await t.member()
  const { code } = await setUpApp(member, now)
  clock += 60_000
  const home = await second(await firstStep(member), code())
  const device = /device=([\w-]+)/.exec(home.headers.get('set-cookie') ?? '')?.[0] ?? ''
  const answers: number[] = []
  for (let i = 0; i < 5; i++) {
    const token = await firstStep(member)
    for (let n = 0; n < 5; n++) answers.push((await second(token, '000000')).status)
  }
  expect(answers.slice(0, 20)).toEqual(Array(20).fill(422))
  expect(answers.slice(20)).toEqual(Array(5).fill(429))
  clock += 60_000
  const fromHome = await t.call('POST', '/muser/auth/second', { token: await firstStep(member), code: code() }, { cookie: device })
  expect(fromHome.status).toBe(200)
})

test('a new password or a suspension ends a sign-in that waits for its second step', async () => {
  const [member, banned] = await Promise.all([t.member(), t.member()])
  const [app, other] = [await setUpApp(member, now), await setUpApp(banned, now)]
  clock += 60_000
  const [token, second2] = [await firstStep(member), await firstStep(banned)]
  await member.call('POST', '/muser/changePassword', { old_password: PASSWORD, new_password: 'another long password' })
  expect((await second(token, app.code())).body.code).toBe('account.second_factor_over')
  await t.ban(banned.id)
  expect((await second(second2, other.code())).body.code).toBe('account.banned')
})

test('step-up bypass by an old session: after fifteen minutes the second factor cannot be touched until its owner is confirmed', async () => {
  const member = await t.member()
  const { key, recoveryCodes } = await setUpApp(member, now)
  clock += 15 * 60_000 + 1
  const touch = [
    () => member.once('POST', '/muser/factors/authenticator'),
    () => member.once('POST', '/muser/factors/authenticator/confirm', { code: codeOf(key, now()) }),
    () => member.once('DELETE', '/muser/factors/authenticator'),
    () => member.once('POST', '/muser/factors/recoveryCodes'),
    () => member.once('POST', '/muser/passkeys/options'),
  ]
  for (const call of touch) expect((await call()).body.code).toBe('session.confirm_needed')
  expect((await member.once('POST', '/muser/auth/confirm', { totp: '000000' })).body.errors).toHaveProperty('totp')
  expect((await member.once('POST', '/muser/auth/confirm', { totp: codeOf(key, now()) })).body).toEqual({ ok: true })
  expect((await member.once('POST', '/muser/factors/recoveryCodes')).status).toBe(200)
  clock += 15 * 60_000 + 1
  expect((await member.once('POST', '/muser/auth/confirm', { totp: recoveryCodes[0] })).body.errors).toHaveProperty('totp')
  await confirm(member)
  expect((await member.once('DELETE', '/muser/factors/authenticator')).body).toEqual({ ok: true })
  expect((await login(member)).status).toBe(200)
  expect((await member.once('DELETE', '/muser/factors/authenticator')).body.code).toBe('factor.off')
})

test('step-up bypass by an old session: money, access and secrets need a session confirmed within fifteen minutes', async () => {
  const [owner, member] = [await t.admin(), await t.member()]
  clock += 15 * 60_000 + 1
  const ofMember: [string, string, object?][] = [
    ['POST', '/muser/transfer', { amount: 100 }],
    ['POST', '/muser/ticket/withdraw', {}],
    ['POST', '/muser/changePassword', { old_password: PASSWORD, new_password: 'another long password' }],
    ['GET', '/muser/resetSecurity'],
    ['DELETE', '/muser/renewal/card/1'],
    ['DELETE', '/muser/passkeys/1'],
  ]
  const ofOwner: [string, string, object?][] = [
    ['POST', '/admin/staff/roles', {}],
    ['PUT', '/admin/staff/roles/1', {}],
    ['DELETE', '/admin/staff/roles/1'],
    ['POST', '/admin/staff/invitations', {}],
    ['PATCH', '/admin/staff/1', {}],
    ['DELETE', '/admin/staff/1'],
    ['POST', '/admin/payment-methods', {}],
    ['PATCH', '/admin/payment-methods/1', {}],
    ['DELETE', '/admin/payment-methods/1'],
    ['POST', `/admin/users/${member.id}/balance`, { amount: 1, reason: 'x' }],
    ['POST', '/admin/orders/ABC123/refunds', {}],
    ['POST', '/admin/nodes/1/secret'],
    ['POST', '/admin/machines/1/secret'],
    ['PATCH', '/admin/settings', { 'security.metrics_token': 'known' }],
    ['PATCH', '/admin/settings', { 'site.url': 'https://evil.example.com' }],
    ['PATCH', '/admin/settings', { 'security.staff_second_factor': false }],
    ['POST', '/admin/settings/changes/1/restore', {}],
  ]
  const asked = [...ofMember.map((call) => [member, ...call] as const), ...ofOwner.map((call) => [owner, ...call] as const)]
  for (const [by, method, path, body] of asked)
    expect([path, (await by.once(method, path, { ...body })).body.code]).toEqual([path, 'session.confirm_needed'])
  expect((await owner.once('PATCH', '/admin/settings', { 'site.title': 'Harbour' })).status).toBe(200)
  await confirm(owner)
  expect((await owner.once('PATCH', '/admin/settings', { 'security.metrics_token': 'known' })).status).toBe(200)
})

test('the ways to confirm are those the account has; a code by e-mail only where mail can be sent', async () => {
  const own = await startApp({ now })
  const [owner, member] = [await own.admin(), await own.member()]
  const ways = { password: true, email: null, phone: null, authenticator: false, passkey: false }
  expect((await member.call('GET', '/muser/auth/ways')).body).toEqual(ways)
  await setUpApp(member, now)
  expect((await member.call('GET', '/muser/auth/ways')).body).toEqual({ ...ways, authenticator: true })
  const mail = { 'mail.host': 'mail.example.com', 'mail.from': 'portico@example.com' }
  expect((await owner.call('PATCH', '/admin/settings', mail)).status).toBe(200)
  expect((await member.call('GET', '/muser/auth/ways')).body).toEqual({ ...ways, authenticator: true, email: member.email })
  await own.stop()
})

test('where staff need a second factor, those without one can do nothing in the console until they have it', async () => {
  const own = await startApp({ now })
  const [owner, member] = [await own.admin(), await own.member()]
  expect((await owner.call('PATCH', '/admin/settings', { 'security.staff_second_factor': true })).status).toBe(200)
  await expect.poll(async () => (await owner.call('GET', '/admin/users')).status).toBe(404)
  const info = async (who: Member) => (await who.call('POST', '/muser/info')).body.userInfo
  expect(await info(owner)).toMatchObject({ roles: ['admin'], is_admin: 1, permissions: [], needs_factor: true })
  expect(await info(member)).toMatchObject({ roles: ['user'], permissions: [], needs_factor: false })
  await owner.call('POST', '/muser/factors/authenticator')
  expect((await owner.call('GET', '/admin/users')).status).toBe(404)
  await setUpApp(owner, now)
  expect((await owner.call('GET', '/admin/users')).status).toBe(200)
  expect(await info(owner)).toMatchObject({ permissions: ['*'], needs_factor: false })
  await own.stop()
})

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { publishArticle } from '../../test/publish-article.ts'
import { askCode, liftLimits, receiveCode } from '../../test/ask-code.ts'
import { forFile, PASSWORD, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { identities } from '../identities/identities.table.ts'

const t = await forFile(startApp())
liftLimits(t)
const admin = await t.admin()

const DEFAULTS = {
  'account.register_with': 'email',
  'account.verify_email': false,
  'account.email_allowed': [],
  'account.email_refused': [],
  'account.trial_plan': 0,
  'account.trial_hours': 24,
  'site.registration_open': true,
}
const set = async (change: Record<string, unknown>) => expect((await admin.call('PATCH', '/admin/settings', change)).status).toBe(200)
beforeEach(() => set(DEFAULTS))

const register = (body: Record<string, unknown>) => t.call('POST', '/muser/auth/register', { password: PASSWORD, ...body })
const identityOf = async (subject: string) => (await t.database.db.select().from(identities).where(eq(identities.subject, subject)))[0]
let serial = 0
const fresh = (domain = 'example.com') => `visitor${++serial}@${domain}`

test('with verification on, a visitor registers with a code, and the address counts as verified', async () => {
  await set({ 'account.verify_email': true })
  const email = fresh()
  const without = await register({ email })
  expect([without.status, without.body.code, Object.keys(without.body.errors)]).toEqual([422, 'code.needed', ['code']])
  expect((await register({ email, ...(await receiveCode(t, 'register', { email })) })).status).toBe(200)
  expect((await identityOf(email))?.verifiedAt).toBeInstanceOf(Date)
})

test('without verification an address is registered at once, and counts as unverified', async () => {
  const email = fresh()
  expect((await register({ email })).status).toBe(200)
  expect((await identityOf(email))?.verifiedAt).toBeNull()
})

test('with verification on, a known address gets the answers of an unknown one, and stays as it is', async () => {
  await set({ 'account.verify_email': true })
  const member = await t.member()
  const ask = await askCode(t, 'register', { email: member.email })
  expect([ask.status, Object.keys(ask.body)]).toEqual([200, ['code_id', 'wait', 'expires_in']])
  const guessed = await register({ email: member.email, code_id: ask.body.code_id, code: '000000' })
  expect([guessed.status, guessed.body.code]).toEqual([422, 'code.wrong'])
  expect((await identityOf(member.email))?.accountId).toBe(member.id)
})

test('a member registers with a phone number and signs in with it, in any spelling', async () => {
  await set({ 'account.register_with': 'both' })
  const phone = '+44 07400 123456'
  expect((await register({ phone })).body.code).toBe('code.needed')
  expect((await register({ phone, ...(await receiveCode(t, 'register', { phone })) })).status).toBe(200)
  expect(await identityOf('+447400123456')).toMatchObject({ provider: 'phone', label: '+447400123456' })
  const login = (spelling: string) => t.call('POST', '/muser/auth/login', { phone: spelling, password: PASSWORD })
  expect((await login('+447400123456')).status).toBe(200)
  expect((await login('+44 (0)7400-123-456')).status).toBe(200)
})

test.each(['+8613', '+10000000000', '+442', '13812345678', '', '+86 138 1234 567a', '+999123456789'])(
  '%j is no phone number: 422 naming the field',
  async (phone) => {
    await set({ 'account.register_with': 'both' })
    for (const answer of [
      await askCode(t, 'register', { phone }),
      await register({ phone }),
      await t.call('POST', '/muser/auth/login', { phone, password: 'x' }),
    ]) {
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['phone']])
    }
  },
)

test.each([
  ['email', { phone: '+8613812345678' }, 'account.email_needed', 'phone'],
  ['phone', { email: 'somebody@example.com' }, 'account.phone_needed', 'email'],
])('a site that registers with %s refuses the other, and sends no code', async (kind, to, code, field) => {
  await set({ 'account.register_with': kind })
  for (const answer of [await register(to), await askCode(t, 'register', to)]) {
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([422, code, [field]])
  }
})

test('a request needs exactly one address', async () => {
  expect((await register({})).body.code).toBe('account.address_needed')
  expect((await register({ email: fresh(), phone: '+8613812345678' })).body.code).toBe('account.address_needed')
})

test.each([
  [[], [], 'a@any.example', true],
  [['qq.com', '@gmail.com'], [], 'a@qq.com', true],
  [['qq.com', '@gmail.com'], [], 'a@GMAIL.com', true],
  [['qq.com'], [], 'a@vip.qq.com', true],
  [['qq.com'], [], 'a@notqq.com', false],
  [['qq.com'], [], 'a@qq.com.evil.example', false],
  [[], ['mailinator.com'], 'a@mailinator.com', false],
  [[], ['*.mailinator.com'], 'a@x.Mailinator.com', false],
  [[], ['mailinator.com'], 'mailinator.com@example.com', true],
  [['qq.com'], ['qq.com'], 'a@qq.com', false],
])('with accepted %j and refused %j, %s is accepted: %j', async (allowed, refused, email, accepted) => {
  await set({ 'account.email_allowed': allowed, 'account.email_refused': refused })
  const [asked, made] = [await askCode(t, 'register', { email }), await register({ email: email.replace('@', `${++serial}@`) })]
  if (accepted) return expect([asked.status, made.status]).toEqual([200, 200])
  for (const answer of [asked, made]) expect([answer.status, answer.body.code]).toEqual([422, 'account.email_refused'])
})

test('where the site has terms, they must be accepted', async () => {
  const { id } = await publishArticle(admin, { kind: 'terms', type: 'tos' })
  expect((await t.call('GET', '/api/comm/config')).body).toMatchObject({ has_terms: true, register_with: 'email', verify_email: false })
  const email = fresh()
  const refused = await register({ email })
  expect([refused.body.code, Object.keys(refused.body.errors)]).toEqual(['account.terms_needed', ['terms']])
  expect((await register({ email, terms: true })).status).toBe(200)
  await admin.call('POST', `/admin/articles/${id}/unpublish`, { archive: true })
  expect((await register({ email: fresh() })).status).toBe(200)
})

test('a site that is closed for registration makes no account and sends no code', async () => {
  await set({ 'site.registration_open': false })
  for (const answer of [await register({ email: fresh() }), await askCode(t, 'register', { email: fresh() })]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'account.registration_closed'])
  }
  expect((await askCode(t, 'login', { email: fresh() })).status).toBe(200)
})

test('an invite code that cannot be used leaves the code usable: nothing was made', async () => {
  await set({ 'account.verify_email': true })
  const email = fresh()
  const proof = await receiveCode(t, 'register', { email })
  const refused = await register({ email, ...proof, invite_code: 'NOSUCHCODE' })
  expect(Object.keys(refused.body.errors)).toEqual(['invite_code'])
  expect(await identityOf(email)).toBeUndefined()
  expect((await register({ email, ...proof })).status).toBe(200)
})

test('the countries have their calling codes and names in both languages', async () => {
  const { status, body } = await t.call('GET', '/api/comm/countries')
  expect(status).toBe(200)
  expect(body.items.length).toBeGreaterThan(200)
  expect(body.items).toContainEqual({ code: 'CN', prefix: '+86', names: { en: 'China', 'zh-CN': '中国' } })
  expect(body.items).toContainEqual({ code: 'GB', prefix: '+44', names: { en: 'United Kingdom', 'zh-CN': '英国' } })
})

test('a new member gets the trial plan for its hours; it ends by itself and is neither an order nor an end of being new', async () => {
  const plan = await t.plan({ speedLimit: 50 })
  await set({ 'account.trial_plan': plan.id, 'account.trial_hours': 72 })
  const made = await register({ email: fresh() })
  const mine = (method: string, path: string) => t.call(method, path, {}, { 'x-token': made.body.x_token })
  const { plan_id, expired_at, transfer_enable } = (await mine('GET', '/muser/getSubscribe')).body
  expect([plan_id, transfer_enable]).toEqual([plan.id, plan.transferEnable])
  expect(Math.abs(Date.parse(expired_at) - t.app.now().getTime() - 72 * 3600_000)).toBeLessThan(60_000)
  expect((await mine('GET', '/muser/order/fetch')).body.total).toBe(0)
  const { rows } = await t.database.pool.query(
    `select actor_name from audit_log where action = 'member.trial' and after ->> 'planId' = $1`,
    [String(plan.id)],
  )
  expect(rows).toEqual([{ actor_name: 'registration' }])
})

test('the same person gets one trial: not for another spelling, nor again after the address left an account', async () => {
  const plan = await t.plan()
  await set({ 'account.trial_plan': plan.id })
  const planAfter = async (email: string) => {
    const { body } = await register({ email })
    return (await t.call('GET', '/muser/getSubscribe', {}, { 'x-token': body.x_token })).body.plan_id
  }
  expect(await planAfter('once.only@gmail.com')).toBe(plan.id)
  const [first] = await t.database.db.select().from(accounts).where(eq(accounts.emailKey, 'onceonly@gmail.com'))
  await t.database.db.delete(identities).where(eq(identities.accountId, first!.id))
  expect(await planAfter('onceonly+again@gmail.com')).toBeNull()
})

test('many registrations at once start as many trials as the plan has places, and none if it is gone; all get their account', async () => {
  const plan = await t.plan({ capacityLimit: 3 })
  await set({ 'account.trial_plan': plan.id })
  const answers = await atOnce(() => register({ email: fresh() }))
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  const { rows } = await t.database.pool.query('select count(*)::int as n from subscriptions where plan_id = $1', [plan.id])
  expect(rows).toEqual([{ n: 3 }])
  await set({ 'account.trial_plan': 999_999 })
  const { body } = await register({ email: fresh() })
  expect((await t.call('GET', '/muser/getSubscribe', {}, { 'x-token': body.x_token })).body.plan_id).toBeNull()
})

import { expect, test } from 'vitest'
import { boundEndpoints } from '../src/http/router.ts'
import { forFile, startApp } from './harness.ts'
import { publishArticle } from './publish-article.ts'

const t = await forFile(startApp())
const member = await t.member()

const ORDER = { trade_no: 'NOSUCHORDER1' }
const LOGIN = { email: 'nobody@example.com', password: 'wrong password' }
/** The calls of the specification, in its order and spelling: the status of the answer, a field of it, and what is sent. */
const calls: [method: 'GET' | 'POST', path: string, status: number, field: string, payload?: Record<string, unknown>][] = [
  ['POST', '/muser/langtool/check', 422, 'errors'],
  ['POST', '/muser/auth/oauth', 422, 'errors'],
  ['GET', '/api/plan/list', 200, 'items'],
  ['GET', '/muser/discount/fetch', 200, 'items'],
  ['POST', '/api/comm/tosFecth', 404, 'code', { type: 'tos' }],
  ['POST', '/api/comm/version', 200, 'items'],
  ['POST', '/api/soso/fetch', 200, 'groups', { q: 'plan' }],
  ['GET', '/api/User_Store/games', 200, 'items'],
  ['POST', '/muser/auth/login', 422, 'errors', LOGIN],
  ['POST', '/muser/checkin', 409, 'code'],
  ['POST', '/muser/auth/register', 422, 'errors'],
  ['POST', '/api/auth/forget', 422, 'errors'],
  ['POST', '/api/comm/sendEmailVerify', 422, 'errors'],
  ['POST', '/api/comm/sendPhoneVerify', 422, 'errors'],
  ['GET', '/muser/auth/captcha_veryfy', 200, 'provider', { type: 'login' }],
  ['GET', '/api/comm/countries', 200, 'items'],
  ['POST', '/muser/info', 200, 'userInfo'],
  ['POST', '/muser/update', 200, 'state', { name: 'Ann' }],
  ['POST', '/muser/transfer', 422, 'errors'],
  ['POST', '/muser/ticket/withdraw', 422, 'errors'],
  ['GET', '/muser/dashboard', 200, 'subscription'],
  ['POST', '/muser/order/save', 422, 'errors'],
  ['POST', '/muser/coupon/check', 422, 'errors'],
  ['POST', '/muser/order/checkout', 422, 'errors'],
  ['GET', '/muser/plan/fetch', 200, 'items'],
  ['GET', '/muser/order/details', 404, 'code', ORDER],
  ['GET', '/muser/order/check', 404, 'code', ORDER],
  ['POST', '/muser/order/cancel', 404, 'code', ORDER],
  ['GET', '/muser/getSubscribe', 200, 'state'],
  ['GET', '/muser/resetSecurity', 200, 'subscribe_url'],
  ['POST', '/muser/setPass', 422, 'errors'],
  ['POST', '/muser/ticket/save', 422, 'errors'],
  ['POST', '/muser/ticket/close', 422, 'errors'],
  ['POST', '/muser/ticket/reply', 422, 'errors'],
  ['POST', '/muser/changePassword', 422, 'errors'],
  ['GET', '/muser/server/fetch', 200, 'items'],
  ['GET', '/muser/order/fetch', 200, 'items'],
  ['GET', '/muser/ticket/fetch', 200, 'items'],
  ['GET', '/muser/server/log/fetch', 200, 'items'],
  ['GET', '/muser/knowledge/fetchList', 200, 'items'],
  ['GET', '/muser/knowledge/fetch', 404, 'code', { id: 999_999 }],
  ['POST', '/api/msg/fetch', 200, 'items'],
  ['POST', '/api/vipcard/checkout', 422, 'errors'],
  ['GET', '/muser/invite/fetch', 200, 'codes'],
  ['GET', '/muser/invite/details', 200, 'items'],
  ['GET', '/muser/invite/save', 200, 'link'],
  ['POST', '/muser/destroy', 422, 'errors'],
  ['GET', '/muser/telegram/getBotInfo', 200, 'is_on'],
  ['GET', '/muser/telegram/unbind', 200, 'ok'],
  ['GET', '/muser/logout', 200, 'ok'],
]

test.each(calls)('%s %s answers', async (method, path, status, field, payload) => {
  expect(boundEndpoints.map((e) => `${e.method} ${e.path}`)).toContain(`${method} ${path}`)
  const answer = await member.call(method, path, payload)
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ [field]: expect.anything() })])
})

test('any other call, whatever its method, is not found, in the caller’s language', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    for (const path of ['/no/such/call', '/muser/order', '/api/plan/list/7']) {
      const answer = await t.call(method, path, {}, { 'accept-language': 'zh-CN' })
      expect([answer.status, answer.body], `${method} ${path}`).toEqual([404, { code: 'not_found', message: '您访问的内容不存在。' }])
    }
})

// What it says of answers, in its own field names.

const PASSWORD = 'a long password'

test('a login answers with x_token and name; the token then tells who it is', async () => {
  const entry = { email: 'fields@example.com', password: PASSWORD }
  await t.call('POST', '/muser/auth/register', entry)
  const { status, body } = await t.call('POST', '/muser/auth/login', entry)
  expect([status, body]).toEqual([200, { x_token: expect.stringMatching(/^[\w-]{43}$/), name: 'fields' }])
  const info = await t.call('POST', '/muser/info', { roles: [] }, { 'x-token': body.x_token })
  expect(info.body.userInfo).toMatchObject({ name: 'fields', user_class: '', roles: ['user'], is_admin: 0 })
  expect(info.body.userInfo).toHaveProperty('avatar')
  const admin = await t.admin()
  const { userInfo } = (await admin.call('POST', '/muser/info', { roles: [] })).body
  expect(userInfo).toMatchObject({ roles: expect.arrayContaining(['admin']), is_admin: 1 })
})

test('the site’s values are webtitle, weburl, indexNotice, webclose and email', async () => {
  const admin = await t.admin()
  expect((await admin.call('PATCH', '/admin/settings', { 'site.email': 'help@example.com' })).status).toBe(200)
  const { body } = await t.call('GET', '/api/comm/config')
  expect(body).toMatchObject({
    webtitle: expect.stringMatching(/\S/),
    weburl: expect.stringMatching(/^http/),
    webclose: 0,
    email: 'help@example.com',
  })
  expect(body).toHaveProperty('indexNotice')
})

test('a plan has a price under each of the eight keys', async () => {
  const plan = await t.plan()
  const { items } = (await t.call('GET', '/api/plan/list')).body
  const shown = items.find(({ id }: { id: number }) => id === plan.id)
  const keys = ['month', 'quarter', 'half_year', 'year', 'two_year', 'three_year', 'onetime', 'reset'].map((period) => `${period}_price`)
  expect(
    Object.keys(shown)
      .filter((key) => key.endsWith('_price'))
      .toSorted(),
  ).toEqual(keys.toSorted())
})

test('an order is asked for, checked and cancelled by its trade_no', async () => {
  const [plan, member] = await Promise.all([t.plan(), t.member()])
  const { trade_no } = (await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' })).body
  expect(trade_no).toMatch(/^[0-9A-Za-z]{6,62}$/)
  const statuses = async () =>
    Promise.all(['details', 'check'].map(async (path) => (await member.call('GET', `/muser/order/${path}`, { trade_no })).body.status))
  expect(await statuses()).toEqual(['pending', 'pending'])
  expect((await member.call('POST', '/muser/order/cancel', { trade_no })).status).toBe(200)
  expect(await statuses()).toEqual(['cancelled', 'cancelled'])
})

test('the dashboard and the subscription tell what a member has', async () => {
  const member = await t.member()
  const dashboard = (await member.call('GET', '/muser/dashboard')).body
  const subscription = (await member.call('GET', '/muser/getSubscribe')).body
  expect(dashboard.subscription).toMatchObject({ state: 'none', plan_id: null })
  expect(subscription).toMatchObject({ state: 'none', plan_id: null, subscribe_url: expect.stringMatching(/^http/) })
  const fresh = (await member.call('GET', '/muser/resetSecurity')).body.subscribe_url
  expect(fresh).not.toBe(subscription.subscribe_url)
  expect((await member.call('GET', '/muser/getSubscribe')).body.subscribe_url).toBe(fresh)
})

test('an article has a title and a body', async () => {
  const text = { title: 'How to begin', body: '<p>Install an app.</p>' }
  const [member, { id }] = await Promise.all([t.member(), publishArticle(await t.admin(), { en: text })])
  expect((await member.call('GET', '/muser/knowledge/fetch', { id })).body).toMatchObject(text)
})

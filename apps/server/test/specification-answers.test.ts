import { expect, test } from 'vitest'
import { forFile, startApp } from './harness.ts'
import { publishArticle } from './publish-article.ts'

// What the specification says of answers, in its own field names.
const t = await forFile(startApp())

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

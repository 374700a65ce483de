import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.stop())

test('a saved setting is in force at once and the others stay', async () => {
  const admin = await t.admin()
  const saved = await admin.call('PATCH', '/admin/settings', { 'site.title': 'Harbour', 'site.index_notice': 'Welcome' })
  expect(saved.body).toMatchObject({ 'site.title': 'Harbour', 'order.timeout_minutes': 30 })
  expect((await t.call('GET', '/api/comm/config')).body).toMatchObject({ webtitle: 'Harbour', indexNotice: 'Welcome', webclose: 0 })
})

test('wrong values are named and nothing is saved', async () => {
  const admin = await t.admin()
  const wrong = { 'site.title': 'Half saved', 'site.timezone': 'Nowhere/City', 'site.currency': 'yuan', 'site.url': 'example.com' }
  const answer = await admin.call('PATCH', '/admin/settings', wrong)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.errors).toSorted()).toEqual(['site.currency', 'site.timezone', 'site.url'])
  expect((await admin.call('GET', '/admin/settings')).body['site.title']).not.toBe('Half saved')
})

test('closed registration refuses newcomers', async () => {
  const admin = await t.admin()
  await admin.call('PATCH', '/admin/settings', { 'site.registration_open': false })
  const answer = await t.call('POST', '/muser/auth/register', { email: 'late@example.com', password: 'a good password' })
  expect([answer.status, answer.body.code]).toEqual([409, 'account.registration_closed'])
})

import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { dropOldPageErrors } from './drop-old-page-errors.ts'
import { safeMessage, safePage } from './without-persons.ts'

const t = await forFile(startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } }))
const reader = await t.staff(['log.read'])

const device = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0'
const report = (errors: object[], ip = '198.51.100.1') =>
  t.call('POST', '/api/comm/errors', { errors, version: 'index-abc' }, { 'user-agent': device, 'x-forwarded-for': ip })
const listed = async () => (await reader.call('GET', '/admin/log/errors')).body.items

test('equal errors are one row with a count, first and last time, browser and version; many reports at once lose none', async () => {
  const error = { message: 'TypeError: x is not a function at index.js:1:2', page: '/user/orders', times: 2 }
  const answers = await atOnce(() => report([error, { ...error, times: 1 }]))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await listed()).toEqual([
    expect.objectContaining({
      message: error.message,
      page: '/user/orders',
      times: 3 * RACES,
      browser: 'Firefox, Windows',
      version: 'index-abc',
    }),
  ])
})

test('staff without log.read cannot read errors, anybody may report them, and what is too large is refused', async () => {
  expect((await report([{ message: 'x'.repeat(301), page: '/', times: 1 }])).status).toBe(422)
  expect((await report(Array.from({ length: 21 }, () => ({ message: 'x', page: '/', times: 1 })))).status).toBe(422)
})

test('a network that reports without end is refused, others are not', async () => {
  const one = (ip: string) => report([{ message: 'often', page: '/', times: 1 }], ip)
  const answers = await Promise.all(Array.from({ length: 40 }, () => one('198.51.100.9')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect((await one('198.51.100.77')).status).toBe(200)
})

test.each([
  ['for mia@example.com at https://a.example/user/x?token=abc#part', 'for …@… at /user/x'],
  ['bad 0123456789abcdef0123 here', 'bad … here'],
  ['GET /s/MySecretLink failed', 'GET /s/… failed'],
  ['order 20261124000123', 'order …'],
  ['index-DDS8QT1.js:1:204', 'index-DDS8QT1.js:1:204'],
])('of “%s” is kept “%s”', (given, kept) => expect(safeMessage(given)).toBe(kept))

test('a page is kept without its query, its part and the numbers in it', () => {
  expect([safePage('/user/order/AB12?x=1#y'), safePage('/admin/user/42'), safePage('/user/orders')]).toEqual([
    '/user/order/…',
    '/admin/user/…',
    '/user/orders',
  ])
})

test('errors that nobody meets any more are gone after thirty days', async () => {
  await report([{ message: 'old', page: '/', times: 1 }], '198.51.100.44')
  const day = 86_400_000
  const names = async () => (await listed()).map(({ message }: { message: string }) => message)
  await dropOldPageErrors(t.app.database, new Date(Date.now() + 29 * day))
  expect(await names()).toContain('old')
  await dropOldPageErrors(t.app.database, new Date(Date.now() + 31 * day))
  expect(await names()).not.toContain('old')
})

import { expect, test } from 'vitest'
import { bound } from '../src/http/router.ts'
import { forFile, startApp } from './harness.ts'

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
  expect(bound.map((e) => `${e.method} ${e.path}`)).toContain(`${method} ${path}`)
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

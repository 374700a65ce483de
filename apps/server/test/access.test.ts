import { afterAll, beforeAll, expect, test } from 'vitest'
import { isConsole } from '@portico/contract/access'
import { bound } from '../src/http/router.ts'
import { startApp, type TestApp } from './harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.stop())

/** A path whose parameters name things that do not exist. */
const pathOf = (path: string): string => path.replace(':trade_no', 'NOSUCHORDER1').replace(/:\w+/g, '999999')

test('every endpoint refuses callers it is not for', async () => {
  const [member, admin] = await Promise.all([t.member(), t.admin()])
  expect(bound.length).toBeGreaterThanOrEqual(40)
  for (const e of bound) {
    const path = pathOf(e.path)
    const anonymous = await t.call(e.method, path)
    // A stream has no end to wait for.
    const asMember = e.access === 'member' && /\/(logout|live)$/.test(e.path) ? null : await member.call(e.method, path)
    const name = `${e.method} ${e.path}`
    if (e.access === 'public') expect(anonymous.status, name).not.toBe(403)
    else expect([anonymous.status, anonymous.body.code], name).toEqual([403, 'session.invalid'])
    if (isConsole(e.access)) {
      expect([asMember?.status, asMember?.body.code], name).toEqual([404, 'not_found'])
      expect((await admin.call(e.method, path)).status, name).toBeLessThan(500)
    } else if (asMember) {
      expect(asMember.status, name).not.toBe(403)
      expect(asMember.status, name).toBeLessThan(500)
    }
  }
})

test('an endpoint without its session header is refused whatever the cookie says', async () => {
  const admin = await t.admin()
  for (const e of bound.filter((endpoint) => endpoint.access !== 'public')) {
    const answer = await t.call(e.method, pathOf(e.path), {}, { cookie: `AdminToken=${admin.token}; username=admin` })
    expect(answer.status, `${e.method} ${e.path}`).toBe(403)
  }
})

test('another member’s orders and sessions are not found', async () => {
  // One after the other, so that their sessions and identities have the same numbers.
  const [owner, stranger, plan] = [await t.member(), await t.member(), await t.plan()]
  const { trade_no } = (await owner.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' })).body
  const session = (await owner.call('GET', '/muser/sessions')).body.items[0].id
  const asked = { kind: 'other', level: 'low', subject: 'Mine', text: 'Mine.' }
  const { id } = (await owner.call('POST', '/muser/ticket/save', asked)).body
  // Articles belong to nobody; gated-text.test.ts tests who may read them.
  // A new withdrawal has a number of the caller's choice; withdrawals.test.ts tests that another member's is refused.
  const isOwned = ({ path }: (typeof bound)[number]): boolean => !path.startsWith('/muser/knowledge/') && path !== '/muser/ticket/withdraw'
  const owned = bound.filter((e) => e.access === 'member' && takesAnId(e) && isOwned(e))
  expect(owned.map((e) => e.path).toSorted()).toEqual([
    '/muser/identities/:id',
    '/muser/invoices',
    '/muser/invoices/:id/file',
    '/muser/oauth/:id',
    '/muser/order/ask',
    '/muser/order/cancel',
    '/muser/order/check',
    '/muser/order/checkout',
    '/muser/order/details',
    '/muser/order/events',
    '/muser/order/getPaymentMethod',
    '/muser/order/proof',
    '/muser/order/proof',
    '/muser/order/proof/:id',
    '/muser/order/steps',
    '/muser/passkeys/:id',
    '/muser/passkeys/:id',
    '/muser/reminders/push/remove',
    '/muser/renewal/card/:id',
    '/muser/sessions/:id',
    '/muser/ticket/close',
    '/muser/ticket/fetch',
    '/muser/ticket/file/:id',
    '/muser/ticket/rate',
    '/muser/ticket/read',
    '/muser/ticket/reopen',
    '/muser/ticket/reply',
    '/muser/ticket/withdraw/cancel',
  ])
  const named = { id, seq: 1, score: 1, text: 'x', trade_no, withdrawal_no: trade_no }
  for (const e of owned) {
    const path = e.path.replace(':id', String(session))
    const answer = await stranger.call(e.method, path, { ...named, method: 1, proof: 'x', name: 'x' })
    expect(answer.status, `${e.method} ${e.path}`).toBe(404)
  }
  expect((await owner.call('GET', '/muser/order/details', { trade_no })).body.status).toBe('pending')
  expect((await owner.call('GET', '/muser/sessions')).status).toBe(200)
  expect((await stranger.call('GET', '/muser/order/fetch')).body.total).toBe(0)
})

/** Endpoints that name something by id that a member can own. */
function takesAnId(e: (typeof bound)[number]): boolean {
  const names = [e.params, e.query, e.body].flatMap((schema) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {}))
  return ['trade_no', 'id', 'withdrawal_no'].some((name) => names.includes(name))
}

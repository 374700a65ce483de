import { afterAll, beforeAll, expect, test } from 'vitest'
import { bound } from '../src/http/router.ts'
import { startApp, type TestApp } from './harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.stop())

/** A path whose parameters name things that do not exist. */
const pathOf = (path: string): string => path.replace(':trade_no', 'NOSUCHORDER1').replace(/:\w+/g, '999999')

test('every endpoint keeps out whoever it is not for', async () => {
  const [member, admin] = await Promise.all([t.member(), t.admin()])
  expect(bound.length).toBeGreaterThanOrEqual(40)
  for (const e of bound) {
    const path = pathOf(e.path)
    const anonymous = await t.call(e.method, path)
    const asMember = e.path.endsWith('/logout') ? null : await member.call(e.method, path)
    const name = `${e.method} ${e.path}`
    if (e.access === 'public') expect(anonymous.status, name).not.toBe(403)
    else expect([anonymous.status, anonymous.body.code], name).toEqual([403, 'session.invalid'])
    if (e.access === 'admin') {
      expect([asMember?.status, asMember?.body.code], name).toEqual([404, 'not_found'])
      expect((await admin.call(e.method, path)).status, name).toBeLessThan(500)
    } else if (asMember) {
      expect(asMember.status, name).not.toBe(403)
      expect(asMember.status, name).toBeLessThan(500)
    }
  }
})

test('an endpoint without its session header is closed whatever the cookie says', async () => {
  const admin = await t.admin()
  for (const e of bound.filter((endpoint) => endpoint.access !== 'public')) {
    const answer = await t.call(e.method, pathOf(e.path), {}, { cookie: `AdminToken=${admin.token}; username=admin` })
    expect(answer.status, `${e.method} ${e.path}`).toBe(403)
  }
})

import type { AnyEndpoint } from '@portico/contract/endpoint'
import { permissions, readyRoles } from '@portico/contract/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bound } from '../src/http/router.ts'
import { type Member, startApp, type TestApp } from './harness.ts'
import { sensitiveEndpoints } from './sensitive-endpoints.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.stop())

const nameOf = (e: AnyEndpoint): string => `${e.method} ${e.path}`
const consoleEndpoints = (): AnyEndpoint[] => bound.filter((e) => e.path.startsWith('/admin/'))
const roles = ['owner', 'support', 'finance', 'network', 'content'] as const

/** Malformed in every part: an allowed caller gets 422 and nothing happens; everybody else gets 404. */
async function opensFor(who: Member, e: AnyEndpoint): Promise<boolean> {
  const { status, body } = await who.call(e.method, e.path.replace(/:\w+/g, '~'), e.method === 'GET' ? { page: 'x', from: 'x' } : {})
  expect([200, 404, 422], `${nameOf(e)} answered ${status} ${body.code}`).toContain(status)
  return status !== 404
}

test('every console endpoint, and no other, declares its permission', () => {
  expect(consoleEndpoints().length).toBeGreaterThan(100)
  expect(bound.filter((e) => (typeof e.access === 'string') === e.path.startsWith('/admin/')).map(nameOf)).toEqual([])
  const named = (e: AnyEndpoint): string[] => (typeof e.access === 'string' ? [] : [...('anyOf' in e.access ? e.access.anyOf : e.access)])
  expect(
    consoleEndpoints()
      .filter((e) => named(e).length === 0)
      .map(nameOf),
  ).toEqual([])
  expect(
    consoleEndpoints()
      .flatMap(named)
      .filter((one) => !permissions.some((known) => known === one)),
  ).toEqual([])
})

test('money, secrets, lists and roles are open to the roles in the reviewed table, and to nobody else', async () => {
  const staff = await Promise.all(roles.map(async (role) => ({ role, who: await t.staff(role) })))
  const known = new Map(consoleEndpoints().map((e) => [nameOf(e), e]))
  expect(Object.keys(sensitiveEndpoints).filter((name) => !known.has(name))).toEqual([])
  for (const [name, allowed] of Object.entries(sensitiveEndpoints)) {
    const e = known.get(name)!
    const opened: string[] = []
    for (const { role, who } of staff) if (await opensFor(who, e)) opened.push(role)
    expect(opened.toSorted(), name).toEqual(['owner', ...allowed].toSorted())
  }
})

test('every endpoint that needs a permission for money, secrets, lists or roles is in the reviewed table', () => {
  const sensitive = new Set([
    'orders.write',
    'orders.refund',
    'money.read',
    'money.book',
    'money.adjust',
    'withdrawals.decide',
    'payments.read',
    'payments.write',
    'codes.read',
    'codes.write',
    'nodes.secret',
    'members.access',
    'outages.compensate',
    'settings.money',
    'settings.security',
    'staff.read',
    'staff.write',
    'export',
  ])
  const needs = ({ access }: AnyEndpoint): readonly string[] =>
    typeof access === 'string' ? [] : 'anyOf' in access ? access.anyOf : access
  const missing = consoleEndpoints().filter((e) => needs(e).some((one) => sensitive.has(one)) && !(nameOf(e) in sensitiveEndpoints))
  // A preview that counts members and changes nothing.
  expect(missing.map(nameOf)).toEqual(['POST /admin/outages/:id/compensation/preview'])
})

test('every console endpoint is open to the roles with its permission, and to no others or members', async () => {
  const [member, nothing] = await Promise.all([t.member(), t.staff([])])
  const staff = await Promise.all(roles.map(async (role) => ({ role, who: await t.staff(role) })))
  for (const e of consoleEndpoints()) {
    expect([await opensFor(member, e), await opensFor(nothing, e)], nameOf(e)).toEqual([false, false])
    for (const { role, who } of staff) {
      const held: readonly string[] = readyRoles[role]
      const has = (one: string): boolean => held.includes('*') || held.includes(one)
      const { access } = e
      const expected = typeof access === 'string' ? false : 'anyOf' in access ? access.anyOf.some(has) : access.every(has)
      expect(await opensFor(who, e), `${nameOf(e)} as ${role}`).toBe(expected)
    }
  }
})

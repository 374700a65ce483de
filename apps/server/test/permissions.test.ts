import type { AnyEndpoint } from '@portico/contract/endpoint'
import { permissions, readyRoles } from '@portico/contract/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo } from '../src/demo/fill-demo.ts'
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
    'members.link',
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

test('every export asks who is there, and those with addresses need the permission to see them', () => {
  const exports = consoleEndpoints().filter(({ access }) => Array.isArray(access) && access.includes('export'))
  expect(exports.filter(({ fresh }) => !fresh).map(nameOf)).toEqual([])
  const without = exports.filter(({ access }) => Array.isArray(access) && !access.includes('members.read'))
  // Codes and their terms.
  expect(without.map(nameOf).toSorted()).toEqual(['GET /admin/coupons/export', 'GET /admin/vipcard/batches/:id/export'])
})

test(
  'no answer of the console has an address or an IP address of a member for staff without members.read',
  { timeout: 240_000 },
  async () => {
    const own = await startApp()
    await own.admin()
    await fillDemo(own.app)
    // Whatever else a role allows: this one allows all of it.
    const blind = await own.staff(permissions.filter((one) => one !== 'members.read'))
    const seeing = await own.staff([...permissions])
    const { rows } = await own.database.pool.query<{ text: string }>(`
    select i.label as text from identities i join accounts a on a.id = i.account_id where a.role_id is null and provider in ('email', 'phone')
    union select ip from sign_ins where ip is not null union select ip from devices`)
    const planted = rows.map(({ text }) => text).filter((text) => !/^(127|10)\./.test(text))
    expect(planted.length).toBeGreaterThan(20)
    const { rows: numbers } = await own.database.pool.query<{ text: string }>(
      `select trade_no as text from orders order by id desc limit 3`,
    )
    const searched = await searchesThatFind(planted, seeing, blind)
    expect(searched.filter(({ guessed }) => guessed).map(({ name }) => name)).toEqual([])
    const lists = ['orders', 'tickets', 'withdrawals', 'commissions', 'invite-codes', 'vipcard/uses']
    expect(searched.map(({ name }) => name)).toEqual(expect.arrayContaining(lists.map((list) => `GET /admin/${list}`)))
    const leaks = new Set<string>()
    const shown = new Set<string>()
    for (const e of consoleEndpoints().filter(({ method }) => method === 'GET')) {
      const ids = /:\w/.test(e.path)
        ? e.path.includes(':trade_no')
          ? numbers.map(({ text }) => text)
          : ['1', '2', '3', '4', '5', '6']
        : ['']
      for (const id of ids) {
        const asked = [
          e.method,
          e.path.replace(/:\w+/, id),
          { page_size: 100, ...(e.path.endsWith('/search') ? { q: planted[0]!.slice(0, 4) } : {}) },
        ] as const
        const holds = async (who: Member): Promise<boolean> => {
          const text = JSON.stringify((await who.call(...asked)).body)
          return planted.some((one) => text.includes(one))
        }
        if (await holds(blind)) leaks.add(nameOf(e))
        if (await holds(seeing)) shown.add(nameOf(e))
      }
    }
    expect([...leaks]).toEqual([])
    // The same answers with the permission: what is searched for was there.
    expect([...shown]).toEqual(
      expect.arrayContaining(['GET /admin/users', 'GET /admin/orders', 'GET /admin/tickets', 'GET /admin/log/audit']),
    )
    await own.stop()
  },
)

/** The lists in which `seeing` finds a member by a part of their address, and whether `blind` finds something by it. */
async function searchesThatFind(addresses: string[], seeing: Member, blind: Member): Promise<{ name: string; guessed: boolean }[]> {
  const found = []
  for (const e of consoleEndpoints().filter(({ method, path }) => method === 'GET' && !path.includes(':') && !path.endsWith('/export'))) {
    const all = JSON.stringify((await seeing.call('GET', e.path, { page_size: 100 })).body)
    const q = addresses.find((one) => one.includes('@') && all.includes(one))?.slice(0, -2)
    const rows = async (who: Member): Promise<number> => (await who.call('GET', e.path, { q: q! })).body.items?.length
    const [everything, some] = [await blind.call('GET', e.path, {}), q === undefined ? 0 : await rows(seeing)]
    if (!some || some === (await seeing.call('GET', e.path, { q: 'no such text' })).body.items.length) continue
    found.push({ name: nameOf(e), guessed: everything.status === 200 && (await rows(blind)) > 0 })
  }
  return found
}

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

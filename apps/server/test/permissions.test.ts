import { isConsole, meets } from '@portico/contract/access'
import type { AnyEndpoint } from '@portico/contract/endpoint'
import { type Permission, permissions, readyRoles } from '@portico/contract/permissions'
import { expect, test } from 'vitest'
import { fillDemo } from '../src/demo/fill-demo.ts'
import { boundEndpoints } from '../src/http/router.ts'
import { forFile, type Member, startApp } from './harness.ts'
import { sensitiveEndpoints } from './sensitive-endpoints.ts'

const t = await forFile(startApp())

const nameOf = (e: AnyEndpoint): string => `${e.method} ${e.path}`
const consoleEndpoints = boundEndpoints.filter((e) => e.path.startsWith('/admin/'))
const needs = ({ access }: AnyEndpoint): readonly Permission[] => (!isConsole(access) ? [] : 'anyOf' in access ? access.anyOf : access)

/** Malformed in every part: an allowed caller gets 422 and nothing happens; everybody else gets 404. */
async function opensFor(who: Pick<Member, 'call'>, e: AnyEndpoint): Promise<boolean> {
  const { status, body } = await who.call(e.method, e.path.replace(/:\w+/g, '~'), e.method === 'GET' ? { page: 'x', from: 'x' } : {})
  expect([200, 404, 422], `${nameOf(e)} answered ${status} ${body.code}`).toContain(status)
  return status !== 404
}

const employed = new Map<string, Promise<Member>>()
function staffWith(held: readonly Permission[]): Promise<Member> {
  const known = employed.get(held.join()) ?? t.staff([...held])
  employed.set(held.join(), known)
  return known
}

test('every console endpoint, and no other, declares its permission', () => {
  expect(consoleEndpoints.length).toBeGreaterThan(100)
  expect(boundEndpoints.filter((e) => isConsole(e.access) !== e.path.startsWith('/admin/')).map(nameOf)).toEqual([])
  expect(consoleEndpoints.filter((e) => needs(e).length === 0).map(nameOf)).toEqual([])
  expect(consoleEndpoints.flatMap(needs).filter((one) => !permissions.includes(one))).toEqual([])
})

test('every endpoint refuses callers it is not for, whatever their cookie says', async () => {
  const [member, admin] = await Promise.all([t.member(), t.admin()])
  const cookie = `AdminToken=${admin.token}; username=admin`
  for (const e of boundEndpoints.toSorted((a, b) => Number(a.path.endsWith('/logout')) - Number(b.path.endsWith('/logout')))) {
    const path = e.path.replace(':trade_no', 'NOSUCHORDER1').replace(/:\w+/g, '999999')
    const visitor = await t.call(e.method, path, {}, { cookie })
    if (e.access === 'public') expect(visitor.status, nameOf(e)).not.toBe(403)
    else expect([visitor.status, visitor.body.code], nameOf(e)).toEqual([403, 'session.invalid'])
    // A stream has no end to wait for.
    if (e.access === 'public' || e.path.endsWith('/live')) continue
    const { status, body } = await member.call(e.method, path)
    if (isConsole(e.access)) expect([status, body.code], nameOf(e)).toEqual([404, 'not_found'])
    else expect(status !== 403 && status < 500, `${nameOf(e)} answered ${status}`).toBe(true)
  }
})

test('every console endpoint is open to staff with its permission alone, and to nobody who has all others', async () => {
  for (const e of consoleEndpoints) {
    const { access } = e
    const enough = isConsole(access) && 'anyOf' in access ? access.anyOf.map((one) => [one]) : [needs(e)]
    for (const held of enough) expect(await opensFor(await staffWith(held), e), `${nameOf(e)} with ${held.join()}`).toBe(true)
    const lacking = enough.length > 1 ? [needs(e)] : needs(e).map((one) => [one])
    for (const lacks of lacking)
      expect(
        await opensFor(await staffWith(permissions.filter((one) => !lacks.includes(one))), e),
        `${nameOf(e)} without ${lacks.join()}`,
      ).toBe(false)
  }
})

test('money, secrets, lists and roles are open to the roles in the reviewed table, and to nobody else', async () => {
  const known = new Map(consoleEndpoints.map((e) => [nameOf(e), e]))
  expect(Object.keys(sensitiveEndpoints).filter((name) => !known.has(name))).toEqual([])
  for (const role of ['owner', 'support', 'finance', 'network', 'content'] as const) {
    // What the role holds reaches the caller; with what they hold, the test above shows what opens.
    const { body } = await (await t.staff(role)).call('POST', '/muser/info', { roles: [] })
    expect([role, body.userInfo.permissions]).toEqual([role, readyRoles[role]])
    const opens = ([name]: [string, string[]]): boolean => {
      const { access } = known.get(name)!
      return isConsole(access) && meets(readyRoles[role], access)
    }
    const allowed = Object.entries(sensitiveEndpoints).filter(([, roles]) => role === 'owner' || roles.some((one) => one === role))
    expect([role, Object.entries(sensitiveEndpoints).filter(opens)]).toEqual([role, allowed])
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
  const missing = consoleEndpoints.filter((e) => needs(e).some((one) => sensitive.has(one)) && !(nameOf(e) in sensitiveEndpoints))
  // A preview that counts members and changes nothing.
  expect(missing.map(nameOf)).toEqual(['POST /admin/outages/:id/compensation/preview'])
})

test('every export asks who is there, and those with addresses need the permission to see them', () => {
  const exports = consoleEndpoints.filter(({ access }) => Array.isArray(access) && access.includes('export'))
  expect(exports.filter(({ fresh }) => !fresh).map(nameOf)).toEqual([])
  const without = exports.filter(({ access }) => Array.isArray(access) && !access.includes('members.read'))
  // Codes and their terms.
  expect(without.map(nameOf).toSorted()).toEqual(['GET /admin/coupons/export', 'GET /admin/vipcard/batches/:id/export'])
})

test('no answer of the console has an address or an IP address of a member for staff without members.read, and no search finds by one', async () => {
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
  const { rows: orders } = await own.database.pool.query<{ text: string }>('select trade_no as text from orders order by id desc limit 3')
  const [leaks, shown, guessed, searched] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()]
  for (const e of consoleEndpoints.filter(({ method }) => method === 'GET')) {
    const ids = e.path.includes(':trade_no') ? orders.map(({ text }) => text) : e.path.includes(':') ? ['1', '2', '3', '4', '5', '6'] : ['']
    for (const id of ids) {
      const query = { page_size: 100, ...(e.path.endsWith('/search') && { q: planted[0]!.slice(0, 4) }) }
      const ask = async (who: Member): Promise<string[]> => {
        const text = JSON.stringify((await who.call('GET', e.path.replace(/:\w+/, id), query)).body)
        return planted.filter((one) => text.includes(one))
      }
      const found = await ask(seeing)
      if (found.length === 0) continue
      shown.add(nameOf(e))
      if ((await ask(blind)).length > 0) leaks.add(nameOf(e))
      const q = found.find((one) => one.includes('@'))?.slice(0, -2)
      if (id !== '' || q === undefined || e.path.endsWith('/export')) continue
      const count = async (who: Member, text: string): Promise<number> =>
        (await who.call('GET', e.path, { q: text })).body.items?.length ?? 0
      if ((await count(seeing, q)) === (await count(seeing, 'no such text'))) continue
      searched.add(nameOf(e))
      if ((await count(blind, q)) > 0) guessed.add(nameOf(e))
    }
  }
  expect([...leaks]).toEqual([])
  expect([...guessed]).toEqual([])
  // With the permission, what is looked for was there.
  const names = (lists: string[]): string[] => lists.map((list) => `GET /admin/${list}`)
  expect([...shown]).toEqual(expect.arrayContaining(names(['users', 'orders', 'tickets', 'log/audit'])))
  const lists = names(['orders', 'tickets', 'withdrawals', 'commissions', 'invite-codes', 'vipcard/uses'])
  expect([...searched]).toEqual(expect.arrayContaining(lists))
  await own.stop()
}, 240_000)

test('another member’s orders and sessions are not found', async () => {
  // One after the other, so that their sessions and identities have the same numbers.
  const [owner, stranger, plan] = [await t.member(), await t.member(), await t.plan()]
  const { trade_no } = (await owner.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' })).body
  const session = (await owner.call('GET', '/muser/sessions')).body.items[0].id
  const asked = { kind: 'other', level: 'low', subject: 'Mine', text: 'Mine.' }
  const { id } = (await owner.call('POST', '/muser/ticket/save', asked)).body
  // Articles belong to nobody; gated-text.test.ts tests who may read them.
  // A new withdrawal has a number of the caller's choice; withdrawals.test.ts tests that another member's is refused.
  const isOwned = ({ path }: (typeof boundEndpoints)[number]): boolean =>
    !path.startsWith('/muser/knowledge/') && path !== '/muser/ticket/withdraw'
  const owned = boundEndpoints.filter((e) => e.access === 'member' && takesAnId(e) && isOwned(e))
  expect(owned.map((e) => e.path).toSorted()).toEqual([
    '/muser/accounts/choice',
    '/muser/identities/:id',
    '/muser/invoices',
    '/muser/invoices/:id/file',
    '/muser/linked-devices/:id',
    '/muser/linked-devices/:id/link',
    '/muser/linked-devices/:id/removal',
    '/muser/links/:id/revocation',
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
    expect((await stranger.call(e.method, path, { ...named, method: 1, proof: 'x', name: 'x' })).status, `${e.method} ${e.path}`).toBe(404)
  }
  expect((await owner.call('GET', '/muser/order/details', { trade_no })).body.status).toBe('pending')
  expect((await owner.call('GET', '/muser/sessions')).status).toBe(200)
  expect((await stranger.call('GET', '/muser/order/fetch')).body.total).toBe(0)
})

/** Endpoints that name something by id that a member can own. */
function takesAnId(e: (typeof boundEndpoints)[number]): boolean {
  const names = [e.params, e.query, e.body].flatMap((schema) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {}))
  return ['trade_no', 'id', 'withdrawal_no'].some((name) => names.includes(name))
}

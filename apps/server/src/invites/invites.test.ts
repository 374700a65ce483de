import { beforeEach, expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'

let serial = 0
// So that each visitor can have their own address.
const t = await forFile(startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } }))
const admin = await t.admin()
beforeEach(() => rules({ 'invite.forced': false, 'invite.limit': 5, 'invite.single_use': false }))

const rules = (change: Record<string, unknown>): Promise<Answer> => admin.call('PATCH', '/admin/settings', change)
const from = (n: number): string => `203.0.113.${n % 250}`
const register = (code: string | undefined, values: { email?: string; ip?: string } = {}): Promise<Answer> => {
  const { email = `new${++serial}@example.com`, ip = from(++serial) } = values
  const body = { email, password: 'a good password', ...(code === undefined ? {} : { invite_code: code }) }
  return t.call('POST', '/muser/auth/register', body, { 'x-forwarded-for': ip })
}
const makeCode = async (member: Member, values: { single?: boolean } = {}): Promise<string> => {
  await rules({ 'invite.single_use': values.single ?? false })
  return (await member.call('GET', '/muser/invite/save')).body.code
}
const codes = async (member: Member) => (await member.call('GET', '/muser/invite/fetch')).body.codes
const invitedBy = async (inviter: Member): Promise<number> => (await inviter.call('GET', '/muser/invite/fetch')).body.stat.registered

test('a member makes a code, and a visitor who registers by it is their invitee', async () => {
  const member = await t.member()
  const code = await makeCode(member)
  expect(code).toMatch(/^[A-HJKMNP-Z][2-9A-HJKMNP-Z]{7}$/)
  expect((await t.call('POST', '/api/comm/pv', { invite_code: ` ${code.toLowerCase()} ` })).body).toEqual({ ok: true })
  expect((await register(code.toLowerCase())).status).toBe(200)
  expect((await register(code)).status).toBe(200)
  expect(await codes(member)).toMatchObject([
    { code, link: `${t.base}/register?code=${code}`, max_uses: null, uses: 2, page_views: 1, usable: true },
  ])
  expect((await member.call('GET', '/muser/invite/fetch')).body).toMatchObject({
    limit: 5,
    stat: { registered: 2, paid: 0, pending: 0, rate: 1000, available: 0, held: 0, currency: 'CNY' },
  })
})

test('of many registrations at once with a single-use code one is invited; the others are refused', async () => {
  const member = await t.member()
  const code = await makeCode(member, { single: true })
  const answers = await atOnce(() => register(code))
  expectOne(answers, 'invite.invalid_optional')
  expect(await invitedBy(member)).toBe(1)
  expect(await codes(member)).toMatchObject([{ uses: 1, max_uses: 1, usable: false }])
})

test('a failed registration leaves the code unused, even while others try', async () => {
  const member = await t.member()
  const code = await makeCode(member, { single: true })
  const taken = (await t.member()).email
  const failed = await register(code, { email: taken })
  expect(failed.body.code).toBe('account.email_taken')
  expect(await codes(member)).toMatchObject([{ uses: 0, usable: true }])
  await Promise.all([...Array.from({ length: 8 }, () => register(code, { email: taken })), register(code)])
  expect(await invitedBy(member)).toBe(1)
})

test('where a code is required, a missing, unknown or used one is refused at its field', async () => {
  const member = await t.member()
  const code = await makeCode(member, { single: true })
  await rules({ 'invite.forced': true })
  for (const [given, problem] of [
    [undefined, 'invite.required'],
    ['  ', 'invite.required'],
    ['NOSUCH22', 'invite.invalid'],
  ] as const) {
    const answer = await register(given)
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([422, problem, ['invite_code']])
  }
  const answers = await atOnce(() => register(code))
  expectOne(answers, 422)
  expect((await register(code)).body.code).toBe('invite.invalid')
})

test('where it is optional, an invalid code is refused too, and the same visitor registers without one', async () => {
  const member = await t.member()
  const code = await makeCode(member)
  await t.ban(member.id)
  const email = `new${++serial}@example.com`
  for (const given of ['NOSUCH22', code]) {
    const answer = await register(given, { email })
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([422, 'invite.invalid_optional', ['invite_code']])
    expect(answer.body.errors.invite_code[0]).toContain('clear the field')
  }
  expect((await register('  ', { email })).status).toBe(200)
  const { rows } = await t.database.pool.query('select count(*)::int as n from accounts where inviter_id = $1', [member.id])
  expect(rows[0].n).toBe(0)
})

test('a double click makes one code and one row of the audit log, and the site’s limit counts only usable ones', async () => {
  const member = await t.member()
  await rules({ 'invite.limit': 2 })
  const answers = await atOnce(() => member.call('GET', '/muser/invite/save'))
  const [code, ...others] = new Set(answers.map(({ body }) => body.code as string))
  expect(others).toEqual([])
  expect(await audited(t, 'invite_code', code)).toMatchObject([
    { action: 'invite_code.create', actorKind: 'member', actorId: member.id, after: { accountId: member.id } },
  ])
  t.travel(3000)
  expect((await member.call('GET', '/muser/invite/save')).status).toBe(200)
  t.travel(3000)
  const third = await member.call('GET', '/muser/invite/save')
  expect([third.status, third.body.code]).toEqual([409, 'invite.limit_reached'])
  const { items } = (await admin.call('GET', '/admin/invite-codes', { q: member.email })).body
  expect((await admin.call('PATCH', `/admin/invite-codes/${items[0].id}`, { disabled: true })).body.state).toBe('disabled')
  expect((await member.call('GET', '/muser/invite/save')).status).toBe(200)
})

test('visits to unknown codes look the same, and one address does not count without limit', async () => {
  const member = await t.member()
  const code = await makeCode(member)
  const visit = (given: string) => t.call('POST', '/api/comm/pv', { invite_code: given }, { 'x-forwarded-for': '198.51.100.7' })
  expect((await visit('NOSUCH22')).body).toEqual((await visit(code)).body)
  const answers = await Promise.all(Array.from({ length: 40 }, () => visit(code)))
  expect(answers.filter(({ status }) => status === 429).length).toBe(12)
  expect(await codes(member)).toMatchObject([{ page_views: 29 }])
})

test('an operator sees codes that were used from a single network', async () => {
  const member = await t.member()
  const code = await makeCode(member)
  // In this test, the owner's sessions have this address.
  await register(code, { ip: '127.0.0.1' })
  await register(code, { ip: '192.0.2.9' })
  await register(code, { ip: '192.0.2.9' })
  await register(code, { ip: '192.0.2.10' })
  await register(code, { ip: '2001:db8:1:2::5' })
  await register(code, { ip: '2001:db8:1:2:ffff::6' })
  const { items } = (await admin.call('GET', '/admin/invite-codes', { q: code.toLowerCase() })).body
  expect(items).toMatchObject([{ code, email: member.email, uses: 6, same_network: 5, state: 'usable' }])
  const accounts = (await admin.call('GET', `/admin/invite-codes/${items[0].id}/accounts`)).body
  expect(accounts.total).toBe(6)
  type Row = { network: string; same_as_owner: boolean; others_there: number }
  expect(accounts.items.map((row: Row) => [row.network, row.same_as_owner, row.others_there])).toEqual([
    ['2001:db8:1:2::/64', false, 1],
    ['2001:db8:1:2::/64', false, 1],
    ['192.0.2.10', false, 0],
    ['192.0.2.9', false, 1],
    ['192.0.2.9', false, 1],
    ['127.0.0.1', true, 0],
  ])
})

test('an operator makes codes for members and disables them, with audit rows', async () => {
  const member = await t.member()
  const made = await admin.call('POST', '/admin/invite-codes', { email: member.email.toUpperCase(), max_uses: 2 })
  expect(made.body).toMatchObject({ email: member.email, max_uses: 2, uses: 0, state: 'usable' })
  for (let n = 0; n < 3; n++) await register(made.body.code)
  expect(await invitedBy(member)).toBe(2)
  const used = await admin.call('GET', '/admin/invite-codes', { state: 'used_up', sort: '-uses', q: member.email })
  expect(used.body.items).toMatchObject([{ id: made.body.id, state: 'used_up' }])
  const open = await admin.call('POST', '/admin/invite-codes', { email: member.email, max_uses: null })
  const path = `/admin/invite-codes/${open.body.id}`
  expect((await admin.call('PATCH', path, { disabled: true })).body.state).toBe('disabled')
  await register(open.body.code)
  expect(await invitedBy(member)).toBe(2)
  expect((await admin.call('PATCH', path, { disabled: false })).body.state).toBe('usable')
  expect((await admin.call('PATCH', path, { disabled: false })).status).toBe(200)
  const by = { actorKind: 'staff', actorId: admin.id }
  expect(await audited(t, 'invite_code', open.body.code)).toMatchObject([
    { ...by, action: 'invite_code.create', before: null, after: { accountId: member.id, maxUses: null } },
    { ...by, action: 'invite_code.disable', before: { disabledAt: null }, after: { disabledAt: expect.any(String) } },
    { ...by, action: 'invite_code.enable', before: { disabledAt: expect.any(String) }, after: { disabledAt: null } },
  ])
})

test.each([
  [{ email: 'nobody@example.com', max_uses: null }, 'email'],
  [{ email: 'a', max_uses: null }, 'email'],
  [{ email: 'm1@example.com', max_uses: 0 }, 'max_uses'],
])('%j does not make a code', async (body, field) => {
  const answer = await admin.call('POST', '/admin/invite-codes', body)
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
})

import { readyRoles } from '@portico/contract/permissions'
import { expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { type Call, forFile, PASSWORD, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())
let owner = await t.admin()

const DAY = 24 * 3600_000
const roleId = async (key: string): Promise<number> =>
  (await owner.call('GET', '/admin/staff/roles')).body.items.find((role: { key: string }) => role.key === key).id
const invite = async (email: string, role = 'support', by: Call = owner.call) =>
  by('POST', '/admin/staff/invitations', { email, role_id: await roleId(role) })
const tokenOf = ({ body }: { body: { url: string } }): string => body.url.split('#')[1] ?? ''
const join = (token: string, password = PASSWORD) => t.call('POST', '/api/staff/join', { token, password })
const infoOf = async (token: string) => (await t.call('POST', '/muser/info', {}, { 'x-token': token })).body.userInfo
const audit = async (action: string) =>
  (await t.database.pool.query('select * from audit_log where action = $1 order by id desc limit 1', [action])).rows[0]

test('an invited person opens an account with the role, and only with the role', async () => {
  const invited = await invite('new@example.com')
  expect(invited.status).toBe(200)
  const token = tokenOf(invited)
  const seen = await t.call('POST', '/api/staff/invitation', { token })
  expect(seen.body).toEqual({ email: 'new@example.com', role_key: 'support', role_name: '', has_account: false })
  const joined = await join(token)
  const info = await infoOf(joined.body.x_token)
  expect(info).toMatchObject({ roles: ['admin'], is_admin: 1, email: 'new@example.com', permissions: [...readyRoles.support] })
  const call: Call = (method, path, payload) => t.call(method, path, payload, { 'x-token': joined.body.x_token })
  expect((await call('GET', '/admin/users')).status).toBe(200)
  expect((await call('GET', '/admin/ledger/balance')).status).toBe(404)
  expect(await audit('staff.join')).toMatchObject({
    actor_id: info.id,
    entity: 'member',
    entity_id: String(info.id),
    before: { role: null },
  })
  expect((await owner.call('GET', '/admin/staff')).body.invitations).toEqual([])
})

test('one invitation opens one account, even if many accept it at once', async () => {
  const token = tokenOf(await invite('raced@example.com'))
  const answers = await atOnce(() => join(token))
  expectOne(answers, 'staff.invitation_invalid')
  const { rows } = await t.database.pool.query(`select count(*)::int as n from accounts where email_key = 'raced@example.com'`)
  expect(rows[0].n).toBe(1)
})

test('a member accepts only with the account the invitation names', async () => {
  const [member, stranger] = await Promise.all([t.member(), t.member()])
  const token = tokenOf(await invite(member.email, 'content'))
  expect((await t.call('POST', '/api/staff/invitation', { token })).body.has_account).toBe(true)
  expect((await join(token)).body.code).toBe('account.email_taken')
  expect((await stranger.call('POST', '/muser/staff/accept', { token, password: 'a password of my own' })).body.code).toBe(
    'staff.invitation_other',
  )
  expect((await member.call('POST', '/muser/staff/accept', { token, password: 'a password of my own' })).status).toBe(200)
  expect(await infoOf(member.token)).toMatchObject({ is_admin: 1, permissions: [...readyRoles.content] })
  // Somebody may have set the old one while the account was a member's.
  expect((await t.call('POST', '/muser/auth/login', { email: member.email, password: PASSWORD })).status).toBe(422)
  expect((await member.call('POST', '/muser/staff/accept', { token, password: 'a password of my own' })).body.code).toBe(
    'staff.invitation_invalid',
  )
  expect((await invite(member.email)).body.errors).toEqual({ email: [expect.any(String)] })
})

test('an expired, revoked, replaced or made-up invitation gets the same refusal', async () => {
  const old = tokenOf(await invite('old@example.com'))
  t.travel(3 * DAY + 1000)
  // The session of before is too old to be used twice.
  owner = await t.admin()
  const revoked = await invite('revoked@example.com')
  expect((await owner.call('DELETE', `/admin/staff/invitations/${revoked.body.invitation.id}`)).status).toBe(200)
  const replaced = tokenOf(await invite('twice@example.com'))
  const good = tokenOf(await invite('twice@example.com', 'finance'))
  for (const token of [old, tokenOf(revoked), replaced, 'x'.repeat(43)]) {
    expect((await t.call('POST', '/api/staff/invitation', { token })).body.code).toBe('staff.invitation_invalid')
    expect((await join(token)).body.code).toBe('staff.invitation_invalid')
  }
  expect((await t.call('POST', '/api/staff/invitation', { token: good })).body.role_key).toBe('finance')
  expect((await t.call('POST', '/api/staff/invitation', { token: 'short' })).status).toBe(422)
})

test('no invitation token is stored in the database', async () => {
  const token = tokenOf(await invite('hidden@example.com'))
  const { rows } = await t.database.pool.query(`select i::text from staff_invitations i union all select a::text from audit_log a`)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a changed role applies at once, and the person is signed out', async () => {
  const colleague = await t.staff('support')
  expect((await colleague.call('GET', '/admin/users')).status).toBe(200)
  const changed = await owner.call('PATCH', `/admin/staff/${colleague.id}`, { role_id: await roleId('network') })
  expect(changed.body).toMatchObject({ id: colleague.id, role_id: await roleId('network') })
  expect((await colleague.call('GET', '/admin/users')).status).toBe(403)
  expect(await audit('staff.set_role')).toMatchObject({ actor_id: owner.id, before: { role: 'support' }, after: { role: 'network' } })
  expect((await owner.call('DELETE', `/admin/staff/${colleague.id}`)).status).toBe(200)
  const again = (await t.call('POST', '/muser/auth/login', { email: colleague.email, password: PASSWORD })).body.x_token
  expect(await infoOf(again)).toMatchObject({ roles: ['user'], permissions: [] })
})

test('the last owner cannot be removed, demoted or suspended, even by two owners at once', async () => {
  const own = await startApp()
  const [one, other] = await Promise.all([own.admin(), own.admin()])
  const roles = (await one.call('GET', '/admin/staff/roles')).body.items
  const support = roles.find((role: { key: string }) => role.key === 'support').id
  const answers = await Promise.all([
    one.call('DELETE', `/admin/staff/${other.id}`),
    other.call('PATCH', `/admin/staff/${one.id}`, { role_id: support }),
  ])
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  const left = answers[0]?.status === 200 ? one : other
  for (const answer of [
    await left.call('DELETE', `/admin/staff/${left.id}`),
    await left.call('PATCH', `/admin/staff/${left.id}`, { role_id: support }),
    await left.call('PATCH', `/admin/users/${left.id}`, { version: 1, change: { banned: true } }),
  ])
    expect([answer.status, answer.body.code]).toEqual([409, 'staff.last_owner'])
  await own.stop()
})

test('nobody gives, takes or changes permissions beyond their own', async () => {
  const manager = await t.staff(['staff.read', 'staff.write', 'members.read', 'members.link', 'members.access'])
  const [support, second] = await Promise.all([t.staff('support'), t.admin()])
  const owners = await roleId('owner')
  for (const answer of [
    await invite('friend@example.com', 'owner', manager.call),
    await invite('friend@example.com', 'finance', manager.call),
    await manager.call('PATCH', `/admin/staff/${support.id}`, { role_id: owners }),
    await manager.call('PATCH', `/admin/staff/${manager.id}`, { role_id: owners }),
    await manager.call('DELETE', `/admin/staff/${second.id}`),
    await manager.call('POST', '/admin/staff/roles', { name: 'Cashier', permissions: ['money.adjust'] }),
    await manager.call('PATCH', `/admin/users/${second.id}`, { version: 1, change: { password: 'taken over now' } }),
    await manager.call('POST', `/admin/users/${second.id}/secret`, { reason: 'a test' }),
    await manager.call('DELETE', `/admin/users/${second.id}/sessions`),
  ])
    expect(['staff.beyond_own', 'not_found']).toContain(answer.body.code)
  const login = await t.call('POST', '/muser/auth/login', { email: second.email, password: PASSWORD })
  expect([login.status, (await infoOf(login.body.x_token)).permissions]).toEqual([200, ['*']])
  expect((await second.call('GET', '/admin/users')).status).toBe(200)
  const mine = await manager.call('POST', '/admin/staff/roles', { name: 'Reader', permissions: ['members.read'] })
  expect(mine.body).toMatchObject({ name: 'Reader', permissions: ['members.read'], holders: 0, grantable: true })
})

test('support staff change members, but no staff account', async () => {
  const [support, colleague, member] = await Promise.all([t.staff('support'), t.staff('finance'), t.member()])
  const change = (id: number, fields: object) => support.call('PATCH', `/admin/users/${id}`, { version: 1, change: fields })
  expect((await change(colleague.id, { email: 'mine@example.com' })).status).toBe(404)
  expect((await change(colleague.id, { banned: true })).status).toBe(404)
  expect((await change(support.id, { remarks: 'reliable' })).body.code).toBe('staff.own_account')
  expect((await change(member.id, { discount_percent: 100 })).status).toBe(404)
  expect((await change(member.id, { inviter: support.email })).status).toBe(404)
  expect((await change(member.id, { remarks: 'called' })).status).toBe(200)
  const linkOf = async (id: number) => (await support.call('GET', `/admin/users/${id}`)).body.subscribe_url
  expect([await linkOf(colleague.id), await linkOf(member.id)]).toEqual([null, expect.stringContaining('/s/')])
})

test('the site’s own role is created, changed at once for its holders, and kept while somebody has it', async () => {
  const input = { name: 'Night shift', permissions: ['members.read', 'orders.read'] }
  const role = (await owner.call('POST', '/admin/staff/roles', input)).body
  expect((await owner.call('POST', '/admin/staff/roles', { ...input, name: 'night SHIFT' })).body.errors).toEqual({
    name: [expect.any(String)],
  })
  const token = tokenOf(await owner.call('POST', '/admin/staff/invitations', { email: 'night@example.com', role_id: role.id }))
  expect((await owner.call('DELETE', `/admin/staff/roles/${role.id}`)).body.code).toBe('staff.role_in_use')
  const session = (await join(token)).body.x_token
  const call: Call = (method, path, payload) => t.call(method, path, payload, { 'x-token': session })
  expect((await call('GET', '/admin/orders')).status).toBe(200)
  const changed = { name: 'Night shift', permissions: ['members.read'], version: role.version }
  expect((await owner.call('PUT', `/admin/staff/roles/${role.id}`, changed)).body.permissions).toEqual(['members.read'])
  expect((await call('GET', '/admin/orders')).status).toBe(404)
  expect((await owner.call('PUT', `/admin/staff/roles/${role.id}`, changed)).body.code).toBe('account.version_conflict')
  expect(await audit('staff_role.update')).toMatchObject({
    entity_id: String(role.id),
    before: { permissions: ['members.read', 'orders.read'] },
    after: { permissions: ['members.read'] },
  })
  expect((await owner.call('DELETE', `/admin/staff/roles/${role.id}`)).body.code).toBe('staff.role_in_use')
})

test('ready-made roles cannot be changed', async () => {
  const id = await roleId('support')
  const body = { name: 'Support', permissions: ['members.read'], version: 1 }
  expect((await owner.call('PUT', `/admin/staff/roles/${id}`, body)).status).toBe(404)
  expect((await owner.call('DELETE', `/admin/staff/roles/${id}`)).status).toBe(404)
})

test('a ready-made role that an update narrowed is told to owners until one decides; a copy allows what it did', async () => {
  const own = await startApp()
  const [admin, who] = [await own.admin(), await own.staff('support')]
  const kinds = async (): Promise<string[]> => {
    own.travel(5000)
    return (await admin.call('GET', '/admin/overview/needs')).body.items.map(({ kind }: { kind: string }) => kind)
  }
  const roleNamed = async (name: string) =>
    (await admin.call('GET', '/admin/staff/roles')).body.items.find(
      (role: { key: string; name: string }) => (role.key ?? role.name) === name,
    )
  expect(await kinds(), 'a new site').not.toContain('role_narrowed')
  // As the migration leaves a site where somebody has the role.
  const before: string[] = [...(await roleNamed('support')).permissions, 'members.access']
  await own.asOwner(`update staff_roles set earlier = '{${before}}' where key = 'support'`)
  expect(await kinds()).toContain('role_narrowed')
  const { id, lost } = await roleNamed('support')
  expect(lost).toEqual(['members.access'])
  const member = await own.member()
  const act = () => who.call('POST', `/admin/users/${member.id}/factor/removal`, { reason: 'lost' })
  expect((await act()).status).toBe(404)
  expect((await who.call('POST', `/admin/users/${member.id}/suspension`, { reason: 'asked' })).status).toBe(200)
  expect((await admin.call('POST', `/admin/staff/roles/${id}/change`, { copy: true })).body.lost).toEqual([])
  const copy = await roleNamed('Support (before)')
  expect(copy.permissions.toSorted()).toEqual(before.toSorted())
  expect(await kinds()).not.toContain('role_narrowed')
  expect((await admin.call('POST', `/admin/staff/roles/${id}/change`, { copy: true })).status, 'once').toBe(404)
  expect((await admin.call('PATCH', `/admin/staff/${who.id}`, { role_id: copy.id })).status).toBe(200)
  await own.stop()
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { commissionChain } from '../../test/commission-chain.ts'
import { setUpApp } from '../../test/set-up-app.ts'
import { forFile, type Member, PASSWORD, startApp } from '../../test/harness.ts'
import { linkToken, mailTo } from '../../test/mail-tap.ts'

const t = await forFile(startApp())
const [support, finance] = await Promise.all([
  t.staff(['members.read', 'members.write', 'members.link', 'members.access']),
  t.staff('finance'),
])

const identitiesOf = async (id: number) => (await support.call('GET', `/admin/users/${id}/sign-in`)).body.identities
const earn = (member: Member) => commissionChain(t).earn(member, 50_000)
const withdraw = (member: Member) =>
  member.call('POST', '/muser/ticket/withdraw', { amount: 20_000, withdraw_method: 'PayPal', withdraw_account: 'me', password: PASSWORD })

test('an operator sets, verifies and removes addresses; the last way in stays; each leaves a row', async () => {
  const member = await t.member()
  const set = await support.call('POST', `/admin/users/${member.id}/identities`, { phone: '+8613900000001', verified: false })
  expect(set.body).toEqual({ ok: true })
  const [email, phone] = await identitiesOf(member.id)
  expect(phone).toMatchObject({ kind: 'phone', label: '+8613900000001', verified: false })
  await support.call('POST', `/admin/identities/${phone.id}/verification`)
  expect((await identitiesOf(member.id))[1].verified).toBe(true)
  const removals = await atOnce((n) => support.call('DELETE', `/admin/identities/${n % 2 ? email.id : phone.id}`))
  expect(removals.filter((a) => a.status === 200)).toHaveLength(1)
  expect(await identitiesOf(member.id)).toHaveLength(1)
  expect((await audited(t, 'member', member.id)).map((row) => row.action)).toEqual([
    'member.set_identity',
    'member.verify_identity',
    'member.remove_identity',
  ])
})

test('the only address of a member without a password stays, unless they have proved a number', async () => {
  const member = await t.member()
  await t.database.db.execute(sql`update accounts set password_hash = null where id = ${member.id}`)
  const [email] = await identitiesOf(member.id)
  const remove = () => support.call('DELETE', `/admin/identities/${email.id}`)
  await support.call('POST', `/admin/users/${member.id}/identities`, { phone: '+8613900000003', verified: false })
  expect([(await remove()).status, (await remove()).body.code]).toEqual([409, 'account.last_sign_in'])
  await support.call('POST', `/admin/users/${member.id}/identities`, { phone: '+8613900000003', verified: true })
  expect((await remove()).status).toBe(200)
})

test('nobody gets an address that is someone else’s, and support cannot touch staff', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const taken = await support.call('POST', `/admin/users/${member.id}/identities`, { email: other.email, verified: true })
  expect([taken.status, taken.body.code]).toEqual([422, 'account.email_taken'])
  const both = await support.call('POST', `/admin/users/${member.id}/identities`, {
    email: 'a@example.com',
    phone: '+8613900000002',
    verified: true,
  })
  expect(both.body.code).toBe('account.address_needed')
  const [address] = await identitiesOf(finance.id)
  for (const [method, path] of [
    ['POST', `/admin/users/${finance.id}/identities`],
    ['POST', `/admin/identities/${address.id}/verification`],
    ['DELETE', `/admin/identities/${address.id}`],
  ] as const)
    expect((await support.call(method, path, { email: 'mine@example.com', verified: true })).status).toBe(404)
})

test('a member gets mail about an address or password that staff set, and can undo the address', async () => {
  const member = await t.member()
  await support.call('POST', `/admin/users/${member.id}/identities`, { email: 'staff.set@example.com', verified: true })
  expect((await mailTo(t, member.email)).template).toBe('address_changed')
  expect((await t.call('POST', '/api/auth/undo', { token: await linkToken(t, member.email, 'address_changed') })).status).toBe(200)
  await t.change(support, member.id, { password: 'set by the support' })
  expect((await mailTo(t, member.email)).template).toBe('password_changed')
})

test.each([
  ['a password', (id: number) => support.call('PATCH', `/admin/users/${id}`, { version: 1, change: { password: PASSWORD } })],
  ['an address', (id: number) => support.call('PATCH', `/admin/users/${id}`, { version: 1, change: { email: `x${id}@example.com` } })],
  [
    'a number',
    (id: number) =>
      support.call('POST', `/admin/users/${id}/identities`, { phone: `+86137${String(id).padStart(8, '0')}`, verified: true }),
  ],
])('after staff set %s, payouts wait a day: requests, approvals and payments', async (_, change) => {
  const [member, later] = [await t.member(), await t.member()]
  await Promise.all([earn(member), earn(later)])
  const { withdrawal_no: no } = (await withdraw(later)).body
  expect((await change(member.id)).status).toBe(200)
  expect((await change(later.id)).status).toBe(200)
  const signIn = await t.call('POST', '/muser/auth/login', { email: (await identitiesOf(member.id))[0].label, password: PASSWORD })
  const held = await t.call(
    'POST',
    '/muser/ticket/withdraw',
    { amount: 20_000, withdraw_method: 'PayPal', withdraw_account: 'thief', password: PASSWORD },
    { 'x-token': signIn.body.x_token },
  )
  expect([held.status, held.body.code]).toEqual([409, 'withdrawal.held'])
  expect((await finance.call('POST', `/admin/withdrawals/${no}/approval`)).body.code).toBe('withdrawal.held')
  expect((await finance.call('GET', '/admin/withdrawals')).body.waiting.count).toBe(0)
  // Older by a day, because the clock would end everybody's tokens.
  await t.database.db.execute(sql`update accounts set access_changed_at = access_changed_at - interval '24 hours' where id = ${later.id}`)
  expect((await finance.call('POST', `/admin/withdrawals/${no}/approval`)).status).toBe(200)
  await t.database.db.execute(sql`update accounts set access_changed_at = access_changed_at + interval '24 hours' where id = ${later.id}`)
  // What was approved before is not paid out either.
  expect((await finance.call('POST', `/admin/withdrawals/${no}/payment`, { proof: 'transfer 1' })).body.code).toBe('withdrawal.held')
  expect((await finance.call('POST', `/admin/withdrawals/${no}/rejection`, { reason: 'asked twice' })).status).toBe(200)
})

test('an operator removes a lost second factor once, with a reason; the member is signed out and told, and payouts wait', async () => {
  const member = await t.member()
  await earn(member)
  await setUpApp(member, () => t.app.now())
  const login = () => t.call('POST', '/muser/auth/login', { email: member.email, password: PASSWORD })
  expect((await login()).body.code).toBe('account.second_factor')
  const remove = (body: Record<string, unknown> = { reason: 'showed a passport' }) =>
    support.call('POST', `/admin/users/${member.id}/factor/removal`, body)
  expect((await remove({ reason: ' ' })).body.errors.reason).toEqual([expect.any(String)])
  const answers = await atOnce(() => remove())
  expectOne(answers, 'factor.off')
  expect((await member.call('GET', '/muser/factors')).status).toBe(403)
  expect((await mailTo(t, member.email, 'sign_in_changed')).data).toMatchObject({ what: 'authenticator_removed' })
  const rows = (await audited(t, 'member', member.id)).filter((row) => row.action === 'member.remove_factor')
  expect(rows).toMatchObject([{ reason: 'showed a passport', before: { secondFactor: true }, after: { secondFactor: false } }])
  expect((await support.call('GET', `/admin/users/${member.id}/sign-in`)).body.second_factor_since).toBeNull()
  const { x_token: token } = (await login()).body
  const payout = { amount: 20_000, withdraw_method: 'PayPal', withdraw_account: 'thief', password: PASSWORD }
  expect((await t.call('POST', '/muser/ticket/withdraw', payout, { 'x-token': token })).body.code).toBe('withdrawal.held')
})

test('support removes no second factor of staff or of its own', async () => {
  for (const { id } of [finance, support])
    expect((await support.call('POST', `/admin/users/${id}/factor/removal`, { reason: 'asked' })).status).toBe(404)
})

test('approving all leaves held requests out', async () => {
  const [held, free] = [await t.member(), await t.member()]
  await Promise.all([earn(held), earn(free)])
  await Promise.all([withdraw(held), withdraw(free)])
  await support.call('PATCH', `/admin/users/${held.id}`, { version: 1, change: { password: PASSWORD } })
  expect((await finance.call('POST', '/admin/withdrawals/approval', { expected: 1 })).body).toEqual({ approved: 1 })
  expect((await free.call('GET', '/muser/ticket/withdraw/fetch')).body.items[0]?.status ?? 'approved').toBe('approved')
})

test('a closed account is not changed any more', async () => {
  const member = await t.member()
  await t.close(member)
  const answers = [
    await t.change(support, member.id, { remarks: 'back?' }),
    await support.call('POST', `/admin/users/${member.id}/identities`, { email: member.email, verified: true }),
  ]
  for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([409, 'account.closed'])
})

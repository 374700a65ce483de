import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { askCode, liftLimits, receiveCode } from '../../test/ask-code.ts'
import { commissionChain } from '../../test/commission-chain.ts'
import { forFile, PASSWORD, startApp, type Member, withToken } from '../../test/harness.ts'
import { codeFor, linkToken, mailsTo } from '../../test/mail-tap.ts'
import { setUpApp } from '../../test/set-up-app.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { passkeys } from '../passkeys/passkeys.table.ts'

// A thief with the password, the mailbox for a while, or the number; and the owner, who has a link in a mail.

const t = await forFile(startApp())
liftLimits(t)
const admin = await t.admin()

let serial = 0
const phoneNumber = (): string => `+86138001000${String(++serial).padStart(2, '0')}`
const login = (email: string, password = PASSWORD) => t.call('POST', '/muser/auth/login', { email, password })
const notMe = (token: string) => t.call('POST', '/api/auth/notMe', { token })
const undo = (token: string) => t.call('POST', '/api/auth/undo', { token })
const newPassword = (token: string) => t.call('POST', '/api/auth/newPassword', { token, password: 'only the owner knows' })
async function thiefOf(member: Member) {
  await login(member.email)
  const { x_token: token } = (await login(member.email)).body
  const call = withToken(t.call, token)
  return { ...member, token, call }
}
/** As if registered by a device; how that works is tested elsewhere. */
const plantPasskey = ({ id }: Member) =>
  t.database.db.insert(passkeys).values({
    accountId: id,
    credentialId: `planted ${++serial}`,
    publicKey: Buffer.from('key'),
    counter: 0,
    synced: false,
    name: 'thief',
    createdAt: t.app.now(),
  })
const passkeysOf = ({ id }: Member) => t.database.db.$count(passkeys, eq(passkeys.accountId, id))
const addPhone = async (member: Member, phone = phoneNumber()) =>
  member.call('POST', '/muser/identities', { phone, ...(await codeFor(t, member.call, 'bind', { phone })) })

test('take-over in steps: passkey, second factor, number; the link about any step takes back all of them', async () => {
  for (const template of ['new_device', 'sign_in_changed', 'address_changed'] as const) {
    const owner = await t.member()
    const thief = await thiefOf(owner)
    await plantPasskey(thief)
    await setUpApp(thief, () => t.app.now())
    expect((await addPhone(thief)).status).toBe(200)
    const token = await linkToken(t, owner.email, template)
    const { body } = template === 'address_changed' ? await undo(token) : await notMe(token)
    expect((await newPassword(body.token)).body, template).toEqual({ ok: true })
    expect([template, await passkeysOf(owner)]).toEqual([template, 0])
    const again = await login(owner.email, 'only the owner knows')
    expect([template, again.status]).toEqual([template, 200])
    const { items } = (await withToken(t.call, again.body.x_token)('GET', '/muser/identities')).body
    expect(items.map((one: { kind: string }) => one.kind)).toEqual(['email'])
  }
})

test('take-over by a stolen number: the owner gets mail about the new number, and puts the old one back', async () => {
  const owner = await t.member()
  const number = phoneNumber()
  await addPhone(owner, number)
  await t.database.db.execute(sql`delete from one_time_tokens where account_id = ${owner.id}`)
  expect((await addPhone(owner, phoneNumber())).status, 'the thief').toBe(200)
  const { body } = await undo(await linkToken(t, owner.email, 'address_changed'))
  await newPassword(body.token)
  const call = withToken(t.call, (await login(owner.email, 'only the owner knows')).body.x_token)
  expect((await call('GET', '/muser/identities')).body.items).toContainEqual(expect.objectContaining({ label: number }))
})

test('take-over by an old link: a reset ends the links that somebody may have read in the mailbox', async () => {
  const owner = await t.member()
  await thiefOf(owner)
  const kept = await linkToken(t, owner.email, 'new_device')
  const reset = await receiveCode(t, 'reset', { email: owner.email })
  expect((await t.call('POST', '/api/auth/forget', { ...reset, password: 'only the owner knows' })).status).toBe(200)
  expect((await notMe(kept)).body.code).toBe('link.invalid')
  // The link in the new mail takes back as much as the old one did.
  await plantPasskey(owner)
  const { body } = await notMe(await linkToken(t, owner.email, 'password_changed'))
  await newPassword(body.token)
  expect(await passkeysOf(owner)).toBe(0)
})

test('take-over in a race: a call let in just before the link opens no door after it', async () => {
  const owner = await t.member()
  const thief = await thiefOf(owner)
  const token = await linkToken(t, owner.email, 'new_device')
  const calls = Array.from({ length: 10 }, (_, i) => thief.call('POST', '/muser/setPass', { password: `what the thief wants ${i}` }))
  const [{ body }] = await Promise.all([notMe(token), ...calls])
  await newPassword(body.token)
  for (let i = 0; i < 10; i++) expect((await login(owner.email, `what the thief wants ${i}`)).status).not.toBe(200)
  expect((await login(owner.email, 'only the owner knows')).status).toBe(200)
})

test('squatting: the first to prove an address, in a new browser, has the account alone', async () => {
  const squatter = await t.member()
  await plantPasskey(squatter)
  const code = await receiveCode(t, 'login', { email: squatter.email })
  expect((await t.call('POST', '/muser/auth/code', code)).status).toBe(200)
  expect([
    await passkeysOf(squatter),
    (await login(squatter.email)).status,
    (await squatter.call('POST', '/muser/info', {})).status,
  ]).toEqual([0, 422, 403])
})

test('a reset from a new browser sends one mail, whose link works', async () => {
  const { email } = await t.member()
  const code = await receiveCode(t, 'reset', { email })
  await t.call('POST', '/api/auth/forget', { ...code, password: 'only the owner knows' })
  expect(await mailsTo(t, email, 'sign_in_changed')).toEqual([])
  expect((await notMe(await linkToken(t, email, 'password_changed'))).status).toBe(200)
})

test('a member who logs in by code in their usual browser keeps the password', async () => {
  const { email } = await t.member()
  const cookie = /device=[\w-]{43}/.exec((await login(email)).headers.get('set-cookie') ?? '')?.[0] ?? ''
  const code = await receiveCode(t, 'login', { email })
  expect((await t.call('POST', '/muser/auth/code', code, { cookie })).status).toBe(200)
  expect((await login(email)).status).toBe(200)
})

test('stolen payout: a withdrawal requested meanwhile is cancelled, and new ones wait', async () => {
  await admin.call('PATCH', '/admin/settings', { 'withdrawal.min': 100, 'withdrawal.methods': ['bank'] })
  const owner = await t.member()
  await commissionChain(t).earn(owner, 5000)
  const thief = await thiefOf(owner)
  const request = { withdraw_method: 'bank', withdraw_account: '1', amount: 5000 }
  expect((await thief.call('POST', '/muser/ticket/withdraw', request)).status).toBe(200)
  const { body } = await notMe(await linkToken(t, owner.email, 'new_device'))
  await newPassword(body.token)
  const { rows } = await t.database.db.execute(sql`
    select a.kind, sum(e.amount)::int as amount from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id
    where a.owner_id = ${owner.id} group by 1 having sum(e.amount) <> 0`)
  expect(rows).toEqual([{ kind: 'commission', amount: 5000 }])
  const call = withToken(t.call, (await login(owner.email, 'only the owner knows')).body.x_token)
  expect((await call('POST', '/muser/ticket/withdraw', request)).body.code).toBe('withdrawal.held')
})

test('when staff remove an address, its owner gets mail and puts it back', async () => {
  const owner = await t.member()
  await addPhone(owner)
  await t.database.db.execute(sql`update identities set verified_at = now() where account_id = ${owner.id}`)
  const { items } = (await owner.call('GET', '/muser/identities')).body
  const email = items.find((one: { kind: string }) => one.kind === 'email').id
  const support = await t.staff(['members.read', 'members.link', 'members.access'])
  expect((await support.call('DELETE', `/admin/identities/${email}`, { reason: 'asked by phone' })).status).toBe(200)
  expect((await undo(await linkToken(t, owner.email, 'address_changed'))).status).toBe(200)
  const [account] = await t.database.db.select().from(accounts).where(eq(accounts.id, owner.id))
  expect([account?.email, account?.accessChangedAt === null]).toEqual([owner.email, false])
})

test('guessing codes: a hundred wrong ones an hour from one network', async () => {
  const limited = await startApp()
  const member = await limited.member()
  for (let n = 0; n < 100; n++) await limited.app.limits.codeTriesByNetwork.take('127.0.0.1', true)
  const asked = (await askCode(limited, 'login', { email: member.email })).body
  const answer = await limited.call('POST', '/muser/auth/code', { code_id: asked.code_id, code: '000000' })
  expect(answer.status).toBe(429)
  await limited.stop()
})

test('money does not reach an account that its member has closed', async () => {
  const member = await t.member()
  expect((await t.close(member)).status).toBe(200)
  const given = await admin.call('POST', `/admin/users/${member.id}/balance`, { amount: 1000, reason: 'sorry' })
  expect([given.status, given.body.code]).toEqual([409, 'account.closed'])
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { forFile, type Member, PASSWORD, startApp, withToken } from '../../test/harness.ts'
import { codeFor, linkToken, mailsTo, mailTo } from '../../test/mail-tap.ts'

const t = await forFile(startApp())
// All codes are asked for from one network.
t.app.limits.codesByNetwork = { ...t.app.limits.codesByNetwork, take: async () => [] }

let serial = 0
const freshAddress = (): string => `new${++serial}@example.com`
const newPhone = (): string => `+86138000000${String(++serial).padStart(2, '0')}`
const bind = async (member: Member, to: { email: string } | { phone: string }) =>
  member.call('POST', '/muser/identities', { ...to, ...(await codeFor(t, member.call, 'bind', to)) })
const labels = async (member: Member): Promise<string[]> =>
  (await member.call('GET', '/muser/identities')).body.items.map((one: { label: string }) => one.label)
const login = (email: string, password = PASSWORD, headers = {}) => t.call('POST', '/muser/auth/login', { email, password }, headers)
const undo = (token: string) => t.call('POST', '/api/auth/undo', { token })
/** The account as its owner finds it again, signed in with a new password. */
async function signInAnew(email: string, token: string): Promise<Member['call']> {
  expect((await t.call('POST', '/api/auth/newPassword', { token, password: 'a new long secret' })).body).toEqual({ ok: true })
  return withToken(t.call, (await login(email, 'a new long secret')).body.x_token)
}
const hour = 3_600_000

test('a member sees their ways to sign in, and whether each is proved', async () => {
  const member = await t.member()
  const { items, has_password: has } = (await member.call('GET', '/muser/identities')).body
  expect(items).toMatchObject([{ kind: 'email', label: member.email, verified: false, issuer: null }])
  expect(has).toBe(true)
  const proof = await codeFor(t, member.call, 'confirm', { email: member.email })
  expect((await member.call('POST', '/muser/identities/verify', proof)).body).toEqual({ ok: true })
  expect((await member.call('GET', '/muser/identities')).body.items[0].verified).toBe(true)
})

test('an address changes with a code sent to the new one; the old one gets mail and signs in no more', async () => {
  const [member, email] = [await t.member(), freshAddress()]
  expect((await bind(member, { email })).body).toEqual({ ok: true })
  expect((await login(email)).status).toBe(200)
  expect((await login(member.email)).status).toBe(422)
  expect(await mailTo(t, member.email)).toMatchObject({ template: 'address_changed', accountId: member.id })
  expect((await member.call('POST', '/muser/info', {})).body.userInfo.email).toBe(email)
})

test('a code for one address, purpose or member changes nothing for another', async () => {
  const [member, stranger, email] = [await t.member(), await t.member(), freshAddress()]
  const proof = await codeFor(t, member.call, 'bind', { email })
  const tries = [
    member.call('POST', '/muser/identities', { ...proof, email: freshAddress() }),
    stranger.call('POST', '/muser/identities', { ...proof, email }),
    member.call('POST', '/muser/identities/verify', proof),
    member.call('POST', '/muser/identities', {
      ...(await codeFor(t, member.call, 'confirm', { email: member.email })),
      email: member.email,
    }),
  ]
  for (const answer of await Promise.all(tries)) expect([answer.status, answer.body.code]).toEqual([422, 'code.wrong'])
  expect((await member.call('POST', '/muser/identities', { ...proof })).body.code).toBe('account.address_needed')
  expect([await labels(member), await labels(stranger)]).toEqual([[member.email], [stranger.email]])
})

test('changing an address needs a fresh proof of who is there; the link undoes for 24 hours, and only with its own purpose', async () => {
  const own = await startApp()
  const member = await own.member()
  own.travel(16 * 60_000)
  const code = await codeFor(own, member.call, 'bind', { email: 'later@example.com' })
  const change = () => member.once('POST', '/muser/identities', { email: 'later@example.com', ...code })
  expect((await change()).body.code).toBe('session.confirm_needed')
  expect((await member.once('POST', '/muser/setPass', { password: 'a new long secret' })).body.code).toBe('session.confirm_needed')
  const [{ id }] = (await member.once('GET', '/muser/identities')).body.items
  expect((await member.once('DELETE', `/muser/identities/${id}`)).body.code).toBe('session.confirm_needed')
  await member.call('POST', '/muser/auth/confirm', { password: PASSWORD })
  expect((await change()).status).toBe(200)
  own.travel(61_000)
  const proof = await codeFor(own, member.call, 'bind', { email: 'late@example.com' })
  await member.call('POST', '/muser/identities', { email: 'late@example.com', ...proof })
  const token = await linkToken(own, member.email, 'address_changed')
  for (const path of ['/api/auth/notMe', '/api/auth/newPassword'])
    expect((await own.call('POST', path, { token, password: PASSWORD })).body.code).toBe('link.invalid')
  own.travel(24 * hour + 1000)
  expect((await own.call('POST', '/api/auth/undo', { token })).body.code).toBe('link.invalid')
  expect((await own.call('POST', '/api/auth/undo', { token: 'short' })).body.errors.token).toEqual([expect.any(String)])
  await own.stop()
})

test('two members who bind one address at once: one gets it', async () => {
  const email = freshAddress()
  const members = await Promise.all([t.member(), t.member()])
  const proofs = await Promise.all(members.map(async (member) => ({ member, proof: await bindable(member, email) })))
  const answers = await atOnce(async (n) => {
    const { member, proof } = proofs[n % 2]!
    return member.call('POST', '/muser/identities', { email, ...proof })
  })
  expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
  const owners = await Promise.all(members.map(labels))
  expect(owners.flat().filter((label) => label === email)).toHaveLength(1)
})
/** Limits count by address and network; the second member asks from the same one. */
async function bindable(member: Member, email: string) {
  const limit = t.app.limits.codeAgain
  t.app.limits.codeAgain = { ...limit, take: async () => [] }
  const proof = await codeFor(t, member.call, 'bind', { email })
  t.app.limits.codeAgain = limit
  return proof
}

test('an undone change puts the old address back, ends every session and asks for a new password; many at once undo once', async () => {
  const [member, email] = [await t.member(), freshAddress()]
  await bind(member, { email })
  const token = await linkToken(t, member.email, 'address_changed')
  const answers = await atOnce(() => undo(token))
  expectOne(answers, 'link.invalid')
  expect((await member.call('GET', '/muser/identities')).status).toBe(403)
  expect((await login(email)).status).toBe(422)
  expect((await login(member.email)).status).toBe(422)
  const { token: next } = answers.find((a) => a.status === 200)!.body
  const call = await signInAnew(member.email, next)
  expect((await call('GET', '/muser/identities')).body.items).toMatchObject([{ label: member.email }])
  expect((await t.call('POST', '/api/auth/newPassword', { token: next, password: PASSWORD })).body.code).toBe('link.invalid')
})

test('a member removes an address; it gets a link that puts it back, the other gets mail, and the last way to log in stays', async () => {
  const [member, stranger, phone] = [await t.member(), await t.member(), newPhone()]
  const idOf = async (kind: string) =>
    (await member.call('GET', '/muser/identities')).body.items.find((one: { kind: string }) => one.kind === kind)?.id
  const email = await idOf('email')
  const remove = (id: number) => member.call('DELETE', `/muser/identities/${id}`)
  expect((await remove(email)).body.code).toBe('account.last_sign_in')
  await bind(member, { phone })
  expect((await stranger.call('DELETE', `/muser/identities/${email}`)).status).toBe(404)
  const number = await idOf('phone')
  const answers = await atOnce((n) => remove(n % 2 ? email : number))
  expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
  const [left] = await labels(member)
  const removed = left === phone ? member.email : phone
  expect((await mailTo(t, left!)).data).toMatchObject({ what: left === phone ? 'email_removed' : 'phone_removed' })
  const { token } = (await undo(await linkToken(t, removed, 'address_changed'))).body
  const call = await signInAnew(member.email, token)
  expect((await call('GET', '/muser/identities')).body.items).toHaveLength(2)
})

test('a weak password does not use up the token of a taken back account', async () => {
  const [member, email] = [await t.member(), freshAddress()]
  await bind(member, { email })
  const { token } = (await undo(await linkToken(t, member.email, 'address_changed'))).body
  for (const password of ['password123', `${member.email}1`])
    expect((await t.call('POST', '/api/auth/newPassword', { token, password })).body.errors.password).toEqual([expect.any(String)])
  await signInAnew(member.email, token)
})

test('a thief who changes the address twice, adds a number and resets the password loses all of it to the first link', async () => {
  const [member, second, third, phone] = [await t.member(), freshAddress(), freshAddress(), newPhone()]
  await bind(member, { email: second })
  await bind(member, { email: third })
  await bind(member, { phone })
  // Codes to one address are a minute apart.
  t.travel(61_000)
  const proof = await codeFor(t, t.call, 'reset', { email: third })
  expect((await t.call('POST', '/api/auth/forget', { ...proof, password: 'the thief knows it' })).status).toBe(200)
  const [first, thiefs] = [await linkToken(t, member.email, 'address_changed'), await linkToken(t, second, 'address_changed')]
  // The thief uses the link sent to the address that came second: it undoes only what came after it.
  expect((await undo(thiefs)).status).toBe(200)
  const back = await undo(first)
  const call = await signInAnew(member.email, back.body.token)
  expect((await call('GET', '/muser/identities')).body.items).toMatchObject([{ label: member.email }])
  expect((await login(third, 'the thief knows it')).status).toBe(422)
})

test('one link undoes the later changes of other addresses too', async () => {
  const [member, phone, stolen] = [await t.member(), newPhone(), newPhone()]
  await bind(member, { phone })
  t.travel(25 * hour)
  await member.call('POST', '/muser/auth/confirm', { password: PASSWORD })
  await bind(member, { phone: stolen })
  const token = await linkToken(t, phone, 'address_changed')
  await bind(member, { email: freshAddress() })
  const call = await signInAnew(member.email, (await undo(token)).body.token)
  expect((await call('GET', '/muser/identities')).body.items.map((one: { label: string }) => one.label).toSorted()).toEqual(
    [member.email, phone].toSorted(),
  )
})

test('an address that can still be put back is nobody else’s', async () => {
  const [member, thief] = [await t.member(), await t.member()]
  await bind(member, { email: freshAddress() })
  expect((await t.call('POST', '/muser/auth/register', { email: member.email, password: PASSWORD })).body.code).toBe('account.email_taken')
  expect((await bind(thief, { email: member.email })).body.code).toBe('account.email_taken')
  const { body } = await undo(await linkToken(t, member.email, 'address_changed'))
  const call = await signInAnew(member.email, body.token)
  expect((await call('GET', '/muser/identities')).body.items).toMatchObject([{ label: member.email }])
})

test('the e-mail address gets a link that removes a number that was added', async () => {
  const [member, phone] = [await t.member(), newPhone()]
  await bind(member, { phone })
  expect((await t.call('POST', '/muser/auth/login', { phone, password: PASSWORD })).status).toBe(200)
  await undo(await linkToken(t, member.email, 'address_changed'))
  const { rows } = await t.database.db.execute(sql`select label from identities where account_id = ${member.id}`)
  expect(rows).toEqual([{ label: member.email }])
})

test('an account without a password sets its first one once, of many at once, and its owner gets mail', async () => {
  const member = await t.member()
  expect((await member.call('POST', '/muser/setPass', { password: 'first' })).body.errors.password).toEqual([expect.any(String)])
  expect((await member.call('POST', '/muser/setPass', { password: 'a first password' })).body.code).toBe('account.has_password')
  await t.database.db.execute(sql`update accounts set password_hash = null where id = ${member.id}`)
  for (const weak of ['password123', `${member.email}1`])
    expect((await member.call('POST', '/muser/setPass', { password: weak })).body.errors.password).toEqual([expect.any(String)])
  const answers = await atOnce(() => member.call('POST', '/muser/setPass', { password: 'a first password' }))
  expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
  expect((await login(member.email, 'a first password')).status).toBe(200)
  expect(await mailsTo(t, member.email, 'password_changed')).toHaveLength(1)
})

test('the owner gets mail about a changed and a reset password', async () => {
  const member = await t.member()
  await member.call('POST', '/muser/changePassword', { old_password: PASSWORD, new_password: 'another long one' })
  const told = () => mailsTo(t, member.email, 'password_changed').then((mails) => mails.length)
  expect(await told()).toBe(1)
  const proof = await codeFor(t, t.call, 'reset', { email: member.email })
  await t.call('POST', '/api/auth/forget', { ...proof, password: 'yet another long one' })
  expect(await told()).toBe(2)
})

test('the owner gets mail about a sign-in from a new browser, not from a known one', async () => {
  const member = await t.member()
  const entry = await login(member.email)
  const cookie = entry.headers.get('set-cookie')!.split(';')[0]!
  const told = () => mailsTo(t, member.email, 'new_device').then((mails) => mails.length)
  expect(await told()).toBe(0)
  await login(member.email, PASSWORD, { cookie })
  expect(await told()).toBe(0)
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await login(member.email, PASSWORD, { 'user-agent': firefox })
  expect(await told()).toBe(1)
  expect((await mailTo(t, member.email)).data).toMatchObject({ device: 'Firefox, Linux', place: '127.0.0.1' })
})

test('“this wasn’t me” throws everybody out, forgets browsers and the password, and keeps what was there before', async () => {
  const member = await t.member()
  await login(member.email)
  const thief = withToken(t.call, (await login(member.email)).body.x_token)
  const [token, phone] = [await linkToken(t, member.email, 'new_device'), newPhone()]
  expect((await thief('POST', '/muser/identities', { phone, ...(await codeFor(t, thief, 'bind', { phone })) })).status).toBe(200)
  // Of two links, either takes back both: the sign-in and the number that came after it.
  await login(member.email, PASSWORD)
  const links = [token, await linkToken(t, member.email, 'new_device')]
  const answer = await t.call('POST', '/api/auth/notMe', { token: links[1] })
  expect((await t.call('POST', '/api/auth/notMe', { token: links[0] })).body.code).toBe('link.invalid')
  expect(answer.status).toBe(200)
  for (const call of [member.call, thief]) expect((await call('GET', '/muser/identities')).status).toBe(403)
  expect((await login(member.email)).status).toBe(422)
  const { rows } = await t.database.db.execute(sql`select count(*)::int as n from known_devices where account_id = ${member.id}`)
  expect(rows).toEqual([{ n: 0 }])
  const call = await signInAnew(member.email, answer.body.token)
  expect((await call('GET', '/muser/identities')).body.items).toMatchObject([{ label: member.email }])
})

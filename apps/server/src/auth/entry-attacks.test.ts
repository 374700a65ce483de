import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { liftLimits, receiveCode } from '../../test/ask-code.ts'
import { type Answer, type Call, forFile, type Member, PASSWORD, startApp, withToken } from '../../test/harness.ts'
import { linkToken } from '../../test/mail-tap.ts'
import { openMailbox } from '../../test/mailbox.ts'
import { poisonedPost } from '../../test/poisoned-host.ts'
import { codes } from '../codes/codes.table.ts'
import { messages } from '../messages/messages.table.ts'

let serial = 0
const fresh = (): string => `entry${++serial}@example.org`
const login = (email: string, call: Call = t.call): Promise<Answer> => call('POST', '/muser/auth/login', { email, password: PASSWORD })
const whose = async (token: string): Promise<number> => (await t.call('POST', '/muser/info', {}, { 'x-token': token })).body.userInfo?.id

/** Signing in while the browser already sends a token, which somebody else may have put there. */
const entrances: [string, (victim: Member, call: Call) => Promise<Answer>][] = [
  ['a password', (victim, call) => login(victim.email, call)],
  [
    'a code',
    async ({ email }, call) => {
      await t.database.db.execute(sql`update identities set verified_at = now() where label = ${email}`)
      return call('POST', '/muser/auth/code', await receiveCode(t, 'login', { email }))
    },
  ],
  ['a registration', (_, call) => call('POST', '/muser/auth/register', { email: fresh(), password: PASSWORD })],
]

const t = await forFile(startApp())
liftLimits(t)
const owner = await t.admin()
await owner.call('PATCH', '/admin/settings', { 'security.require_signature': false })
const mailbox = await forFile(openMailbox(t))

test.each(entrances)('session fixation: after %s, a token from before opens what it opened before', async (_, enter) => {
  const [victim, thief] = [await t.member(), await t.member()]
  const made = 'x'.repeat(43)
  for (const planted of [thief.token, made]) {
    const answer = await enter(victim, withToken(t.call, planted))
    const entered = answer.status === 200 ? answer : await enter(victim, t.call)
    expect(entered.body.x_token).toMatch(/^[\w-]{43}$/)
    expect(entered.body.x_token).not.toBe(planted)
    expect(await whose(entered.body.x_token)).not.toBe(thief.id)
  }
  expect(await whose(thief.token)).toBe(thief.id)
  expect((await t.call('POST', '/muser/info', {}, { 'x-token': made })).status).toBe(403)
})

test('host header poisoning: the links of “this wasn’t me” and of an undo lead to this site', async () => {
  const member = await t.member()
  await login(member.email)
  const address = fresh()
  const proof = await receiveCode(t, 'bind', { email: address }, member.call)
  expect(await poisonedPost(t, '/muser/auth/login', { email: member.email, password: PASSWORD })).toBe(200)
  const notMe = await mailbox.mailTo(member.email)
  expect(await poisonedPost(t, '/muser/identities', { email: address, ...proof }, member.token)).toBe(200)
  const undo = await mailbox.mailTo(member.email)
  for (const mail of [notMe, undo]) {
    expect(mailbox.link(mail)).toMatch(new RegExp(`^${t.base}/undo#`))
    expect(mail.raw).not.toContain('evil.example')
  }
  expect(mailbox.link(notMe)).not.toBe(mailbox.link(undo))
})

const injected = [
  'a@example.org\r\nBcc: victim@example.org',
  'a@example.org\nSubject: x',
  'a@example.org\nvictim@example.org',
  'a@example.org,victim@example.org',
  'a@example.org;victim@example.org',
  '"A\r\nBcc: v@example.org" <a@example.org>',
  'a@example.org%0d%0aBcc: v@x.org',
  'a@example.org\u0000',
  'a@exa\u2028mple.org',
]
test.each(injected)('header injection by an address: %j is refused wherever one is entered', async (email) => {
  const member = await t.member()
  const counts = () => Promise.all([messages, codes].map((table) => t.database.db.$count(table)))
  const before = await counts()
  const answers = [
    await t.call('POST', '/muser/auth/register', { email, password: PASSWORD }),
    await t.call('POST', '/api/comm/sendEmailVerify', { email, purpose: 'register' }),
    await t.call('POST', '/api/comm/sendEmailVerify', { email, purpose: 'login' }),
    await member.call('POST', '/api/comm/sendEmailVerify', { email, purpose: 'bind' }),
    await member.call('POST', '/muser/identities', { email, code_id: 'x'.repeat(43), code: '000000' }),
  ]
  for (const answer of answers) expect([answer.status, answer.body.errors?.email?.length]).toEqual([422, 1])
  expect(await counts()).toEqual(before)
})

test('header injection by a browser’s name: the mail about it has one recipient and no other header', async () => {
  const member = await t.member()
  await login(member.email)
  await t.call(
    'POST',
    '/muser/auth/login',
    { email: member.email, password: PASSWORD },
    { 'user-agent': 'Firefox\tBcc: victim@example.org' },
  )
  const mail = await mailbox.mailTo(member.email)
  expect(mail.recipients).toEqual([member.email])
  expect(mail.raw.split(/\r?\n\r?\n/)[0]).not.toMatch(/^(bcc|cc):/im)
})

test('link reuse: of many uses of “this wasn’t me” at once one works, and none later; nor does its password token', async () => {
  const member = await t.member()
  await login(member.email)
  await login(member.email)
  const token = await linkToken(t, member.email, 'new_device')
  const use = () => t.call('POST', '/api/auth/notMe', { token })
  const answers = await atOnce(use)
  const works = answers.filter((answer) => answer.status === 200)
  expect([works.length, answers.filter((answer) => answer.body.code === 'link.invalid').length]).toEqual([1, RACES - 1])
  expect((await use()).body.code).toBe('link.invalid')
  const choose = () => t.call('POST', '/api/auth/newPassword', { token: works[0]?.body.token, password: 'a new long secret' })
  const chosen = await atOnce(choose)
  expect(chosen.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect((await choose()).body.code).toBe('link.invalid')
})

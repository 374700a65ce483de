import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { askCode, CODE, liftLimits, receiveCode } from '../../test/ask-code.ts'
import { createDatabase, forFile, PASSWORD, startApp, type TestApp, withToken } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { codes } from '../codes/codes.table.ts'
import { knownDevices } from '../known-devices/known-devices.table.ts'
import { addIdentity } from '../identities/write-identity.ts'
import { sessions } from '../sessions/sessions.table.ts'

// Three servers on one database; every attack may use all of them.

const database = await createDatabase('template_portico')
const [first, ...others] = await Promise.all([
  startApp({ on: database }),
  ...[2, 3].map(() => startApp({ on: { ...database, drop: async () => {} } })),
])
const t = first
const servers = [first, ...others]
for (const server of servers) liftLimits(server)
const admin = await t.admin()
await admin.call('PATCH', '/admin/settings', { 'account.verify_email': true, 'account.register_with': 'both' })
await Promise.all(servers.map(({ app }) => app.reloadSettings()))
afterAll(async () => {
  for (const server of servers.toReversed()) await server.stop()
})

/** It has the usual limits, save that every call seems to come from another network. */
const limited = await forFile(startApp())
limited.app.limits.codesByNetwork.take = async () => []

const NEW_PASSWORD = 'a new long password'
const at = (i: number): TestApp => servers[i % servers.length]!
const wrongAt = (i: number): string => String(100_000 + i)

type Entered = { code_id: string; code: string }
const uses = {
  login: (server: TestApp, entered: Entered) => server.call('POST', '/muser/auth/code', entered),
  reset: (server: TestApp, entered: Entered) => server.call('POST', '/api/auth/forget', { ...entered, password: NEW_PASSWORD }),
  register: (server: TestApp, entered: Entered, email: string) =>
    server.call('POST', '/muser/auth/register', { ...entered, email, password: PASSWORD }),
  confirm: (server: TestApp, entered: Entered, _: string, token: string) =>
    withToken(server.call, token)('POST', '/muser/auth/confirm', entered),
}
type Use = keyof typeof uses
const each = Object.keys(uses) as Use[]

/** Somebody with a code in hand: a member, or a visitor for a registration. */
async function holder(use: Use): Promise<{ email: string; token: string; entered: Entered }> {
  const member = await t.member()
  const email = use === 'register' ? `new-${member.email}` : member.email
  return { email, token: member.token, entered: await receiveCode(t, use, { email }, member.call) }
}

test.each(each)(
  'code brute force: of a code to %s, five guesses at three servers count, then the right one is refused too',
  async (use) => {
    const { email, token, entered } = await holder(use)
    const guesses = await atOnce((i) => uses[use](at(i), { ...entered, code: wrongAt(i) }, email, token))
    expect(new Set(guesses.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['422 code.wrong']))
    const [row] = await t.database.db.select().from(codes).where(eq(codes.id, entered.code_id))
    expect(row?.tries).toBe(5)
    expect((await uses[use](at(1), entered, email, token)).body.code).toBe('code.wrong')
  },
)

test.each(each)('code brute force: four guesses leave the right code to %s usable', async (use) => {
  const { email, token, entered } = await holder(use)
  for (let i = 0; i < 4; i++) await uses[use](at(i), { ...entered, code: wrongAt(i) }, email, token)
  expect((await uses[use](at(4), entered, email, token)).status).toBe(200)
})

test('code brute force by a stranger: without the id that the browser got, guesses do not touch the owner’s code', async () => {
  const { entered } = await holder('login')
  const stranger = (await askCode(t, 'login', { email: 'stranger@example.com' })).body.code_id
  const made = 'A'.repeat(43)
  for (const answer of await atOnce((i) => uses.login(at(i), { code_id: i % 2 ? stranger : made, code: entered.code }))) {
    expect(answer.status).toBe(422)
  }
  expect((await uses.login(t, entered)).status).toBe(200)
})

test('code guessing by mail bombing: one address gets five codes an hour, from all networks and servers together', async () => {
  const ask = () => askCode(limited, 'login', { email: 'target@example.com' })
  expect((await ask()).body).toMatchObject({ wait: 60, expires_in: 600 })
  const again = await ask()
  expect([again.status, again.body.code]).toEqual([429, 'limit.exceeded'])
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
  for (let sent = 1; sent < 5; sent++) {
    limited.travel(61_000)
    expect((await ask()).status).toBe(200)
  }
  limited.travel(61_000)
  expect((await ask()).status).toBe(429)
})

test('lock-out by mail bombing: strangers use up an address, and its owner still gets codes in a known browser', async () => {
  const { email } = await limited.member()
  const entered = await limited.call('POST', '/muser/auth/login', { email, password: PASSWORD })
  const cookie = /device=[\w-]{43}/.exec(entered.headers.get('set-cookie') ?? '')?.[0] ?? ''
  const ask = (headers = {}) => limited.call('POST', '/api/comm/sendEmailVerify', { email, purpose: 'reset' }, headers)
  for (let sent = 0; sent < 6; sent++) {
    await ask()
    limited.travel(61_000)
  }
  expect((await ask()).status, 'a stranger').toBe(429)
  limited.travel(61_000)
  expect((await ask({ cookie })).status, 'the owner').toBe(200)
})

test.each(each)('code reuse: of many calls to %s with the same code at once one succeeds, and none later', async (use) => {
  const { email, token, entered } = await holder(use)
  // Five tries count: the limit must not be what decides here.
  await t.database.db.update(codes).set({ tries: -RACES }).where(eq(codes.id, entered.code_id))
  const answers = await atOnce((i) => uses[use](at(i), entered, email, token))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  answers.push(await uses[use](at(1), entered, email, token))
  const rest = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)
  expect(rest).toEqual(Array(RACES).fill('code.wrong'))
})

test('code reuse after its time: ten minutes, and not a second more', async () => {
  const member = await limited.member()
  const first = await receiveCode(limited, 'login', { email: member.email })
  limited.travel(599_000)
  expect((await uses.login(limited, first)).status).toBe(200)
  const second = await receiveCode(limited, 'login', { email: member.email })
  limited.travel(600_000)
  expect((await uses.login(limited, second)).body.code).toBe('code.wrong')
})

const mixed = each.flatMap((given) => each.filter((used) => used !== given).map((used) => [given, used] as const))
test.each(mixed)('code for another purpose: a code to %s does not %s', async (given, used) => {
  const { email, token, entered } = await holder(given)
  expect((await uses[used](t, entered, email, token)).body.code).toBe('code.wrong')
  expect((await uses[given](t, entered, email, token)).status).toBe(200)
})

test('code for another address: it registers only its own', async () => {
  const { email, entered } = await holder('register')
  expect((await uses.register(t, entered, `other-${email}`)).body.code).toBe('code.wrong')
  expect((await t.call('POST', '/muser/auth/register', { ...entered, phone: '+8613812345678', password: PASSWORD })).body.code).toBe(
    'code.wrong',
  )
})

test('code of another member: it confirms only the session of the one who asked', async () => {
  const [{ email, entered }, thief] = [await holder('confirm'), await t.member()]
  expect((await uses.confirm(t, entered, email, thief.token)).body.code).toBe('code.wrong')
})

test('code to another’s address: a thief with an open session cannot have the confirming code sent elsewhere', async () => {
  const member = await t.member()
  await askCode(t, 'confirm', { email: 'thief@example.com' }, member.call)
  const rows = await t.database.db.select().from(codes).where(eq(codes.accountId, member.id))
  expect(rows.map(({ subject }) => subject)).toEqual([member.email])
})

test.each([{ code: '12345' }, { code: '1234567' }, { code: 'abcdef' }, { code: '' }, { code_id: 'x' }, { code: "1' or 1" }])(
  'a malformed code, %j, is 422 and names the field',
  async (bad) => {
    const answer = await uses.login(t, { code_id: 'A'.repeat(43), code: CODE, ...bad })
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([422, 'input.invalid', Object.keys(bad)])
  },
)

test('take-over by a stolen session: a reset ends every session and forgets every browser; the old password is gone', async () => {
  const member = await t.member()
  const login = (server: TestApp, password: string) => server.call('POST', '/muser/auth/login', { email: member.email, password })
  const thief = await login(at(1), PASSWORD)
  const entered = await receiveCode(t, 'reset', { email: member.email })
  expect((await uses.reset(at(2), entered)).status).toBe(200)
  for (const [i, token] of [member.token, thief.body.x_token].entries()) {
    expect((await withToken(at(i).call, token)('POST', '/muser/info', { roles: [] })).status).toBe(403)
  }
  expect(await t.database.db.select().from(sessions).where(eq(sessions.accountId, member.id))).toEqual([])
  expect(await t.database.db.select().from(knownDevices).where(eq(knownDevices.accountId, member.id))).toEqual([])
  expect((await login(t, PASSWORD)).status).toBe(422)
  expect((await login(t, NEW_PASSWORD)).status).toBe(200)
})

test('a reset voids every other open code of the account, also those to its other address, and none of anybody else', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const phone = '+8613812345678'
  await t.database.transaction((tx) =>
    addIdentity(tx, member.id, { provider: 'phone', subject: phone, label: phone, verifiedAt: null }, new Date()),
  )
  const open = await Promise.all([
    receiveCode(t, 'reset', { email: member.email }),
    receiveCode(t, 'reset', { phone }),
    receiveCode(t, 'login', { email: member.email }),
  ])
  const [kept, entered] = [await receiveCode(t, 'reset', { email: other.email }), await receiveCode(t, 'reset', { email: member.email })]
  expect((await uses.reset(t, entered)).status).toBe(200)
  for (const [i, old] of open.entries()) expect((await uses[i === 2 ? 'login' : 'reset'](t, old)).body.code, String(i)).toBe('code.wrong')
  expect((await uses.reset(t, kept)).status).toBe(200)
})

test('reset of an account that is suspended: refused like a wrong code', async () => {
  const member = await t.member()
  const entered = await receiveCode(t, 'reset', { email: member.email })
  await t.ban(member.id)
  expect((await uses.reset(t, entered)).body.code).toBe('code.wrong')
})

test('the same registration many times at once, each with a code of its own: one account', async () => {
  const email = 'raced@example.com'
  const proofs = await atOnce((i) => receiveCode(at(i), 'register', { email: i % 2 ? email : 'RACED@example.com' }))
  const answers = await atOnce((i) => uses.register(at(i), proofs[i]!, email))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await t.database.db.select().from(accounts).where(eq(accounts.emailKey, email))).toHaveLength(1)
})

test('a code is stored as Argon2id only, and two codes to one address differ', async () => {
  const ids = [
    (await askCode(t, 'login', { email: 'one@example.com' })).body.code_id,
    (await askCode(t, 'login', { email: 'one@example.com' })).body.code_id,
  ]
  expect(new Set(ids).size).toBe(2)
  const rows = await t.database.db.select().from(codes).where(eq(codes.subject, 'one@example.com'))
  for (const { codeHash } of rows) expect(codeHash).toMatch(/^\$argon2id\$/)
})

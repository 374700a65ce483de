import { expect, test } from 'vitest'
import { type Answer, forFile, type Member, PASSWORD, startApp } from '../../test/harness.ts'
import { solveChallenge } from '../../test/solve-challenge.ts'
import { createHash } from 'node:crypto'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { eq } from 'drizzle-orm'
import { atOnce, RACES } from '../../test/at-once.ts'
import { accounts } from '../accounts/accounts.table.ts'

const HOUR = 3_600_000
const t = await forFile(startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } }))

type Try = { email: string; password?: string; ip: string; device?: string; challenge?: string }
const from = (ip: string, device?: string) => ({ 'x-forwarded-for': ip, ...(device && { cookie: `device=${device}` }) })
const login = ({ email, password = PASSWORD, ip, device, challenge }: Try): Promise<Answer> =>
  t.call('POST', '/muser/auth/login', { email, password, ...(challenge && { challenge }) }, from(ip, device))
const solve = (ip: string): Promise<string> => solveChallenge(t.call, 'login', from(ip))
const deviceOf = (answer: Answer): string => /device=([\w-]{43})/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''

/** A stranger's wrong passwords, one from each network. */
const guessFrom = (networks: number, email: string): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: networks }, (_, i) => login({ email, password: `guess ${i}`, ip: `203.0.${Math.floor(i / 100)}.${i % 100}` })),
  )

test('after five wrong passwords from one network the sixth needs a challenge, in any spelling of the address', async () => {
  const { email } = await t.member()
  const ip = '198.51.100.1'
  for (const spelling of [email, email.toUpperCase(), ` ${email}`, email, email]) {
    expect((await login({ email: spelling, password: 'wrong', ip })).body.code).toBe('account.wrong_credentials')
  }
  expect((await login({ email, ip })).body).toMatchObject({ code: 'challenge.required', details: { type: 'login' } })
  expect((await login({ email, ip, password: 'wrong', challenge: await solve(ip) })).body.code).toBe('account.wrong_credentials')
  expect((await login({ email, ip, challenge: 'made up' })).body.code).toBe('challenge.failed')
  expect((await login({ email, ip, challenge: await solve(ip) })).status).toBe(200)
  // The right password forgets the wrong ones.
  expect((await login({ email, ip, password: 'wrong' })).body.code).toBe('account.wrong_credentials')
})

test('one solved challenge allows one password, and twenty wrong ones from one network are the most in an hour', async () => {
  const { email } = await t.member()
  const ip = '198.51.100.2'
  const codes: string[] = []
  for (let n = 0; n < 18; n++) await t.app.limits.passwordHere.take(`email ${email} ${ip}`, true)
  for (let n = 0; n < 4; n++) codes.push((await login({ email, password: 'wrong', ip, challenge: await solve(ip) })).body.code)
  expect(codes).toEqual(['account.wrong_credentials', 'account.wrong_credentials', 'limit.exceeded', 'limit.exceeded'])
  const challenge = await solve('198.51.100.3')
  expect((await login({ email, password: 'wrong', ip: '198.51.100.3', challenge })).body.code).toBe('account.wrong_credentials')
  expect((await login({ email, password: 'wrong', ip: '198.51.100.3', challenge })).body.code).toBe('challenge.failed')
})

test('a stranger guesses from two hundred networks; the owner enters at the first try, from a known browser and from a new one', async () => {
  const owner: Member = await t.member()
  const device = deviceOf(await login({ email: owner.email, ip: '192.0.2.1' }))
  expect(device).not.toBe('')
  await guessFrom(200, owner.email)
  expect((await login({ email: owner.email, ip: '192.0.2.7', device })).status, 'the known browser, in a new network').toBe(200)
  await guessFrom(20, owner.email)
  const ip = '192.0.2.8'
  expect((await login({ email: owner.email, ip })).body.code).toBe('challenge.required')
  expect((await login({ email: owner.email, ip, challenge: await solve(ip) })).status, 'a new browser').toBe(200)
  expect((await owner.call('GET', '/muser/getSubscribe')).status, 'an open session').toBe(200)
})

test('guesses at made-up addresses do not close a network for its members', async () => {
  const member = await t.member()
  const ip = '198.51.100.4'
  const device = deviceOf(await login({ email: member.email, ip }))
  for (let n = 0; n < 60; n++) await login({ email: `made-up-${n}@example.com`, password: 'wrong', ip })
  expect((await login({ email: member.email, ip, device })).status).toBe(200)
  expect((await login({ email: member.email, ip, challenge: await solve(ip) })).status).toBe(200)
})

test('a browser counts as known only for the accounts that signed in from it', async () => {
  const [mine, other] = [await t.member(), await t.member()]
  const ip = '198.51.100.5'
  const device = deviceOf(await login({ email: mine.email, ip }))
  for (let n = 0; n < 5; n++) await login({ email: other.email, password: 'wrong', ip, device })
  expect((await login({ email: other.email, ip, device })).body.code).toBe('challenge.required')
  for (let n = 0; n < 10; n++) await login({ email: mine.email, password: 'wrong', ip, device })
  const eleventh = await login({ email: mine.email, ip, device })
  expect([eleventh.status, eleventh.body.code]).toEqual([429, 'limit.exceeded'])
  expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0)
  t.travel(HOUR)
  expect((await login({ email: mine.email, ip, device })).status).toBe(200)
})

test('twenty wrong passwords at once count like twenty one by one', async () => {
  const { email } = await t.member()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => login({ email, password: `wrong ${i}`, ip: '198.51.100.6' })))
  expect(answers.filter(({ body }) => body.code === 'account.wrong_credentials')).toHaveLength(5)
  expect(answers.filter(({ body }) => body.code === 'challenge.required')).toHaveLength(15)
})

test('the cookie that makes a browser known is out of reach of scripts', async () => {
  const { email } = await t.member()
  const answer = await t.call('POST', '/muser/auth/login', { email, password: PASSWORD }, { origin: 'https://example.com' })
  expect(answer.headers.get('set-cookie')).toMatch(/^device=[\w-]{43}; Max-Age=\d+; Path=\/api; HttpOnly; Secure; SameSite=Lax$/)
})

const password = 'Zugang-2019 ü'
const digest = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex')
// The package declares its names in a way that cannot be imported here.
const ARGON2I = 1
const made = await bcrypt(password, 4)
const schemes: [string, string][] = [
  ['bcrypt of PHP', made.replace(/^\$2.\$/, '$2y$')],
  ['bcrypt, 2a', made.replace(/^\$2.\$/, '$2a$')],
  ['bcrypt, 2b', made.replace(/^\$2.\$/, '$2b$')],
  ['Argon2id of PHP', await argon2(password, { memoryCost: 8192, timeCost: 4, parallelism: 1 })],
  ['Argon2i of PHP', await argon2(password, { memoryCost: 8192, timeCost: 4, parallelism: 1, algorithm: ARGON2I })],
  ['md5', `{md5}${digest('md5', password)}`],
  ['sha256', `{sha256}${digest('sha256', password)}`],
  ['md5 with salt', `{md5+salt}a:b$:${digest('md5', `${password}a:b$`)}`],
  ['sha256 with salt', `{sha256+salt}x9:${digest('sha256', `${password}x9`)}`],
]

/** A member whose hash came from another panel. */
async function imported(passwordHash: string) {
  const { id, email } = await t.member()
  await t.database.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, id))
  const login = (given = password, from = '192.0.2.1') =>
    t.call('POST', '/muser/auth/login', { email, password: given }, { 'x-forwarded-for': from })
  const stored = async () => (await t.database.db.select().from(accounts).where(eq(accounts.id, id)))[0]!.passwordHash
  return { id, login, stored }
}

test.each(schemes)('%s opens the account and becomes Argon2id at the first good login', async (_, hash) => {
  const { login, stored } = await imported(hash)
  expect((await login('Zugang-2019 u')).body.code).toBe('account.wrong_credentials')
  expect(await stored(), 'a wrong password changes nothing').toBe(hash)
  expect((await login()).status).toBe(200)
  const renewed = await stored()
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect((await login()).status).toBe(200)
  expect(await stored(), 'it is renewed once').toBe(renewed)
})

test.each(schemes.slice(2, 4))('many logins at once with %s all enter, and the hash is renewed once', async (_, hash) => {
  const { login, stored, id } = await imported(hash)
  await t.asOwner(`create table if not exists renewals (account bigint)`)
  await t.asOwner(`create or replace function note_renewal() returns trigger language plpgsql security definer as
    $$ begin insert into renewals values (new.id); return new; end $$`)
  await t.asOwner(`create or replace trigger note_renewal after update of password_hash on accounts for each row
    when (old.password_hash <> new.password_hash and new.password_hash like '%m=19456,%') execute function note_renewal()`)
  const answers = await atOnce((i) => login(password, `192.0.2.${i}`))
  expect(answers.map(({ status }) => status)).toEqual(Array(RACES).fill(200))
  expect(await stored()).toMatch(/^\$argon2id\$/)
  expect((await t.asOwner(`select from renewals where account = ${id}`)).rowCount).toBe(1)
})

test.each([
  ['', 'nothing'],
  ['{md5}', 'md5 without a digest'],
  ['{md5}abc', 'a short md5'],
  [`{sha1}${digest('sha1', password)}`, 'an unknown digest'],
  [`{sha256}${digest('md5', password)}`, 'a digest of another kind'],
  [made.slice(0, -1), 'a cut bcrypt hash'],
  [made.replace('$04$', '$99$'), 'bcrypt of an impossible cost'],
  ['$argon2id$v=19$m=8192,t=4,p=1$c2FsdHNhbHQ', 'a cut Argon2 hash'],
  ['$argon2id$', 'the name of a hash alone'],
])('a damaged hash, %j, is a wrong password like any other', async (hash) => {
  const { login, stored } = await imported(hash)
  const { status, body } = await login()
  expect([status, body.code, await stored()]).toEqual([422, 'account.wrong_credentials', hash])
})

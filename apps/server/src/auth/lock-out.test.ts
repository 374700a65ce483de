import { expect, test } from 'vitest'
import { type Answer, forFile, type Member, PASSWORD, startApp } from '../../test/harness.ts'
import { solveChallenge } from '../../test/solve-challenge.ts'

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

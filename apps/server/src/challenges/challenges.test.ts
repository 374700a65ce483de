import { createHash, createHmac } from 'node:crypto'
import type { AltchaChallenge } from '@portico/contract/challenges'
import { afterAll, expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { createDatabase, startApp } from '../../test/harness.ts'
import { proveChallenge } from './prove-challenge.ts'
import { dropUsedProofs } from './used-proofs.ts'
import { usedProofs } from './used-proofs.table.ts'

const MINUTE = 60_000
const database = await createDatabase('template_portico')
const t = await startApp({ on: database })
/** Another process on the same database. */
const other = await startApp({ on: database, now: () => t.app.now() })
const admin = await t.admin()
afterAll(async () => {
  await other.stop().catch(() => {})
  await t.stop().catch(() => {})
})

const ask = async (type = 'register') => (await t.call('GET', '/muser/auth/captcha_veryfy', { type, needed: '1' })).body.challenge
function numberOf({ salt, challenge, maxnumber }: AltchaChallenge): number {
  for (let n = 0; n <= maxnumber; n++)
    if (
      createHash('sha256')
        .update(salt + String(n))
        .digest('hex') === challenge
    )
      return n
  throw new Error('no number solves it')
}
const sealed = (challenge: AltchaChallenge, change: object = {}): string =>
  Buffer.from(JSON.stringify({ ...challenge, number: numberOf(challenge), ...change })).toString('base64')
const solve = async (type?: string): Promise<string> => sealed(await ask(type))
const network = '198.51.100.9'
const prove = (proof: string, { app } = t, type: 'register' | 'login' = 'register') =>
  proveChallenge(app, { type, proof, network }).then(
    () => 'accepted',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

test('a solved challenge is accepted once, by one of many calls to two processes; a solution counts for its own type of call, and for ten minutes', async () => {
  const proof = await solve()
  const answers = await atOnce((i) => prove(proof, i % 2 ? t : other))
  expect(answers.toSorted()).toEqual(['accepted', ...Array(RACES - 1).fill('challenge.failed')])
  expect(await prove(await solve('login'))).toBe('challenge.failed')
  expect(await prove(await solve('login'), t, 'login')).toBe('accepted')
  const [inTime, late] = [await solve(), await solve()]
  t.travel(9 * MINUTE)
  expect(await prove(inTime)).toBe('accepted')
  t.travel(2 * MINUTE)
  expect(await prove(late)).toBe('challenge.failed')
})

test('what was not solved, or not made here, is refused', async () => {
  const challenge = await ask()
  const right = numberOf(challenge)
  const own = createHash('sha256').update(`${challenge.salt}7`).digest('hex')
  const forged = { challenge: own, number: 7, signature: createHmac('sha256', 'guess').update(own).digest('hex') }
  for (const change of [{ number: right + 1 }, { number: -1 }, { number: String(right) }, { salt: `${challenge.salt}9` }, forged])
    expect(await prove(sealed(challenge, change)), JSON.stringify(change)).toBe('challenge.failed')
  expect(await prove(sealed(challenge, { algorithm: 'SHA-1' }))).toBe('challenge.failed')
  for (const text of ['', 'x', '{}', 'bnVsbA==', 'W10=', '💥']) expect(await prove(text), text).toBe('challenge.failed')
  // A digit moved from the number to the end of the salt must not make a second solution.
  const digits = String(right)
  const spliced = { salt: challenge.salt + digits.slice(0, 1), number: Number(digits.slice(1)) }
  expect(await prove(sealed(challenge, spliced))).toBe('challenge.failed')
  expect(await prove(sealed(challenge)), 'the refusals used nothing up').toBe('accepted')
})

test('what a network has solved makes its next challenges harder for an hour', async () => {
  const first = await ask()
  for (let n = 0; n < 10; n++) await t.app.limits.challengesByNetwork.take('127.0.0.1')
  expect((await ask()).maxnumber).toBe(first.maxnumber * 2)
  for (let n = 0; n < 200; n++) await t.app.limits.challengesByNetwork.take('127.0.0.1')
  expect((await ask()).maxnumber, 'and never impossible').toBe(first.maxnumber * 64)
  t.travel(61 * MINUTE)
  expect((await ask()).maxnumber).toBe(first.maxnumber)
})

test('accepted solutions are forgotten when they have expired', async () => {
  await prove(await solve())
  expect(await t.database.db.$count(usedProofs)).toBeGreaterThan(0)
  t.travel(11 * MINUTE)
  await dropUsedProofs(t.database, t.app.now())
  expect(await t.database.db.$count(usedProofs)).toBe(0)
})

test('a challenge is given when the settings or a refused call need one', async () => {
  const given = async (query: Record<string, string>) => (await t.call('GET', '/muser/auth/captcha_veryfy', query)).body.provider
  for (const type of ['login', 'register', 'code', 'reset']) expect(await given({ type }), type).toBe('none')
  await admin.call('PATCH', '/admin/settings', { 'challenge.on_registration': true })
  expect([await given({ type: 'register' }), await given({ type: 'code' })]).toEqual(['altcha', 'none'])
  await admin.call('PATCH', '/admin/settings', { 'challenge.before_codes': true })
  expect([await given({ type: 'code' }), await given({ type: 'reset' }), await given({ type: 'login' })]).toEqual([
    'altcha',
    'altcha',
    'none',
  ])
  expect((await t.call('GET', '/muser/auth/captcha_veryfy', { type: 'other' })).body.errors).toHaveProperty('type')
})

test('registration asks for a challenge when the settings say so, and one solution makes one account', async () => {
  await admin.call('PATCH', '/admin/settings', { 'challenge.on_registration': true })
  const register = (email: string, more = {}) => t.call('POST', '/muser/auth/register', { email, password: 'a good password', ...more })
  expect((await register('bot@example.com')).body).toMatchObject({ code: 'challenge.required', details: { type: 'register' } })
  expect((await register('bot@example.com', { challenge: 'x' })).body).toMatchObject({
    code: 'challenge.failed',
    errors: { challenge: [expect.any(String)] },
  })
  const challenge = await solve()
  const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => register(`n${i}@example.com`, { challenge })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { json, listen } from '../../test/gateways/listen.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { proveChallenge } from './prove-challenge.ts'

const SECRET = 'the secret of the site'
const here = { hostname: 'portal.example.com' }
/** The providers' servers: each token works once, as theirs do. */
const tokens = new Map<string, { hostname: string; action?: string }>()
const provider = await forFile(
  listen(({ raw }) => {
    const form = new URLSearchParams(raw)
    const token = form.get('response') ?? ''
    const known = tokens.get(token)
    tokens.delete(token)
    const errors = form.get('secret') === SECRET ? (known ? [] : ['invalid-input-response']) : ['invalid-input-secret']
    return json(errors.length > 0 ? { success: false, 'error-codes': errors } : { success: true, ...known, 'error-codes': [] })
  }),
)
const verifyUrls = { turnstile: `${provider.url}/turnstile/v0/siteverify`, recaptcha: `${provider.url}/recaptcha/api/siteverify` }
const t = await forFile(startApp({ verifyUrls }))
const admin = await t.admin()

const set = (settings: Record<string, unknown>) => admin.call('PATCH', '/admin/settings', settings)
const prove = (proof: string) =>
  proveChallenge(t.app, { type: 'register', proof, network: '192.0.2.1' }).then(
    () => 'accepted',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
const result = async () => (await admin.call('POST', '/admin/challenges/test')).body.result
await set({ 'site.url': 'https://portal.example.com', 'challenge.site_id': 'public', 'challenge.secret': SECRET })

test('a token of Turnstile counts once, for this site and this type of call', async () => {
  await set({ 'challenge.provider': 'turnstile' })
  const given = (await t.call('GET', '/muser/auth/captcha_veryfy', { type: 'register', needed: '1' })).body
  expect(given).toEqual({ provider: 'turnstile', site_key: 'public' })
  tokens
    .set('good', { ...here, action: 'register' })
    .set('login', { ...here, action: 'login' })
    .set('plain', here)
  tokens.set('elsewhere', { hostname: 'evil.example.com', action: 'register' })
  expect(await Promise.all(['good', 'login', 'plain', 'elsewhere', 'unknown'].map(prove))).toEqual([
    'accepted',
    ...Array.from({ length: 4 }, () => 'challenge.failed'),
  ])
  tokens.set('good', { ...here, action: 'register' })
  expect(await prove('good'), 'even if the provider forgot that it was used').toBe('challenge.failed')
})

test('a token of reCAPTCHA counts for this site', async () => {
  await set({ 'challenge.provider': 'recaptcha' })
  tokens.set('r1', here).set('r2', { hostname: 'evil.example.com' })
  expect([await prove('r1'), await prove('r2')]).toEqual(['accepted', 'challenge.failed'])
})

test('operators learn whether the keys work; a provider without its keys is replaced by the built-in challenge, so nobody is shut out', async () => {
  expect(await result()).toBe('works')
  await set({ 'challenge.secret': 'mistyped' })
  expect(await result()).toBe('wrong_secret')
  await provider.stop()
  expect([await result(), await prove('anything')]).toEqual(['unreachable', 'challenge.failed'])
  await set({ 'challenge.provider': 'altcha' })
  expect(await result()).toBe('not_set')
  await set({ 'challenge.provider': 'turnstile', 'challenge.secret': '' })
  const { body } = await t.call('GET', '/muser/auth/captcha_veryfy', { type: 'login', needed: '1' })
  expect(body.provider).toBe('altcha')
})

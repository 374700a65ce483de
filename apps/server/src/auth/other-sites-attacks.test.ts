import { afterEach, beforeEach, expect, test } from 'vitest'
import { json, listen } from '../../test/gateways/listen.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { type Lie, startForgedIssuer } from '../../test/issuers/forged-issuer.ts'
import { startIssuer } from '../../test/issuers/real-issuer.ts'
import { openBrowser } from '../../test/issuers/site-browser.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { identities } from '../identities/identities.table.ts'
import { emailIdentity, replaceIdentity } from '../identities/write-identity.ts'
import { siteAccess } from '../issuers/site-access.ts'

let serial = 0
beforeEach(() => {
  serial++
  issuer.person = { sub: `a${serial}`, email: `attacked${serial}@example.org`, email_verified: true }
  forged.person = { sub: `a${serial}` }
})
afterEach(() => {
  forged.lie = {}
  siteAccess(t.app).clients.clear()
})

const save = async (change: Record<string, unknown>) => (await t.admin()).call('PATCH', '/admin/settings', change)
const everybody = async () => ({
  accounts: (await t.database.db.select().from(accounts)).length,
  identities: (await t.database.db.select().from(identities)).length,
})
const verify = (id: number, email: string, at: Date | null) =>
  t.database.transaction((tx) => replaceIdentity(tx, id, emailIdentity(email, at), t.app.now()))

/** Starts at the lying issuer and returns what it would send back. */
async function startForged(browser = openBrowser(t)) {
  const { url } = (await browser.start({ provider: 'google' })).body
  const { searchParams: sent } = new URL(url)
  forged.nonce = sent.get('nonce') ?? ''
  return { browser, back: { code: 'any', state: sent.get('state') ?? '' } }
}

/** Nobody is signed in, nothing is made or linked. */
async function expectRefused(attack: () => Promise<{ status: number; body: { code: string } }>, code: string): Promise<void> {
  const before = await everybody()
  const answer = await attack()
  expect(answer.body).not.toHaveProperty('x_token')
  expect([answer.status, answer.body.code]).toEqual([409, code])
  expect(await everybody()).toEqual(before)
}

// `oidc` is a real issuer, `google` one that lies.
const t = await forFile(startApp())
const [issuer, forged] = await Promise.all([forFile(startIssuer(() => `${t.base}/auth-redirect`)), forFile(startForgedIssuer())])
siteAccess(t.app).allowLoopback = true
siteAccess(t.app).addresses.google = forged.url
await save({
  'oauth.oidc_on': true,
  'oauth.oidc_issuer': issuer.url,
  'oauth.oidc_client_id': issuer.clientId,
  'oauth.oidc_client_secret': issuer.clientSecret,
  'oauth.google_on': true,
  'oauth.google_client_id': forged.clientId,
  'oauth.google_client_secret': forged.clientSecret,
})

test('the lying issuer is believed when it says the truth', async () => {
  const { browser, back } = await startForged()
  expect((await browser.finish(back)).body).toMatchObject({ next: 'register', email: null })
})

test('state: missing, forged, used twice, or after ten minutes', async () => {
  const browser = openBrowser(t)
  const back = await browser.visit('oidc')
  const { code } = back
  expect((await browser.finish({ provider: 'oidc', code })).body.errors).toHaveProperty('state')
  expect((await browser.finish({ provider: 'oidc', state: back.state })).body.errors).toHaveProperty('state')
  await expectRefused(() => browser.finish({ ...back, state: 'x'.repeat(43) }), 'oauth.expired')
  await expectRefused(() => browser.finish({ ...back, state: 'short' }), 'oauth.expired')
  expect((await browser.finish({ ...back })).status).toBe(200)
  await expectRefused(() => browser.finish({ ...back }), 'oauth.expired')
  const late = await browser.visit('oidc')
  t.travel(10 * 60_000)
  await expectRefused(() => browser.finish({ ...late }), 'oauth.expired')
})

test('login CSRF: the state of another browser, with a cookie of its own or none', async () => {
  const attacker = await openBrowser(t).visit('oidc')
  const victim = openBrowser(t)
  await victim.start({ provider: 'oidc' })
  await expectRefused(() => victim.finish({ ...attacker }), 'oauth.expired')
  const other = await openBrowser(t).visit('oidc')
  await expectRefused(() => openBrowser(t).finish({ ...other }), 'oauth.expired')
})

test('nonce replay: an ID token from an earlier trip', async () => {
  const first = await startForged()
  const { nonce } = forged
  expect((await first.browser.finish(first.back)).status).toBe(200)
  const second = await startForged()
  forged.nonce = nonce
  await expectRefused(() => second.browser.finish(second.back), 'oauth.failed')
})

test('mix-up: what one issuer sent back is not taken as the answer of another', async () => {
  const browser = openBrowser(t)
  const back = await browser.visit('oidc')
  await expectRefused(() => browser.finish({ ...back, provider: 'google' }), 'oauth.expired')
  const { browser: second, back: honest } = await startForged()
  const asked = forged.asked
  await expectRefused(() => second.finish({ ...honest, iss: issuer.url }), 'oauth.failed')
  // The code must not have been sent to anybody.
  expect(forged.asked).toBe(asked)
  const third = openBrowser(t)
  const { iss: _, ...without } = await third.visit('oidc')
  await expectRefused(() => third.finish(without), 'oauth.failed')
})

test('code of another client: a code that another trip was given', async () => {
  const [victim, attacker] = [openBrowser(t), openBrowser(t)]
  const stolen = await victim.visit('oidc')
  const own = await attacker.visit('oidc')
  await expectRefused(() => attacker.finish({ ...own, code: stolen.code }), 'oauth.failed')
})

const now = () => Math.floor(Date.now() / 1000)
const lies: [string, Lie][] = [
  ['audience of another client', { claims: (claims) => ({ ...claims, aud: 'another-client' }) }],
  ['several audiences, ours not the authorised party', { claims: (c) => ({ ...c, aud: ['forged-client', 'b'], azp: 'b' }) }],
  ['issuer of another site', { claims: (claims) => ({ ...claims, iss: 'https://accounts.google.com' }) }],
  ['expired ID token', { claims: (claims) => ({ ...claims, iat: now() - 900, exp: now() - 600 }) }],
  ['ID token without nonce', { claims: ({ nonce: _, ...claims }) => claims }],
  ['ID token without subject', { claims: ({ sub: _, ...claims }) => claims }],
  ['empty subject', { claims: (claims) => ({ ...claims, sub: '' }) }],
  ['endless subject', { claims: (claims) => ({ ...claims, sub: 'x'.repeat(300) }) }],
  ['signature of a foreign key', { otherKey: true }],
  ['ID token that nobody signed', { alg: 'none' }],
  ['secret shared as signing key', { alg: 'HS256' }],
  ['no ID token', { token: json({ access_token: 'token', token_type: 'Bearer' }) }],
  ['junk instead of a token', { token: { body: '<html>', headers: { 'content-type': 'text/html' } } }],
  ['an answer without end', { token: { body: `{"x":"${'x'.repeat(600_000)}"}` } }],
  ['an error', { token: json({ error: 'server_error' }, 500) }],
]
test.each(lies)('issuer answering junk: %s', async (_, lie) => {
  const { browser, back } = await startForged()
  forged.lie = lie
  await expectRefused(() => browser.finish(back), 'oauth.failed')
})

test('a redirect away from the issuer is not followed, and no secret goes there', async () => {
  const asked: string[] = []
  const elsewhere = await listen(({ path, raw }) => {
    asked.push(path + raw)
    return json({})
  })
  const { browser, back } = await startForged()
  forged.lie = { token: { status: 307, headers: { location: `${elsewhere.url}/token` }, body: '' } }
  await expectRefused(() => browser.finish(back), 'oauth.failed')
  expect(asked).toEqual([])
  await elsewhere.stop()
})

test('unverified e-mail: it neither leads to the account that has it nor becomes the new one’s', async () => {
  const member = await t.member()
  await verify(member.id, `attacked${serial}@example.org`, t.app.now())
  issuer.person.email_verified = false
  const offer = (await openBrowser(t).signIn('oidc')).body
  expect(offer).toMatchObject({ next: 'register', email: null })
  for (const isVerified of ['false', 1, 'yes', null]) {
    const { browser, back } = await startForged()
    forged.person = { ...forged.person, email: `attacked${serial}@example.org`, email_verified: isVerified }
    expect((await browser.finish(back)).body).toMatchObject({ next: 'register', email: null })
  }
})

test('linking hijack: an address that the account never verified links nothing', async () => {
  const squatter = await t.member()
  await verify(squatter.id, `attacked${serial}@example.org`, null)
  await expectRefused(() => openBrowser(t).signIn('oidc'), 'identity.address_taken')
})

test('linking hijack: the offer to link is worth nothing to anybody but the owner', async () => {
  const [member, attacker] = [await t.member(), await t.member()]
  await verify(member.id, `attacked${serial}@example.org`, t.app.now())
  const { token } = (await openBrowser(t).signIn('oidc')).body
  expect((await t.call('POST', '/muser/auth/oauth/link', { token })).status).toBe(403)
  await expectRefused(() => attacker.call('POST', '/muser/auth/oauth/link', { token }), 'oauth.other_account')
  expect((await t.call('POST', '/muser/auth/oauth/register', { token })).body.code).toBe('oauth.expired')
  expect((await member.call('POST', '/muser/auth/oauth/link', { token })).status).toBe(200)
})

test('linking hijack: a trip that one member started does not end in the account of another', async () => {
  const [attacker, victim] = [await t.member(), await t.member()]
  const browser = openBrowser(t, attacker.token)
  const back = await browser.visit('oidc')
  await expectRefused(() => browser.call('POST', '/muser/auth/oauth', back, { 'x-token': victim.token }), 'oauth.other_account')
  const second = await browser.visit('oidc')
  await expectRefused(() => browser.call('POST', '/muser/auth/oauth', second, { 'x-token': '' }), 'oauth.other_account')
})

test('a new password takes back what somebody had started with the account', async () => {
  const member = await t.member()
  await verify(member.id, `attacked${serial}@example.org`, t.app.now())
  const { token } = (await openBrowser(t).signIn('oidc')).body
  const { dropTokens } = await import('../one-time-tokens/one-time-tokens.ts')
  await dropTokens(t.database.db, member.id)
  await expectRefused(() => member.call('POST', '/muser/auth/oauth/link', { token }), 'oauth.expired')
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a\nb', '\\\\evil.example', ''])(
  'open redirect: %j is refused at its field',
  async (redirect) => {
    const answer = await openBrowser(t).start({ provider: 'oidc', redirect })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['redirect']])
  },
)

test.each([
  {},
  { provider: 'facebook' },
  { code: 'a' },
  { provider: 'oidc', state: ['x'], code: 'a' },
  { provider: 'oidc', code: {}, state: 's' },
])('malformed: %j names a field and does nothing', async (body) => {
  const answer = await openBrowser(t).start(body)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.errors).length).toBeGreaterThan(0)
})

test('the answer goes only to the address of this site, whatever the caller says it is', async () => {
  const { url } = (await openBrowser(t).call('POST', '/muser/auth/oauth', { provider: 'oidc' }, { 'x-forwarded-host': 'evil.example' }))
    .body
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${t.base}/auth-redirect`)
})

test('session fixation: signing in gives a new session and never continues one that was there', async () => {
  const browser = openBrowser(t)
  const { token } = (await browser.signIn('oidc')).body
  const first = (await browser.call('POST', '/muser/auth/oauth/register', { token })).body.x_token
  const second = (await browser.signIn('oidc')).body.x_token
  expect(second).toMatch(/^[\w-]{43}$/)
  expect(second).not.toBe(first)
})

test('the browser’s cookie is kept from scripts and other sites', async () => {
  const answer = await openBrowser(t).start({ provider: 'oidc' })
  expect(answer.headers.get('set-cookie')).toMatch(/^oauth=[\w-]{43}; Max-Age=3600; Path=\/api; HttpOnly; SameSite=Lax$/)
})

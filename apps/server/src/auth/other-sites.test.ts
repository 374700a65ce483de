import { beforeEach, expect, test } from 'vitest'
import { atOnce, expectOne, RACES } from '../../test/at-once.ts'
import { codeOf } from '../../test/authenticator-app.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { startGithub } from '../../test/issuers/github-site.ts'
import { startIssuer } from '../../test/issuers/real-issuer.ts'
import { openBrowser } from '../../test/issuers/site-browser.ts'
import { mailsTo } from '../../test/mail-tap.ts'
import { identities } from '../identities/identities.table.ts'
import { emailIdentity, replaceIdentity } from '../identities/write-identity.ts'
import { publishArticle } from '../../test/publish-article.ts'
import { siteAccess } from '../issuers/site-access.ts'

let serial = 0
beforeEach(() => {
  serial++
  issuer.person = { sub: `s${serial}`, email: `someone${serial}@example.org`, email_verified: true, name: 'Someone' }
  t.app.limits.registerByAddress = { ...t.app.limits.registerByAddress, take: async () => [] }
})

const save = async (change: Record<string, unknown>): Promise<void> => {
  const { status } = await (await t.admin()).call('PATCH', '/admin/settings', change)
  expect(status).toBe(200)
}
const info = async (token: string) => (await t.call('POST', '/muser/info', {}, { 'x-token': token })).body.userInfo
const verify = (id: number, email: string) =>
  t.database.transaction((tx) => replaceIdentity(tx, id, emailIdentity(email, t.app.now()), t.app.now()))
const rows = async (subject: string) => (await t.database.db.select().from(identities)).filter((row) => row.subject === subject)

const t = await forFile(startApp())
const [issuer, github] = await Promise.all([forFile(startIssuer(() => `${t.base}/auth-redirect`)), forFile(startGithub())])
Object.assign(siteAccess(t.app), { allowLoopback: true, githubApi: github.url })
siteAccess(t.app).addresses.github = github.url
await save({
  'oauth.oidc_on': true,
  'oauth.oidc_label': 'Harbour',
  'oauth.oidc_issuer': issuer.url,
  'oauth.oidc_client_id': issuer.clientId,
  'oauth.oidc_client_secret': issuer.clientSecret,
  'oauth.github_on': true,
  'oauth.github_client_id': github.clientId,
  'oauth.github_client_secret': github.clientSecret,
})

/** Comes from the other site for the first time, and becomes a member. */
async function join(browser = openBrowser(t), site = 'oidc') {
  const { token } = (await browser.signIn(site)).body
  return (await browser.call('POST', '/muser/auth/oauth/register', { token })).body
}

test('a visitor learns which sites are ready, and only complete ones are', async () => {
  expect((await t.call('GET', '/api/comm/config')).body).toMatchObject({
    sign_in_sites: [
      { id: 'github', label: 'GitHub' },
      { id: 'oidc', label: 'Harbour' },
    ],
    gapi_loaded: false,
  })
  await save({ 'oauth.google_on': true, 'oauth.google_client_id': 'id' })
  expect((await t.call('GET', '/api/comm/config')).body.gapi_loaded).toBe(false)
  await save({ 'oauth.google_client_secret': 'secret' })
  expect((await t.call('GET', '/api/comm/config')).body).toMatchObject({ gapi_loaded: true, sign_in_sites: [{ id: 'google' }, {}, {}] })
  await save({ 'oauth.google_on': false })
  const refused = await openBrowser(t).start({ provider: 'google' })
  expect([refused.status, refused.body.code]).toEqual([409, 'oauth.unavailable'])
})

test('somebody new becomes a member without a password, and signs in the same way from then on', async () => {
  const browser = openBrowser(t)
  const back = await browser.visit('oidc', { redirect: '/user/plans', invite_code: '' })
  const offer = await browser.finish({ provider: 'oidc', ...back })
  const { email } = issuer.person
  expect(offer.body).toEqual({
    next: 'register',
    token: expect.stringMatching(/^[\w-]{43}$/),
    provider: 'oidc',
    email,
    name: email,
    invite_code: '',
    redirect: '/user/plans',
  })
  const made = await browser.call('POST', '/muser/auth/oauth/register', { token: offer.body.token })
  expect(made.status).toBe(200)
  expect(await info(made.body.x_token)).toMatchObject({ email, name: `someone${serial}` })
  const again = await browser.signIn('oidc')
  expect(again.body).toEqual({ x_token: expect.any(String), name: `someone${serial}`, redirect: null })
  expect((await info(again.body.x_token)).id).toBe((await info(made.body.x_token)).id)
  const { rows: stored } = await t.database.pool.query('select data from one_time_tokens')
  expect(JSON.stringify(stored)).not.toMatch(/access_token|id_token/)
})

test('GitHub: a member is known by their number, whatever they call themselves later', async () => {
  github.person = { id: 4711, login: 'octocat', emails: [{ email: 'cat@example.org', primary: true, verified: false }] }
  const browser = openBrowser(t)
  const offer = await browser.signIn('github')
  expect(offer.body).toMatchObject({ next: 'register', email: null, name: 'octocat' })
  const made = await browser.call('POST', '/muser/auth/oauth/register', { token: offer.body.token })
  expect(await info(made.body.x_token)).toMatchObject({ email: null, name: 'octocat' })
  github.person = { id: 4711, login: 'renamed', emails: [] }
  const again = await browser.signIn('github')
  expect((await info(again.body.x_token)).id).toBe((await info(made.body.x_token)).id)
})

test('registration asks for what the site asks for, and the token survives a mistake', async () => {
  const admin = await t.admin()
  const { id } = await publishArticle(admin, { kind: 'terms', type: 'tos' })
  await save({ 'invite.forced': true })
  const inviter = await t.member()
  const { code } = (await inviter.call('GET', '/muser/invite/save')).body
  const browser = openBrowser(t)
  const back = await browser.visit('oidc', { invite_code: code })
  const { token, invite_code: kept } = (await browser.finish({ provider: 'oidc', ...back })).body
  expect(kept).toBe(code)
  const register = (body: object) => browser.call('POST', '/muser/auth/oauth/register', { token, ...body })
  expect((await register({ invite_code: code })).body.errors).toHaveProperty('terms')
  expect((await register({ terms: true })).body.code).toBe('invite.required')
  expect((await register({ terms: true, invite_code: 'NOSUCH' })).body.code).toBe('invite.invalid')
  expect((await register({ terms: true, invite_code: code })).status).toBe(200)
  expect((await register({ terms: true, invite_code: code })).body.code).toBe('oauth.expired')
  await admin.call('POST', `/admin/articles/${id}/unpublish`, { archive: true })
  await save({ 'invite.forced': false })
})

test('the rules for addresses hold for other sites too', async () => {
  const register = async (): Promise<string> => (await join()).code
  await save({ 'account.email_refused': ['example.org'] })
  expect(await register()).toBe('account.email_refused')
  await save({ 'account.email_refused': [], 'account.email_allowed': ['example.net'] })
  expect(await register()).toBe('account.email_refused')
  issuer.person.email_verified = false
  expect(await register()).toBe('account.email_needed')
  await save({ 'account.email_allowed': [] })
  expect(await register()).toBeUndefined()
})

test('a new member gets the trial plan', async () => {
  const plan = await t.plan()
  await save({ 'account.trial_plan': plan.id })
  const { x_token: session } = await join()
  expect((await t.call('GET', '/muser/getSubscribe', {}, { 'x-token': session })).body.plan_id).toBe(plan.id)
  await save({ 'account.trial_plan': 0 })
})

test('where registration is closed, nobody new comes in; those who are known do, unless they are suspended', async () => {
  const browser = openBrowser(t)
  const { id } = await info((await join(browser)).x_token)
  await save({ 'site.registration_open': false })
  expect((await browser.signIn('oidc')).status).toBe(200)
  await t.ban(id)
  expect((await browser.signIn('oidc')).body.code).toBe('account.banned')
  issuer.person = { sub: 'somebody new' }
  expect((await browser.signIn('oidc')).body.code).toBe('account.registration_closed')
  await save({ 'site.registration_open': true })
})

test('with a second factor, the page that was wanted comes back with the token for the second step', async () => {
  const browser = openBrowser(t)
  const { x_token: session } = await join(browser)
  const { key } = (await t.call('POST', '/muser/factors/authenticator', {}, { 'x-token': session })).body
  await t.call('POST', '/muser/factors/authenticator/confirm', { code: codeOf(key, t.app.now()) }, { 'x-token': session })
  const second = async (wanted: Record<string, unknown>) => {
    const answer = await browser.finish({ provider: 'oidc', ...(await browser.visit('oidc', wanted)) })
    return [answer.status, answer.body.code, answer.body.details]
  }
  const details = { token: expect.stringMatching(/^[\w-]{43}$/) }
  expect(await second({ redirect: '/user/plans' })).toEqual([409, 'account.second_factor', { ...details, redirect: '/user/plans' }])
  expect(await second({})).toEqual([409, 'account.second_factor', details])
})

test('an address that belongs to a member: they sign in as usual, then the accounts are linked', async () => {
  const member = await t.member()
  issuer.person.email = `verified${serial}@example.org`
  await verify(member.id, issuer.person.email)
  const offer = (await openBrowser(t).signIn('oidc')).body
  expect(offer).toMatchObject({ next: 'link', email: issuer.person.email })
  expect(offer.x_token).toBeUndefined()
  const link = await openBrowser(t, member.token).call('POST', '/muser/auth/oauth/link', { token: offer.token })
  expect(link.status).toBe(200)
  const entered = await openBrowser(t).signIn('oidc')
  expect((await info(entered.body.x_token)).id).toBe(member.id)
})

test('a member who is signed in connects another site, sees it, and disconnects it', async () => {
  const member = await t.member()
  const browser = openBrowser(t, member.token)
  const back = await browser.visit('oidc', { redirect: '/user/profile/index' })
  expect((await browser.finish({ provider: 'oidc', ...back })).body).toEqual({ linked: 'oidc', redirect: '/user/profile/index' })
  const list = (await browser.call('GET', '/muser/oauth')).body
  expect(list.items).toEqual([
    { id: expect.any(Number), site: 'oidc', site_name: 'Harbour', label: issuer.person.email, connected_at: expect.any(String) },
  ])
  const stranger = await t.member()
  expect((await stranger.call('DELETE', `/muser/oauth/${list.items[0].id}`)).status).toBe(404)
  expect((await browser.call('DELETE', `/muser/oauth/${list.items[0].id}`)).status).toBe(200)
  expect((await browser.call('GET', '/muser/oauth')).body.total).toBe(0)
  const told = (await mailsTo(t, member.email, 'sign_in_changed')).map(({ data }) => data)
  const { host } = new URL(issuer.url)
  expect(told).toMatchObject([
    { what: 'site_removed', host },
    { what: 'site_added', host },
  ])
})

test('the last way to sign in stays, also with two removals at once', async () => {
  const browser = openBrowser(t)
  github.person = { id: 900 + serial, login: 'both', emails: [] }
  const own = openBrowser(t, (await join(browser, 'github')).x_token)
  await own.signIn('oidc')
  const { items } = (await own.call('GET', '/muser/oauth')).body
  expect(items).toHaveLength(2)
  const answers = await Promise.all(items.map(({ id }: { id: number }) => own.call('DELETE', `/muser/oauth/${id}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'account.last_sign_in')).toHaveLength(1)
  expect((await own.call('GET', '/muser/oauth')).body.total).toBe(1)
})

test('connecting and disconnecting need a recent proof of who is there', async () => {
  const member = await t.member()
  const browser = openBrowser(t, member.token)
  await browser.signIn('oidc')
  const { items } = (await browser.call('GET', '/muser/oauth')).body
  t.travel(16 * 60_000)
  const answers = [
    await browser.start({ provider: 'oidc' }),
    await browser.call('DELETE', `/muser/oauth/${items[0].id}`),
    await browser.call('POST', '/muser/auth/oauth/link', { token: 'x'.repeat(43) }),
  ]
  expect(answers.map(({ body }) => body.code)).toEqual(Array.from({ length: 3 }, () => 'session.confirm_needed'))
})

test('of many callbacks at once one signs in, and there is one identity', async () => {
  const browser = openBrowser(t)
  const back = await browser.visit('oidc')
  const answers = await atOnce(() => browser.finish({ provider: 'oidc', ...back }))
  const [offer, ...more] = answers.filter(({ status }) => status === 200)
  expect(more).toEqual([])
  expect(answers.filter(({ body }) => body.code === 'oauth.expired')).toHaveLength(RACES - 1)
  const { token } = offer!.body
  const made = await atOnce(() => browser.call('POST', '/muser/auth/oauth/register', { token }))
  expect(made.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await rows(issuer.person.sub)).toHaveLength(1)
})

test('of many trips at once that all lead to a new account, one makes it', async () => {
  const browsers = Array.from({ length: RACES }, () => openBrowser(t))
  const offers = await Promise.all(browsers.map((browser) => browser.signIn('oidc')))
  const made = await Promise.all(
    browsers.map((browser, i) => browser.call('POST', '/muser/auth/oauth/register', { token: offers[i]!.body.token })),
  )
  expectOne(made, 'identity.taken')
  expect(await rows(issuer.person.sub)).toHaveLength(1)
})

test('one identity linked to many accounts at once: one wins', async () => {
  const browsers = await atOnce(async () => openBrowser(t, (await t.member()).token))
  const backs = await Promise.all(browsers.map((browser) => browser.visit('oidc')))
  const answers = await Promise.all(browsers.map((browser, i) => browser.finish({ provider: 'oidc', ...backs[i] })))
  expect(answers.filter(({ body }) => body.linked === 'oidc')).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'identity.taken')).toHaveLength(RACES - 1)
  expect(await rows(issuer.person.sub)).toHaveLength(1)
})

test('the browser of somebody who comes back from Apple’s form finds its answer in the address', async () => {
  const body = new URLSearchParams({ code: 'c', state: 's', user: '{"name":{}}', id_token: 'x' })
  const answer = await fetch(`${t.base}/auth-redirect`, { method: 'POST', body, redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth-redirect?code=c&state=s'])
})

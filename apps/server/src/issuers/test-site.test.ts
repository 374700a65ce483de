import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { json } from '../../test/gateways/listen.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { startForgedIssuer } from '../../test/issuers/forged-issuer.ts'
import { startGithub } from '../../test/issuers/github-site.ts'
import { startIssuer } from '../../test/issuers/real-issuer.ts'
import { createSiteAccess, siteAccess } from './site-access.ts'

const t = await forFile(startApp())
const owner = await t.admin()
const [issuer, forged, github] = await Promise.all([
  forFile(startIssuer(() => `${t.base}/auth-redirect`)),
  forFile(startForgedIssuer()),
  forFile(startGithub()),
])
beforeEach(async () => {
  siteAccess(t.app).allowLoopback = true
  siteAccess(t.app).addresses.github = github.url
  siteAccess(t.app).addresses.apple = forged.url
  forged.lie = {}
  await t.database.pool.query('delete from settings')
  await t.app.reloadSettings()
})

const tried = async (site: string) => (await owner.call('GET', `/admin/oauth/${site}/test`)).body
const save = async (change: Record<string, unknown>): Promise<void> => {
  expect((await owner.call('PATCH', '/admin/settings', change)).status).toBe(200)
}
const saveOidc = (address: string, secret: string, id = issuer.clientId) =>
  save({ 'oauth.oidc_on': true, 'oauth.oidc_issuer': address, 'oauth.oidc_client_id': id, 'oauth.oidc_client_secret': secret })

test('a site that is set up right is ready, and the answer names the redirect URL; a wrong secret or client ID is found, at GitHub too, which answers 200', async () => {
  await saveOidc(issuer.url, issuer.clientSecret)
  expect(await tried('oidc')).toEqual({ finding: 'ready', detail: '', redirect_url: `${t.base}/auth-redirect` })
  await save({ 'oauth.oidc_on': false })
  expect((await tried('oidc')).finding).toBe('off')
  await saveOidc(issuer.url, 'wrong')
  expect((await tried('oidc')).finding).toBe('refused')
  await saveOidc(issuer.url, issuer.clientSecret, 'unknown')
  expect((await tried('oidc')).finding).toBe('refused')
  await save({ 'oauth.github_on': true, 'oauth.github_client_id': github.clientId, 'oauth.github_client_secret': 'wrong' })
  expect((await tried('github')).finding).toBe('refused')
  await save({ 'oauth.github_client_secret': github.clientSecret })
  expect((await tried('github')).finding).toBe('ready')
})

test('the sites that the portal knows are at host names that can exist', () => {
  const { addresses, githubApi } = createSiteAccess()
  for (const address of [...Object.values(addresses), githubApi]) expect(new URL(address).host).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
})

test('missing settings, an unreachable site and a site that is no issuer get different answers', async () => {
  expect((await tried('google')).finding).toBe('off')
  await save({ 'oauth.google_on': true })
  expect((await tried('google')).finding).toBe('incomplete')
  await saveOidc('http://127.0.0.1:9', 'secret')
  expect((await tried('oidc')).finding).toBe('unreachable')
  await saveOidc(forged.url, 'secret')
  for (const discovery of [
    json({}, 404),
    { body: '<html>' },
    json({ issuer: forged.url }),
    { status: 302, headers: { location: issuer.url }, body: '' },
  ]) {
    forged.lie = { discovery }
    expect([discovery, (await tried('oidc')).finding]).toEqual([discovery, 'not_an_issuer'])
  }
  forged.lie = { metadata: (metadata) => ({ ...metadata, issuer: 'https://accounts.google.com' }) }
  expect((await tried('oidc')).finding).toBe('other_issuer')
})

test('the server calls no address without TLS, not even one that metadata name', async () => {
  siteAccess(t.app).allowLoopback = false
  const asked = forged.asked
  await saveOidc(forged.url, 'secret')
  expect((await tried('oidc')).finding).toBe('bad_address')
  expect(forged.asked).toBe(asked)
  siteAccess(t.app).allowLoopback = true
  forged.lie = { metadata: (metadata) => ({ ...metadata, token_endpoint: 'http://10.0.0.1/token' }) }
  expect((await tried('oidc')).finding).toBe('bad_address')
  for (const address of ['ftp://id.example.com', 'https://me:secret@id.example.com', 'id.example.com', 'https://id.example.com/?a'])
    expect((await owner.call('PATCH', '/admin/settings', { 'oauth.oidc_issuer': address })).status).toBe(422)
})

test('what metadata name inside is not called, though the issuer itself may be there', async () => {
  let called = 0
  const inside = createServer(() => called++)
  await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done))
  const { port } = inside.address() as AddressInfo
  forged.lie = { metadata: (metadata) => ({ ...metadata, token_endpoint: `http://127.0.0.1:${port}/token` }) }
  await saveOidc(forged.url, 'secret')
  expect(await tried('oidc')).toMatchObject({ finding: 'unreachable', detail: expect.stringContaining('ALLOW_PRIVATE_ADDRESSES') })
  expect(called).toBe(0)
  inside.close()
})

test('Apple: the client secret is signed with the team’s key, pasted with or without line breaks', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const apple = { 'oauth.apple_on': true, 'oauth.apple_client_id': 'com.example.web', 'oauth.apple_team': 'TEAM', 'oauth.apple_kid': 'KEY' }
  for (const key of [pem, pem.replaceAll('\n', ' '), pem.replaceAll('\n', '')]) {
    await save({ ...apple, 'oauth.apple_private_key': key })
    expect((await tried('apple')).finding).toBe('ready')
  }
  for (const key of [
    'junk',
    generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ]) {
    await save({ 'oauth.apple_private_key': key })
    expect((await tried('apple')).finding).toBe('bad_key')
  }
})

import { expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { mailsTo } from '../../test/mail-tap.ts'
import { setUpApp } from '../../test/set-up-app.ts'
import { forFile, type Member, PASSWORD, startApp } from '../../test/harness.ts'
import { passkeyDevice } from '../../test/passkey-device.ts'

const SITE = 'https://portal.example.com'
const t = await forFile(startApp())
// Passkeys know the site by this address, not by the one that requests arrive at.
const owner = await t.admin()
await owner.call('PATCH', '/admin/settings', { 'site.url': SITE })

type Device = ReturnType<typeof passkeyDevice>
const newOptions = async (member: Member) => (await member.call('POST', '/muser/passkeys/options')).body.options
const loginOptions = async () => (await t.call('POST', '/muser/auth/passkey/options')).body.options
const enter = (credential: object) => t.call('POST', '/muser/auth/passkey', { credential })
async function addTo(member: Member, device: Device, name = 'Phone') {
  return member.call('POST', '/muser/passkeys', { credential: device.create(await newOptions(member)), name })
}
async function withPasskey(): Promise<{ member: Member; device: Device; id: number }> {
  const [member, device] = [await t.member(), passkeyDevice({ origin: SITE })]
  return { member, device, id: (await addTo(member, device)).body.id }
}

test('a member adds, renames and uses a passkey, and signs in without an address', async () => {
  const [member, device] = [await t.member(), passkeyDevice({ origin: SITE })]
  const options = await newOptions(member)
  expect(options).toMatchObject({ rp: { id: 'portal.example.com' }, user: { name: member.email }, attestation: 'none' })
  expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
  const added = await member.call('POST', '/muser/passkeys', { credential: device.create(options), name: ' Phone ' })
  expect(added.body).toMatchObject({ name: 'Phone', synced: false, last_used_at: null })
  const renamed = await member.call('PATCH', `/muser/passkeys/${added.body.id}`, { name: 'My phone' })
  expect(renamed.body.name).toBe('My phone')

  const asked = await loginOptions()
  expect(asked).toMatchObject({ rpId: 'portal.example.com', userVerification: 'required', allowCredentials: [] })
  const entered = await enter(device.sign(asked))
  expect(entered.body.name).toBe(member.email.split('@')[0])
  const info = await t.call('POST', '/muser/info', {}, { 'x-token': entered.body.x_token })
  expect(info.body.userInfo.id).toBe(member.id)
  expect((await member.call('GET', '/muser/passkeys')).body).toMatchObject({ total: 1, items: [{ last_used_at: expect.any(String) }] })
  expect((await newOptions(member)).excludeCredentials).toHaveLength(1)
})

test('a passkey needs no second factor; the password of the same account does; a suspended member’s passkey does not open the account', async () => {
  const { member, device } = await withPasskey()
  await setUpApp(member, () => t.app.now())
  expect((await t.call('POST', '/muser/auth/login', { email: member.email, password: PASSWORD })).body.code).toBe('account.second_factor')
  expect((await enter(device.sign(await loginOptions()))).status).toBe(200)
  await t.ban(member.id)
  expect((await enter(device.sign(await loginOptions()))).body.code).toBe('account.banned')
})

type Signing = (device: Device) => Promise<object>
const other = 'https://evil.example.com'
const attacks: [string, Signing][] = [
  ['passkey of another origin', async (device) => device.sign(await loginOptions(), { at: other })],
  ['passkey of another relying party', async (device) => device.sign(await loginOptions(), { rpId: 'evil.example.com' })],
  ['passkey of a subdomain', async (device) => device.sign(await loginOptions(), { at: 'https://x.portal.example.com' })],
  ['passkey over plain HTTP', async (device) => device.sign(await loginOptions(), { at: 'http://portal.example.com' })],
  ['made-up challenge', async (device) => device.sign({ challenge: 'A'.repeat(43) })],
  ['challenge for something else', async (device) => device.sign(await newOptions(await t.member()))],
  [
    'signature of another key',
    async (device) => {
      const foreign = passkeyDevice({ origin: SITE })
      await addTo(await t.member(), foreign)
      const [mine, theirs] = [device.sign(await loginOptions()), foreign.sign(await loginOptions())]
      return { ...mine, response: { ...mine.response, signature: theirs.response['signature'] } }
    },
  ],
  [
    'user handle of another account',
    async (device) => {
      const signed = device.sign(await loginOptions())
      return { ...signed, response: { ...signed.response, userHandle: Buffer.from('portico-1').toString('base64url') } }
    },
  ],
  [
    'unknown passkey',
    async () => {
      const stranger = passkeyDevice({ origin: SITE })
      stranger.create(await newOptions(await t.member()))
      return stranger.sign(await loginOptions())
    },
  ],
]
test.each(attacks)('%s: refused, and the true owner still gets in', async (_, sign) => {
  const { device } = await withPasskey()
  const refused = await enter(await sign(device))
  expect([refused.status, refused.body.code]).toEqual([422, 'passkey.refused'])
  expect((await enter(device.sign(await loginOptions()))).status).toBe(200)
})

test('challenge reuse: of many answers to one challenge one signs in, and later ones are refused', async () => {
  const { device } = await withPasskey()
  const options = await loginOptions()
  const answers = await atOnce(() => enter(device.sign(options)))
  expectOne(answers, 'passkey.refused')
  const failed = await loginOptions()
  await enter(device.sign(failed, { at: other }))
  expect((await enter(device.sign(failed))).body.code).toBe('passkey.refused')
  const late = await loginOptions()
  t.travel(301_000)
  expect((await enter(device.sign(late))).body.code).toBe('passkey.refused')
})

test('counter regression: a copied passkey that counts from an older number is refused, and so is the same number twice', async () => {
  const { device } = await withPasskey()
  expect((await enter(device.sign(await loginOptions(), { counter: 7 }))).status).toBe(200)
  expect((await enter(device.sign(await loginOptions(), { counter: 6 }))).body.code).toBe('passkey.refused')
  expect((await enter(device.sign(await loginOptions(), { counter: 7 }))).body.code).toBe('passkey.refused')
  expect((await enter(device.sign(await loginOptions(), { counter: 0 }))).body.code).toBe('passkey.refused')
  const signed = [device.sign(await loginOptions(), { counter: 8 }), device.sign(await loginOptions(), { counter: 8 })]
  const together = await Promise.all(signed.map(enter))
  expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('a device that does not check who holds it is refused, when a passkey is made and when it is used', async () => {
  const [member, device] = [await t.member(), passkeyDevice({ origin: SITE, verifies: false })]
  expect((await addTo(member, device)).body.code).toBe('passkey.refused')
  expect((await enter(device.sign(await loginOptions()))).body.code).toBe('passkey.refused')
})

test('a passkey made for another site or with another member’s challenge, or sent twice, is refused', async () => {
  const [member, stranger, device] = [await t.member(), await t.member(), passkeyDevice({ origin: SITE })]
  const add = (credential: object, by = member) => by.call('POST', '/muser/passkeys', { credential, name: 'Phone' })
  expect((await add(device.create(await newOptions(member), other))).body.code).toBe('passkey.refused')
  expect((await add(device.create(await newOptions(stranger)))).body.code).toBe('passkey.refused')
  const made = device.create(await newOptions(member))
  expect((await atOnce(() => add(made))).filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await member.call('POST', '/muser/passkeys', { credential: { id: 'x' }, name: '' })).body.errors).toHaveProperty('name')
})

test('passkeys are private: another member’s is not found, and nobody else’s is listed', async () => {
  const [{ member, id }, stranger] = [await withPasskey(), await t.member()]
  expect((await stranger.call('GET', '/muser/passkeys')).body.total).toBe(0)
  expect((await stranger.call('PATCH', `/muser/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
  expect((await stranger.call('DELETE', `/muser/passkeys/${id}`)).status).toBe(404)
  expect((await member.call('DELETE', `/muser/passkeys/${id}`)).body).toEqual({ ok: true })
})

test('the owner gets mail when a passkey is added and when it is deleted, without the name somebody chose for it', async () => {
  const { member, id } = await withPasskey()
  await member.call('DELETE', `/muser/passkeys/${id}`)
  const told = (await mailsTo(t, member.email, 'sign_in_changed')).map(({ data }) => data)
  expect(told).toMatchObject([{ what: 'passkey_removed' }, { what: 'passkey_added' }])
  expect(JSON.stringify(told)).not.toContain('Phone')
})

test('one way to sign in always remains: the last passkey of an account without a password stays, also with many deletions at once', async () => {
  const { member, device, id } = await withPasskey()
  const second = (await addTo(member, passkeyDevice({ origin: SITE }), 'Key')).body.id
  await t.database.pool.query('update accounts set password_hash = null where id = $1', [member.id])
  const remove = (one: number) => member.call('DELETE', `/muser/passkeys/${one}`)
  const answers = await atOnce((i) => remove(i % 2 ? id : second))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await member.call('GET', '/muser/passkeys')).body.total).toBe(1)
  const left = (await member.call('GET', '/muser/passkeys')).body.items[0].id
  const last = await remove(left)
  expect([last.status, last.body.code]).toEqual([409, 'account.last_sign_in'])
  await t.database.pool.query('update identities set verified_at = now() where account_id = $1', [member.id])
  expect((await remove(left)).status).toBe(200)
  expect((await enter(device.sign(await loginOptions()))).body.code).toBe('passkey.refused')
})

test('a passkey confirms its owner, not another member', async () => {
  const [one, stranger] = [await withPasskey(), await withPasskey()]
  t.travel(15 * 60_000 + 1000)
  expect((await one.member.once('POST', '/muser/passkeys/options')).body.code).toBe('session.confirm_needed')
  const asked = async () => (await one.member.once('POST', '/muser/auth/confirm/options')).body.options
  const confirm = (passkey: object) => one.member.once('POST', '/muser/auth/confirm', { passkey })
  expect((await asked()).allowCredentials).toHaveLength(1)
  expect((await confirm(stranger.device.sign(await asked()))).body.code).toBe('passkey.refused')
  expect((await confirm(one.device.sign(await loginOptions()))).body.code).toBe('passkey.refused')
  expect((await confirm(one.device.sign(await asked()))).body).toEqual({ ok: true })
  expect((await one.member.once('POST', '/muser/passkeys/options')).status).toBe(200)
})

test('where the site’s address is an IP address, passkeys say so instead of failing in the browser', async () => {
  const own = await startApp()
  const member = await own.member()
  expect((await member.call('POST', '/muser/passkeys/options')).body.code).toBe('passkey.no_domain')
  expect((await own.call('POST', '/muser/auth/passkey/options')).body.code).toBe('passkey.no_domain')
  await own.stop()
})

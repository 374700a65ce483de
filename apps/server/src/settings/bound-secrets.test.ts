import { beforeEach, expect, test } from 'vitest'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'
import { startLanguageTool } from '../../test/language-tool.ts'

const [t, tool] = await Promise.all([forFile(startApp()), forFile(startLanguageTool())])
const owner = await t.admin()
beforeEach(async () => {
  await t.database.pool.query('delete from settings')
  await t.app.reloadSettings()
})

const save = (by: Member, change: Record<string, unknown>): Promise<Answer> => by.call('PATCH', '/admin/settings', change)
const lastChange = async (): Promise<Answer['body']> => (await owner.call('GET', '/admin/settings/changes')).body.items[0]

test('staff who send members’ texts to a server of their own do not get the key of the former one', async () => {
  await save(owner, { 'grammar.server_url': 'https://api.example.com', 'grammar.user': 'u', 'grammar.secret': 'TOP-SECRET' })
  const clerk = await t.staff(['settings.security'])
  expect((await save(clerk, { 'grammar.server_url': tool.base })).status).toBe(200)
  const member = await t.member()
  expect((await member.call('POST', '/muser/langtool/check', { text: 'teh' })).status).toBe(200)
  expect(tool.state.asked.map((form) => [...form.keys()])).toEqual([['text', 'language', 'preferredVariants']])
})

const moves = [
  ['grammar.secret', { 'grammar.server_url': 'https://api.example.com' }, { 'grammar.server_url': 'https://b.example.com' }],
  ['grammar.secret', { 'grammar.server_url': 'https://api.example.com' }, { 'grammar.server_url': '' }],
  ['mail.password', { 'mail.host': 'smtp.example.com' }, { 'mail.host': 'smtp.example.org' }],
  ['mail.password', { 'mail.host': 'smtp.example.com' }, { 'mail.port': 2525 }],
  ['oauth.oidc_client_secret', { 'oauth.oidc_issuer': 'https://id.example.com' }, { 'oauth.oidc_issuer': 'https://id.example.org' }],
] as const

test.each(moves)('%s is removed when its server changes from %j to %j, and the history says so', async (key, from, to) => {
  expect((await save(owner, { ...from, [key]: 'a secret' })).body[key]).toBe(true)
  expect((await save(owner, { ...from, 'site.title': 'Harbour' })).body[key], 'the same server').toBe(true)
  expect((await save(owner, to)).body[key]).toBe(false)
  const { values } = await lastChange()
  expect(values.map((value: { key: string }) => value.key).toSorted()).toEqual([key, ...Object.keys(to)].toSorted())
  expect((await save(owner, { ...from, ...to, [key]: 'a secret' })).body[key]).toBe(true)
  expect((await save(owner, { ...from, ...to, [key]: 'a secret' })).body[key]).toBe(true)
})

test('a secret that is given with its new server stays, also when it is the former one', async () => {
  await save(owner, { 'mail.host': 'smtp.example.com', 'mail.password': 'one' })
  const saved = await save(owner, { 'mail.host': 'smtp.example.org', 'mail.password': 'one' })
  expect([saved.body['mail.password'], t.app.settings()['mail.password']]).toEqual([true, 'one'])
})

test('a former server that is restored does not get the secret of the present one', async () => {
  await save(owner, { 'grammar.server_url': tool.base })
  await save(owner, { 'grammar.server_url': 'https://api.example.com', 'grammar.secret': 'TOP-SECRET' })
  const clerk = await t.staff(['settings.security'])
  const { id } = await lastChange()
  const restored = await clerk.call('POST', `/admin/settings/changes/${id}/restore`, { key: 'grammar.server_url' })
  expect([restored.status, restored.body['grammar.server_url'], restored.body['grammar.secret']]).toEqual([200, tool.base, false])
})

test.each([
  'http://169.254.169.254',
  'http://169.254.1.2:8080',
  'http://2852039166',
  'http://0xa9.0xfe.0xa9.0xfe',
  'http://169.254.169.254.',
  'http://[fe80::1]',
  'http://[FEBF::1]:80',
  'http://[::ffff:169.254.169.254]',
])('the link-local address %s is refused as the server of the grammar check', async (address) => {
  const refused = await save(owner, { 'grammar.server_url': address })
  expect([refused.status, refused.body.errors]).toEqual([422, { 'grammar.server_url': ["This address isn't allowed."] }])
})

test.each(['http://169.253.1.1', 'http://10.0.0.5:8010', 'http://[fec0::1]', 'http://fe80.example.com', 'http://[::1]:8010'])(
  '%s is accepted as the server of the grammar check',
  async (address) => {
    expect((await save(owner, { 'grammar.server_url': address })).status).toBe(200)
  },
)

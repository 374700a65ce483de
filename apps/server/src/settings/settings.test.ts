import type { Permission } from '@portico/contract/permissions'
import { defaultSettings } from '@portico/contract/settings/registry'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'
import { startLanguageTool } from '../../test/language-tool.ts'
import { createApp } from '../build-app.ts'
import { createSecretBox } from '../db/secret-box.ts'
import { listen } from '../db/listen.ts'
import { createLog } from '../log.ts'
import { eraseSealed, sealStored } from '../stored-secrets.ts'

const [t, tool] = await Promise.all([forFile(startApp()), forFile(startLanguageTool())])
const owner = await t.admin()
beforeEach(async () => {
  await t.database.pool.query('delete from settings')
  await t.app.reloadSettings()
})

const save = (by: Member, change: Record<string, unknown>): Promise<Answer> => by.call('PATCH', '/admin/settings', change)
const read = async (): Promise<Record<string, unknown>> => (await owner.call('GET', '/admin/settings')).body
const changes = async (query: Record<string, unknown> = {}): Promise<Answer['body']> =>
  (await owner.call('GET', '/admin/settings/changes', query)).body
const restore = (by: Member, id: number, body: Record<string, unknown> = {}): Promise<Answer> =>
  by.call('POST', `/admin/settings/changes/${id}/restore`, body)

test('a saved setting applies at once and the others stay; an unchanged value is no change', async () => {
  const saved = await save(owner, { 'site.title': 'Harbour', 'site.email': 'hello@example.com' })
  expect(saved.body).toMatchObject({ 'site.title': 'Harbour', 'order.timeout_minutes': 30 })
  expect((await t.call('GET', '/api/comm/config')).body).toMatchObject({ webtitle: 'Harbour', email: 'hello@example.com', webclose: 0 })
  const before = (await changes()).total
  await save(owner, { 'site.title': 'Harbour', 'invite.limit': 5 })
  expect((await changes()).total).toBe(before)
})

test('a text that looks like a number, a list or nothing stays the text it is', async () => {
  for (const title of ['2024', 'true', 'null', '[1]', '{"a":1}', '"quoted"']) {
    expect((await save(owner, { 'site.title': title })).body['site.title']).toBe(title)
    await t.app.reloadSettings()
    expect((await read())['site.title']).toBe(title)
  }
})

test('invalid values are named and nothing is saved', async () => {
  const wrong = { 'site.title': 'Half saved', 'site.timezone': 'Nowhere/City', 'site.currency': 'yuan', 'site.url': 'example.com' }
  const answer = await save(owner, wrong)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.errors).toSorted()).toEqual(['site.currency', 'site.timezone', 'site.url'])
  expect((await read())['site.title']).toBe('Portico')
})

test('a change reaches another process', async () => {
  const other = await createApp({ config: t.app.config, database: t.database, log: pino({ level: 'silent' }) })
  let heard: () => void
  const changed = new Promise<void>((done) => (heard = done))
  const listener = await listen(
    t.database.url,
    (what) => what === 'settings' && heard(),
    () => {},
  )
  await save(owner, { 'site.title': 'Heard' })
  await changed
  await other.reloadSettings()
  expect(other.settings()['site.title']).toBe('Heard')
  await listener.close()
})

test('many simultaneous saves of different settings lose none, and each is in the history', async () => {
  const before = (await changes()).total
  const wanted: Record<string, unknown> = Object.fromEntries(
    Object.entries(defaultSettings)
      .filter(([, value]) => typeof value === 'number')
      .slice(0, RACES - 1)
      .map(([key, value]) => [key, Number(value) + 1]),
  )
  wanted['site.title'] = 'Harbour'
  expect(Object.keys(wanted)).toHaveLength(RACES)
  const answers = await Promise.all(Object.entries(wanted).map(([key, value]) => save(owner, { [key]: value })))
  expect(answers.map(({ status }) => status)).toEqual(Array(RACES).fill(200))
  expect(await read()).toMatchObject(wanted)
  const { items, total } = await changes()
  expect(total - before).toBe(RACES)
  const saved = items.slice(0, RACES).map(({ values }: { values: { key: string }[] }) => values.map(({ key }) => key))
  expect(saved.flat().toSorted()).toEqual(Object.keys(wanted).toSorted())
})

test('many simultaneous saves of one setting form a chain: each starts from the previous value', async () => {
  const before = (await changes({ key: 'invite.limit' })).total
  const first = (await read())['invite.limit']
  await atOnce((n) => save(owner, { 'invite.limit': 10 + n }))
  const { items, total } = await changes({ key: 'invite.limit' })
  expect(total - before).toBe(RACES)
  const chain = items
    .slice(0, RACES)
    .toReversed()
    .map(({ values }: { values: { before: number; after: number }[] }) => values[0])
  for (const [n, link] of chain.entries()) expect(link.before).toBe(n === 0 ? first : chain[n - 1].after)
  expect((await read())['invite.limit']).toBe(chain.at(-1).after)
})

const samples: Partial<Record<Permission, Record<string, unknown>>> = {
  'content.write': { 'site.email': 'hello@example.com' },
  'settings.write': { 'invite.limit': 9 },
  'settings.money': { 'commission.rate': 50 },
  'settings.security': { 'security.require_signature': false },
  'nodes.write': { 'node.pull_interval': 30 },
}

test.each(Object.keys(samples) as Permission[])('%s alone saves its own settings; the others are refused by name', async (permission) => {
  const clerk = await t.staff([permission])
  expect((await clerk.call('GET', '/admin/settings')).status).toBe(200)
  for (const [needed, change] of Object.entries(samples)) {
    const answer = await save(clerk, { ...samples[permission], ...change })
    if (needed === permission) expect(answer.status).toBe(200)
    else {
      expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([422, 'input.invalid', Object.keys(change)])
      expect(await read()).not.toMatchObject(change)
    }
  }
})

test('a refused save changes nothing, not even what its caller may change', async () => {
  const clerk = await t.staff('content')
  expect((await save(clerk, { 'site.email': 'mine@example.com', 'withdrawal.min': 1 })).status).toBe(422)
  expect(await read()).toMatchObject({ 'site.email': '', 'withdrawal.min': 10_000 })
})

const TOKEN = 'metrics-token-of-prometheus'
const metrics = (token: string): Promise<Response> => fetch(`${t.base}/metrics`, { headers: { authorization: `Bearer ${token}` } })

test('a secret setting works, and appears in no answer, log line, audit row, history or plain database column', async () => {
  const lines: string[] = []
  t.app.log = createLog('trace', { write: (line) => lines.push(line) })
  expect((await metrics('')).status).toBe(404)
  const saved = await save(owner, { 'security.metrics_token': TOKEN })
  expect([saved.status, saved.body['security.metrics_token']]).toEqual([200, true])
  expect((await metrics(TOKEN)).status).toBe(200)
  expect((await metrics('')).status).toBe(404)
  await save(owner, { 'security.metrics_token': `${TOKEN}-2` })
  expect([(await metrics(TOKEN)).status, (await metrics(`${TOKEN}-2`)).status]).toEqual([404, 200])

  const { items } = await changes({ key: 'security.metrics_token' })
  expect(items).toHaveLength(2)
  expect(items[0].values).toEqual([{ key: 'security.metrics_token', before: null, after: null, is_secret: true }])
  const wrong = await save(owner, { 'security.metrics_token': TOKEN.repeat(9) })
  expect(wrong.status).toBe(422)
  const tables = await Promise.all(['settings', 'audit_log'].map((name) => t.database.pool.query(`select * from ${name}`)))
  const seen = [saved.body, wrong.body, await read(), items, await changes(), tables.map(({ rows }) => rows), lines]
  for (const one of seen) expect(JSON.stringify(one)).not.toContain(TOKEN)
  expect(lines.length).toBeGreaterThan(0)

  expect((await save(owner, { 'security.metrics_token': '' })).body['security.metrics_token']).toBe(false)
  expect((await metrics(`${TOKEN}-2`)).status).toBe(404)
})

test('a secret stored in plain text is encrypted once, and an encrypted one can be erased', async () => {
  const stored = async (): Promise<unknown> => (await t.database.pool.query('select value from settings')).rows[0]?.value
  await t.database.pool.query(`insert into settings (key, value) values ('security.metrics_token', '"${TOKEN}"')`)
  await atOnce(() => sealStored(t.database))
  const sealed = await stored()
  expect(String(sealed)).not.toContain(TOKEN)
  await sealStored(t.database)
  expect(await stored()).toBe(sealed)
  await t.app.reloadSettings()
  expect((await metrics(TOKEN)).status).toBe(200)
  await eraseSealed(t.database)
  expect(await stored()).toBeUndefined()
})

test('without a settings key secrets are refused and other settings are saved', async () => {
  const { secrets } = t.database
  t.database.secrets = createSecretBox(null)
  const refused = await save(owner, { 'security.metrics_token': TOKEN, 'site.title': 'Half saved' })
  expect([refused.status, refused.body.code]).toEqual([409, 'secret.no_key'])
  expect((await read())['site.title']).toBe('Portico')
  expect((await save(owner, { 'site.title': 'Saved' })).status).toBe(200)
  t.database.secrets = secrets
})

const lastChange = async (): Promise<number> => (await changes()).items[0].id

test('one earlier value, or a whole change, can be restored, and the history says so', async () => {
  await save(owner, { 'site.title': 'Harbour', 'invite.limit': 9, 'topup.tiers': [{ amount: 100, bonus: 5 }] })
  const id = await lastChange()
  expect((await restore(owner, id, { key: 'invite.limit' })).body).toMatchObject({ 'invite.limit': 5, 'site.title': 'Harbour' })
  expect((await restore(owner, id)).body).toMatchObject({ 'site.title': 'Portico', 'topup.tiers': [] })
  const { items } = await changes()
  expect(items.map(({ is_restore }: { is_restore: boolean }) => is_restore).slice(0, 3)).toEqual([true, true, false])
  expect(items[0].values.map(({ key }: { key: string }) => key).toSorted()).toEqual(['site.title', 'topup.tiers'])
  expect(items[2].values).toContainEqual({ key: 'site.title', before: 'Portico', after: 'Harbour', is_secret: false })
  expect(items[0].actor).toBe(owner.email)
})

test('a restore needs the permission for each setting, else it changes nothing', async () => {
  await save(owner, { 'site.title': 'Harbour', 'commission.rate': 50 })
  const clerk = await t.staff('content')
  const refused = await restore(clerk, await lastChange())
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['commission.rate']])
  expect(await read()).toMatchObject({ 'site.title': 'Harbour', 'commission.rate': 50 })
  expect((await restore(clerk, await lastChange(), { key: 'site.title' })).body['site.title']).toBe('Portico')
})

test('an earlier value that is no longer valid, a removed setting and a secret are refused by name', async () => {
  await t.database.pool.query(
    `insert into audit_log (at, action, entity, entity_id, before, after)
     values (now(), 'settings.save', 'settings', '', '{"invite.limit": 5000, "site.title": "Old", "gone.one": 1}', '{"invite.limit": 5, "site.title": "New", "gone.one": 2}')`,
  )
  const refused = await restore(owner, await lastChange())
  expect([refused.status, Object.keys(refused.body.errors).toSorted()]).toEqual([422, ['gone.one', 'invite.limit']])
  expect((await read())['site.title']).toBe('Portico')
  await save(owner, { 'security.metrics_token': TOKEN, 'site.title': 'With a secret' })
  const id = await lastChange()
  expect((await restore(owner, id, { key: 'security.metrics_token' })).status).toBe(422)
  expect((await restore(owner, id)).body).toMatchObject({ 'site.title': 'Portico', 'security.metrics_token': true })
})

test('another kind of audit row, an unknown row and a setting it did not change cannot be restored', async () => {
  const { rows } = await t.database.pool.query(
    `insert into audit_log (at, action, entity, entity_id, before, after)
     values (now(), 'plan.update', 'plan', '1', '{"site.title": "A"}', '{"site.title": "B"}') returning id`,
  )
  await save(owner, { 'site.title': 'Harbour' })
  const id = await lastChange()
  for (const [which, body] of [
    [rows[0].id, {}],
    [999_999, {}],
    [id, { key: 'invite.limit' }],
  ] as const) {
    expect((await restore(owner, which, body)).status).toBe(404)
  }
})

test('many restores of one change at once restore it once', async () => {
  await save(owner, { 'site.title': 'Harbour' })
  const id = await lastChange()
  const before = (await changes()).total
  const answers = await atOnce(() => restore(owner, id))
  expect(answers.map(({ status }) => status)).toEqual(Array(RACES).fill(200))
  expect((await changes()).total - before).toBe(1)
})

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
  const [{ values }] = (await changes()).items
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
  const restored = await restore(clerk, await lastChange(), { key: 'grammar.server_url' })
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

test('staff who may change settings see how many a change can concern; deleted nodes and closed accounts count no more', async () => {
  const reach = async (by = owner) => (await by.call('GET', '/admin/settings/reach')).body
  const before = await reach()
  const [gone, node] = [await t.member(), await t.node()]
  await t.member()
  const editor = await t.staff(['content.write'])
  expect(await reach(editor)).toEqual({ members: before.members + 2, staff: before.staff + 1, nodes: before.nodes + 1 })
  await t.close(gone)
  await owner.call('DELETE', `/admin/nodes/${node.id}`)
  expect(await reach()).toEqual({ members: before.members + 1, staff: before.staff + 1, nodes: before.nodes })
  expect((await (await t.staff(['members.read'])).call('GET', '/admin/settings/reach')).status).toBe(404)
})

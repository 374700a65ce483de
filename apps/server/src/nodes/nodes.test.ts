import { createPrivateKey, createPublicKey } from 'node:crypto'
import { emptySettings } from '@portico/contract/empty-settings'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audited } from '../../test/audited.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { eraseSealed, sealStored } from '../stored-secrets.ts'
import { openSettings } from './node-secrets.ts'
import { nodeGroups, nodes } from './nodes.table.ts'

const t = await forFile(startApp())
const admin = await t.admin()

const input = { name: 'Tokyo', host: 'tokyo.example.com', port: '443', server_port: 8443, rate: 150, tags: ['fast'], state: 'enabled' }
const create = (values: object = {}) =>
  admin.call('POST', '/admin/nodes', { ...input, group_ids: [], settings: emptySettings('trojan'), ...values })

type Keys = { private_key: string; public_key: string; short_id: string; mldsa65_seed: string; mldsa65_verify: string }
async function realityKeys() {
  const { private_key, public_key, short_id, mldsa65_seed, mldsa65_verify }: Keys = (await admin.call('POST', '/admin/nodes/keys')).body
  const keys = { public_key, private_key, short_id, mldsa65_seed, mldsa65_verify }
  return { server_name: 'www.example.org', server_port: 443, dest: '', ...keys, fingerprint: 'chrome' as const }
}

test('a new node shows its secret once, and the secret works', async () => {
  const group = await t.group()
  const { status, body } = await create({ group_ids: [group.id, group.id] })
  expect(status).toBe(200)
  expect(body.secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(body.node).toMatchObject({
    ...input,
    group_ids: [group.id],
    status: 'offline',
    online_users: 0,
    load: null,
    last_pull_at: null,
    last_push_at: null,
  })
  const listed = await admin.call('GET', '/admin/nodes')
  expect(listed.body.items).toContainEqual(body.node)
  expect(JSON.stringify(listed.body)).not.toContain(body.secret)
  const pulled = await fetch(`${t.base}/api/v1/server/UniProxy/config?token=${body.secret}&node_id=${body.node.id}&node_type=trojan`)
  expect(pulled.status).toBe(200)
  const rows = await audited(t, 'node', body.node.id)
  const after = { name: 'Tokyo', host: input.host, groupIds: [group.id], secretHash: '***' }
  expect(rows).toMatchObject([{ actorKind: 'staff', actorId: admin.id, action: 'node.create', before: null, after }])
  expect(JSON.stringify(rows)).not.toContain(body.secret)
})

test('a Shadowsocks 2022 node without a key gets a random one of the right length', async () => {
  const made = async (cipher: string, server_key?: string) =>
    (await create({ settings: { ...emptySettings('shadowsocks'), cipher, ...(server_key === undefined ? {} : { server_key }) } })).body.node
      .settings.server_key
  const bytes = (key: string) => Buffer.from(key, 'base64').length
  const [short, other, long] = [
    await made('2022-blake3-aes-128-gcm', ''),
    await made('2022-blake3-aes-128-gcm'),
    await made('2022-blake3-aes-256-gcm', ''),
  ]
  expect([bytes(short), bytes(other), bytes(long)]).toEqual([16, 16, 32])
  expect(short).not.toBe(other)
  expect(await made('2022-blake3-aes-128-gcm', short)).toBe(short)
  expect(await made('aes-256-gcm', '')).toBe('')
})

test('an invalid node is refused field by field', async () => {
  const refused = async (values: object) => {
    const { status, body } = await create(values)
    return [status, Object.keys(body.errors ?? {})]
  }
  expect(await refused({ port: '70000' })).toEqual([422, ['port']])
  expect(await refused({ rate: -1 })).toEqual([422, ['rate']])
  expect(await refused({ settings: { ...emptySettings('vless'), network: 'ws' } })).toEqual([422, ['settings.ws', 'settings.flow']])
  expect(await refused({ settings: null })).toEqual([422, ['settings']])
  expect(await refused({ group_ids: [999_999] })).toEqual([422, ['group_ids']])
  expect(await refused({ settings: { ...emptySettings('shadowsocks'), cipher: '2022-blake3-aes-128-gcm', server_key: 'short' } })).toEqual([
    422,
    ['settings.server_key'],
  ])
})

test('a change leaves fields it does not name', async () => {
  const [one, two] = [await t.group(), await t.group()]
  const { node } = (await create({ group_ids: [one.id] })).body
  const renamed = await admin.call('PATCH', `/admin/nodes/${node.id}`, { name: 'Osaka', group_ids: [two.id, one.id] })
  expect(renamed.body).toEqual({ ...node, name: 'Osaka', shown_name: 'Osaka', group_ids: [one.id, two.id] })
  expect((await admin.call('PATCH', `/admin/nodes/${node.id}`, { group_ids: [] })).body).toEqual({ ...renamed.body, group_ids: [] })
  expect((await admin.call('PATCH', `/admin/nodes/${node.id}`, { group_ids: [999_999], name: 'Kyoto' })).status).toBe(422)
  expect((await admin.call('PATCH', `/admin/nodes/${node.id}`, {})).body.name).toBe('Osaka')
  expect((await admin.call('PATCH', '/admin/nodes/999999', { name: 'x' })).status).toBe(404)
  const groups = { before: { groupIds: [one.id, two.id] }, after: { groupIds: [] } }
  expect((await audited(t, 'node', node.id)).map(({ action, before, after }) => ({ action, before, after })).slice(1)).toEqual([
    { action: 'node.update', before: { name: 'Tokyo', groupIds: [one.id] }, after: { name: 'Osaka', groupIds: [one.id, two.id] } },
    { action: 'node.update', ...groups },
  ])
})

test('keys for the node alone are unreadable in the database and the audit log; operators and the node can read them', async () => {
  const reality = await realityKeys()
  const { private_key, mldsa65_seed } = reality
  const [own, members] = [`nodes-own-part${'A'.repeat(29)}`, `clients-part${'A'.repeat(31)}`]
  const encryption = `mlkem768x25519plus.native.0rtt.${members}`
  const decryption = `mlkem768x25519plus.native.600s.${own}`
  const keys = { ...emptySettings('vless'), security: 'reality', reality, encryption, decryption }
  const made = await create({ settings: keys })
  const { node, secret } = made.body
  const [{ body: other }, plain] = [await create({ settings: keys }), await create({ settings: emptySettings('trojan') })]
  expect(plain.status).toBe(200)
  const proof = { token: secret, node_id: String(node.id), node_type: 'vless' }
  const config = async (): Promise<string> => (await fetch(`${t.base}/api/v1/server/UniProxy/config?${new URLSearchParams(proof)}`)).text()
  expect(node.settings.reality.private_key).toBe(private_key)
  expect(await config()).toContain(private_key)
  expect(await config()).toContain(`"mldsa65Seed":"${mldsa65_seed}"`)
  const stored = async () => t.database.db.select().from(nodes)
  const readable = [private_key, mldsa65_seed, 'nodes-own-part']
  for (const one of readable) expect(JSON.stringify(await stored())).not.toContain(one)
  expect(JSON.stringify(await stored())).toContain('clients-part')

  const renamed = await admin.call('PATCH', `/admin/nodes/${node.id}`, { settings: { ...node.settings, flow: 'xtls-rprx-vision' } })
  expect(renamed.body.settings).toEqual({ ...node.settings, flow: 'xtls-rprx-vision' })
  for (const one of readable) expect(JSON.stringify(await stored())).not.toContain(one)
  expect(await config()).toContain(private_key)
  const rows = await stored()
  const of = (id: number) => rows.find((row) => row.id === id)!
  expect(() => openSettings(t.database.secrets, other.node.id, of(node.id).settings)).toThrow('cannot be opened')
  const { rows: written } = await t.database.pool.query('select before, after from audit_log')
  // It does not say that a secret changed either, because none did.
  for (const one of [...readable, '(new)']) expect(JSON.stringify(written)).not.toContain(one)
  const { private_key: changed } = await realityKeys()
  await admin.call('PATCH', `/admin/nodes/${node.id}`, { settings: { ...node.settings, reality: { ...reality, private_key: changed } } })
  const entries = await audited(t, 'node', node.id)
  expect(entries.at(-1)).toMatchObject({
    before: { settings: { reality: { private_key: '***' } } },
    after: { settings: { reality: { private_key: '*** (new)' } } },
  })
  for (const key of [private_key, changed]) expect(JSON.stringify(entries)).not.toContain(key)
})

test('node keys stored before the settings key are encrypted, and erased ones put the node into maintenance', async () => {
  const reality = await realityKeys()
  const { private_key, public_key } = reality
  const fresh = await startApp()
  const { id } = await fresh.node({ settings: { ...emptySettings('vless'), security: 'reality', reality } as never })
  const stored = async () => (await fresh.database.db.select().from(nodes).where(eq(nodes.id, id)))[0]!
  await sealStored(fresh.database)
  const sealed = await stored()
  expect(JSON.stringify(sealed)).not.toContain(private_key)
  expect(openSettings(fresh.database.secrets, id, sealed.settings)).toMatchObject({ reality: { private_key } })
  await eraseSealed(fresh.database)
  const { state, settings } = await stored()
  const { reality: renewed } = settings as { reality: typeof reality }
  expect([renewed.mldsa65_seed, renewed.mldsa65_verify]).toEqual([undefined, undefined])
  expect([state, renewed.private_key === private_key, renewed.public_key === public_key]).toEqual(['maintenance', false, false])
  expect((await (await fresh.admin()).call('GET', '/admin/nodes')).status).toBe(200)
  await fresh.stop()
})

test('generated keys are a pair, and have the requested length', async () => {
  const [keys, others] = [(await admin.call('POST', '/admin/nodes/keys')).body, (await admin.call('POST', '/admin/nodes/keys')).body]
  const secret = createPrivateKey({ key: { kty: 'OKP', crv: 'X25519', d: keys.private_key, x: keys.public_key }, format: 'jwk' })
  expect(createPublicKey(secret).export({ format: 'jwk' })['x']).toBe(keys.public_key)
  expect([keys.private_key.length, keys.public_key.length]).toEqual([43, 43])
  expect(keys.short_id).toMatch(/^[0-9a-f]{16}$/)
  expect([Buffer.from(keys.ss2022_16, 'base64').length, Buffer.from(keys.ss2022_32, 'base64').length]).toEqual([16, 32])
  for (const name of Object.keys(keys)) expect(keys[name], name).not.toBe(others[name])
})

test('a deleted node disappears from every list; its row stays, and so does the row of a new secret, which it does not show', async () => {
  const group = await t.group()
  const { node } = (await create({ group_ids: [group.id] })).body
  expect((await admin.call('POST', `/admin/nodes/${node.id}/secret`)).status).toBe(200)
  expect((await admin.call('DELETE', `/admin/nodes/${node.id}`)).status).toBe(200)
  expect((await admin.call('DELETE', `/admin/nodes/${node.id}`)).status).toBe(404)
  expect((await admin.call('POST', `/admin/nodes/${node.id}/secret`)).status).toBe(404)
  const ids = (await admin.call('GET', '/admin/nodes')).body.items.map((item: { id: number }) => item.id)
  expect(ids).not.toContain(node.id)
  expect(await t.database.db.select().from(nodeGroups).where(eq(nodeGroups.nodeId, node.id))).toEqual([])
  expect(await t.database.db.select().from(nodes).where(eq(nodes.id, node.id))).toHaveLength(1)
  expect((await admin.call('DELETE', `/admin/groups/${group.id}`)).status).toBe(200)
  expect((await audited(t, 'node', node.id)).slice(1)).toMatchObject([
    { actorId: admin.id, action: 'node.rotate_secret', before: { secret: '***' }, after: { secret: '*** (new)' } },
    { actorId: admin.id, action: 'node.delete', before: { name: 'Tokyo', groupIds: [group.id] }, after: null },
  ])
})

test('nodes keep the order an operator chose', async () => {
  const [a, b, c] = [(await create()).body.node.id, (await create()).body.node.id, (await create()).body.node.id]
  await admin.call('POST', '/admin/nodes/sort', { ids: [c, a, b] })
  const ids = (await admin.call('GET', '/admin/nodes')).body.items.map((item: { id: number }) => item.id)
  expect(ids.filter((id: number) => [a, b, c].includes(id))).toEqual([c, a, b])
  const rows = await audited(t, 'node')
  expect(rows).toMatchObject([{ actorId: admin.id, action: 'node.sort', after: { order: ids } }])
  const { order } = rows[0]!.before as { order: number[] }
  expect(order.filter((id) => [a, b, c].includes(id))).toEqual([a, b, c])
})

test('a node that only pulls is idle, one that also pushes is online, and after five minutes it is offline', async () => {
  let now = new Date()
  const own = await startApp({ now: () => now })
  const [operator, node] = await Promise.all([own.admin(), own.node()])
  const seen = async () => (await operator.call('GET', '/admin/nodes')).body.items[0]
  expect(await seen()).toMatchObject({ status: 'offline' })
  await node.pull('user')
  await expect.poll(async () => (await seen()).status).toBe('idle')
  const members = [await own.holder(node.groupId), await own.holder(node.groupId)]
  await node.post('push', { [members[0]!.id]: [1, 2], [members[1]!.id]: [3, 4] })
  await node.post('status', { cpu: 12.5, mem: { total: 4, used: 1 }, name: 'x' })
  expect(await seen()).toMatchObject({ status: 'online', online_users: 2, load: { cpu: 12.5, mem: { total: 4, used: 1 } } })
  now = new Date(now.getTime() + 299_000)
  expect((await seen()).status).toBe('online')
  now = new Date(now.getTime() + 2000)
  expect((await seen()).status).toBe('offline')
  await node.pull('config')
  await expect.poll(async () => (await seen()).status).toBe('idle')
  await own.stop()
})

test('a member sees the nodes of their running plan, without address or keys', async () => {
  const node = await t.node({ name: 'Mine', tags: ['fast'], rate: 50 })
  await t.node({ name: 'Foreign' })
  await t.node({ name: 'Hidden', state: 'hidden', groupIds: node.groupIds })
  await t.node({ name: 'Works', state: 'maintenance', groupIds: node.groupIds, sort: 1 })
  await t.node({ name: 'Full', state: 'draining', groupIds: node.groupIds, sort: 2 })
  const gone = await t.node({ name: 'Gone', groupIds: node.groupIds })
  await admin.call('DELETE', `/admin/nodes/${gone.id}`)
  const member = await t.member()
  const mine = async () => (await member.call('GET', '/muser/server/fetch')).body
  expect(await mine()).toMatchObject({ items: [], total: 0, all: 0 })
  await t.subscribe(member.id, node.groupId)
  const { items, total } = await mine()
  expect(total).toBe(3)
  expect(items.map((item: { name: string; maintenance: boolean }) => [item.name, item.maintenance])).toEqual([
    ['Mine', false],
    ['Works', true],
    ['Full', false],
  ])
  expect(items[0]).toStrictEqual({
    id: node.id,
    name: 'Mine',
    protocol: 'trojan',
    tags: ['fast'],
    location: 'Mine',
    rate: 50,
    rate_ranges: [],
    status: 'offline',
    maintenance: false,
    last_check_at: null,
  })
  await t.subscribe(member.id, node.groupId, { expiresAt: new Date('2020-01-01') })
  expect(await mine()).toMatchObject({ items: [], total: 0, all: 0 })
})

test('the reference describes the settings of a node, though stored ones may break a newer rule', async () => {
  const { paths } = (await (await fetch(`${t.base}/api/openapi.json`)).json()) as { paths: Record<string, { get: object }> }
  expect(JSON.stringify(paths['/api/v1/admin/nodes']?.get)).toMatch(/"settings":\{.*"const":"vless"/)
})

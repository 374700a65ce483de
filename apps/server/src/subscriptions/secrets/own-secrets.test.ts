import { emptySettings } from '@portico/contract/empty-settings'
import { OWN_SECRETS, type OwnSecretKind } from '@portico/contract/own-secret'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { expect, test } from 'vitest'
import { atOnce, expectOne } from '../../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { coreId } from './on-node.ts'
import { storeSecrets, takenSecrets } from './own-secrets.ts'

const t = await forFile(startApp())
const owner = await t.admin()

const shadowsocks = (cipher: string, server_key = ''): ProtocolSettings =>
  ({ ...emptySettings('shadowsocks'), cipher, server_key }) as ProtocolSettings
const settings: Record<string, ProtocolSettings> = {
  trojan: emptySettings('trojan'),
  vless: emptySettings('vless'),
  classic: shadowsocks('chacha20-ietf-poly1305'),
  key: shadowsocks('2022-blake3-aes-256-gcm', `${'c'.repeat(43)}=`),
}
const KEY = 'E1KKqFoXuKvY0v1yK2nRBYYkr3TIuZgrvAI67cjXLD0='
const give = (id: number, kind: OwnSecretKind, secret: string, cipher: string | null = null, by: Pick<Member, 'call'> = owner) =>
  by.call('PUT', `/admin/users/${id}/secrets`, { kind, secret, cipher })
const rowsOf = async (id: number) => (await t.database.pool.query('select kind from own_secrets where account_id = $1', [id])).rowCount

/** A node for each of these protocols in one group, with a member. */
async function made() {
  const group = await t.group()
  const all = await Promise.all(
    Object.entries(settings).map(async ([name, one]) => [name, await t.node({ groupIds: [group.id], settings: one })]),
  )
  const nodes = Object.fromEntries(all) as Record<keyof typeof settings, Awaited<ReturnType<typeof t.node>>>
  const member = await t.holder(group.id)
  const uuid = (await t.subscription(member.id)).uuid
  const heard = async () => {
    const lists = await Promise.all(Object.values(nodes).map((node) => node.pull('user')))
    return lists.map(({ body }) =>
      body.users.map(({ id, uuid: secret, cipher }: Record<string, unknown>) => [id, secret, ...(cipher ? [cipher] : [])]),
    )
  }
  return { group, nodes, member, uuid, heard }
}

test('an id is mapped as Xray maps it', () => {
  // What `xray uuid -i` of 26.7.11 says; a UUID stays itself, however it is written.
  expect(coreId('my-own-id')).toBe('125c4e71-d4ae-57b5-8291-31428dc5418f')
  expect(coreId('我的')).toBe('6e72d017-1ffd-54f3-8f13-6fb6e465993f')
  expect(coreId('a'.repeat(30))).toBe('d20a3bd4-9d58-52e0-8caa-820ca42d1ad0')
  expect(coreId('5F2D8A1C3B4E4C6D9A7F0E1B2C3D4E5F')).toBe('5f2d8a1c-3b4e-4c6d-9a7f-0e1b2c3d4e5f')
})

test('each node gets what its protocol needs, at once; a new link, a removed secret and a closed account end them', async () => {
  const { member, uuid, heard } = await made()
  const { id } = member
  const plain = Array.from({ length: 4 }, () => [[id, uuid]])
  expect(await heard()).toEqual(plain)
  for (const [kind, secret, cipher] of [
    ['trojan', '密码 & "quoted" \\', null],
    ['vless', 'my-own-id', null],
    ['shadowsocks', 'p@ss:w/rd', 'aes-256-gcm'],
    ['shadowsocks-2022-256', KEY, null],
  ] as const)
    expect((await give(id, kind, secret, cipher)).status, kind).toBe(200)
  expect(await heard()).toEqual([
    [[id, '密码 & "quoted" \\']],
    [[id, '125c4e71-d4ae-57b5-8291-31428dc5418f']],
    [[id, 'p@ss:w/rd', 'aes-256-gcm']],
    [[id, KEY]],
  ])
  // Links show the same, each format as it can: Surge has no way to write a quote, so it gets no such node.
  const { token } = await t.subscription(id)
  const link = async (flag: string) => (await fetch(`${t.base}/s/${token}?flag=${flag}`)).text()
  const { outbounds } = JSON.parse(await link('sing-box'))
  const written = outbounds.flatMap((one: Record<string, string>) => [[one['type'], one['password'] ?? one['uuid'], one['method']]])
  expect(written).toEqual(
    expect.arrayContaining([
      ['trojan', '密码 & "quoted" \\', undefined],
      ['vless', '125c4e71-d4ae-57b5-8291-31428dc5418f', undefined],
      ['shadowsocks', 'p@ss:w/rd', 'aes-256-gcm'],
      ['shadowsocks', `${'c'.repeat(43)}=:${KEY}`, '2022-blake3-aes-256-gcm'],
    ]),
  )
  expect(Buffer.from(await link('uri'), 'base64').toString()).toContain('vless://my-own-id@')
  const lines = await link('surge')
  expect([lines.includes('encrypt-method=aes-256-gcm, password=p@ss:w/rd'), / = trojan,/.test(lines)]).toEqual([true, false])
  // A key that is a text goes as that text, of which every node program makes the key.
  await give(id, 'shadowsocks-2022-256', Buffer.from('0123456789abcdef0123456789abcdef').toString('base64'))
  expect((await heard())[3]).toEqual([[id, '0123456789abcdef0123456789abcdef']])
  const shown = await owner.call('GET', `/admin/users/${id}/secrets`)
  expect(shown.body).toMatchObject({
    uuid,
    own: [{ kind: 'shadowsocks', cipher: 'aes-256-gcm' }, {}, { kind: 'trojan' }, { secret: 'my-own-id' }],
  })

  expect((await owner.call('POST', `/admin/users/${id}/secrets/remove`, { kind: 'trojan' })).status).toBe(200)
  expect((await heard())[0]).toEqual([[id, uuid]])
  expect((await member.call('GET', '/muser/resetSecurity')).status).toBe(200)
  const fresh = (await t.subscription(id)).uuid
  expect(await heard()).toEqual(Array.from({ length: 4 }, () => [[id, fresh]]))
  expect(await rowsOf(id)).toBe(0)

  await give(id, 'trojan', 'until the end')
  expect((await t.close(member)).status).toBe(200)
  expect(await rowsOf(id)).toBe(0)
})

test('a secret that its protocol cannot take, or that another member has, is refused; a clerk sees none of staff with more power', async () => {
  const { member, uuid } = await made()
  const other = await t.member()
  for (const [kind, secret, cipher] of [
    ['vless', 'x'.repeat(31), null],
    ['shadowsocks-2022-128', KEY, null],
    ['trojan', 'two\nlines', null],
    ['trojan', '', null],
    ['trojan', 'fine', 'aes-128-gcm'],
  ] as const)
    expect((await give(other.id, kind, secret, cipher)).status, `${kind} ${secret}`).toBe(422)
  await give(member.id, 'vless', 'shared')
  for (const secret of ['shared', coreId('shared'), uuid])
    expect((await give(other.id, 'vless', secret)).body.code).toBe('subscription.secret_taken')
  const linker = await t.staff(['members.read', 'members.link'])
  const boss = await t.staff('support')
  expect((await linker.call('GET', `/admin/users/${boss.id}/secrets`)).status).toBe(404)
  expect((await give(boss.id, 'trojan', 'theirs', null, linker)).status).toBe(404)
})

test('of twenty members who are given one secret at once, one has it; of a reset and gifts at once, what stays is what nodes hear', async () => {
  const many = await atOnce(() => t.member(), 20)
  expectOne(await Promise.all(many.map(({ id }) => give(id, 'trojan', 'one for all'))), 'subscription.secret_taken')

  const { member, heard } = await made()
  await atOnce((n) => (n % 4 === 3 ? member.call('GET', '/muser/resetSecurity') : give(member.id, 'trojan', `secret ${n}`)), 20)
  const { rows } = await t.database.pool.query<{ secret: string }>('select secret from own_secrets where account_id = $1', [member.id])
  expect((await heard())[0]).toEqual([[member.id, rows[0]?.secret ?? (await t.subscription(member.id)).uuid]])
})

test('an importer stores thousands in one statement, and learns before which ones clash', async () => {
  const members = (await atOnce(() => t.member(), 3)).toSorted((a, b) => a.id - b.id)
  const given = members.flatMap(({ id }) =>
    OWN_SECRETS.slice(0, 4).map((kind) => ({ accountId: id, kind, secret: `bulk ${id}`, cipher: null })),
  )
  const clash = { accountId: members[1]!.id, kind: 'trojan', secret: `bulk ${members[0]!.id}`, cipher: null } as const
  expect(await takenSecrets(t.database.db, given)).toEqual([])
  expect(await takenSecrets(t.database.db, [given[2]!, clash])).toEqual([clash])
  await t.database.transaction((tx) => storeSecrets(tx, given))
  await t.database.transaction((tx) => storeSecrets(tx, given))
  expect(await rowsOf(members[2]!.id)).toBe(4)
  expect(await takenSecrets(t.database.db, [clash])).toEqual([clash])
})

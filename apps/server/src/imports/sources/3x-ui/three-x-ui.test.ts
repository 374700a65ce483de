import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { NOW, readSource, sqliteAt, type Table } from '../../../../test/read-source.ts'
import { openPgDump } from '../../old/open-pg-dump.ts'
import { recognise } from '../sources.ts'
import { threeXui } from './three-x-ui.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-panels-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let serial = 0
const sqlite = (tables: Record<string, Table>) => sqliteAt(join(folder, `${serial++}.db`), tables)

const UUID = '11111111-1111-4111-8111-111111111111'
const row = (id: number, protocol: string, settings: object, stream: object = { network: 'tcp', security: 'none' }) => ({
  id,
  remark: `in ${id}`,
  enable: 1,
  listen: '',
  port: 1000 + id,
  protocol,
  settings: JSON.stringify(settings),
  stream_settings: JSON.stringify(stream),
  tag: `t${id}`,
})
const ss = { method: '2022-blake3-aes-256-gcm', password: Buffer.alloc(32, 1).toString('base64') }
const client = (id: number, email: string, more: object = {}) => ({
  id,
  email,
  sub_id: `sub-${id}`,
  uuid: '',
  password: '',
  auth: '',
  flow: '',
  limit_ip: 0,
  limit_hwid: 0,
  total_gb: 0,
  expiry_time: 0,
  enable: 1,
  tg_id: 0,
  group_name: '',
  comment: '',
  reset: 0,
  reset_day: 0,
  traffic_reset: 'never',
  traffic_reset_day: 1,
  created_at: 1_700_000_000_000,
  ...more,
})
const traffic = (email: string, up: number, down: number, more: object = {}) => ({
  inbound_id: 9,
  email,
  up,
  down,
  enable: 1,
  expiry_time: 0,
  total: 0,
  ...more,
})

test('3x-ui 3: the panel’s own switching off is no suspension, traffic goes by name, secrets by the inbounds that a client has', async () => {
  const past = NOW.getTime() - 1000
  const old = await sqlite({
    settings: [
      { key: 'subPath', value: '/secret/' },
      { key: 'subURI', value: 'https://links.example.com/custom/' },
      { key: 'subDomain', value: 'nodes.example.com' },
    ],
    inbounds: [row(1, 'vless', {}), row(2, 'trojan', {}), row(3, 'shadowsocks', ss), { ...row(4, 'vmess', {}), settings: '{broken' }],
    clients: [
      client(1, 'Over', { total_gb: 100, enable: 0, uuid: UUID }),
      client(2, 'ended', { expiry_time: past, enable: 0 }),
      client(3, 'off', { total_gb: 100, enable: 0, sub_id: '' }),
      client(4, 'first use', {
        expiry_time: -86_400_000,
        total_gb: -1,
        uuid: 'my-own-id',
        password: 'E1KKqFoXuKvY0v1yK2nRBYYkr3TIuZgrvAI67cjXLD0=',
      }),
      client(5, 'monthly', { traffic_reset: 'monthly', traffic_reset_day: 31, total_gb: 7, reset: 30, tg_id: 7_000_000_001 }),
      client(6, 'daily', { traffic_reset: 'daily', total_gb: 10 }),
      client(7, 'begun', { expiry_time: -86_400_000 }),
    ],
    client_inbounds: [
      { client_id: 1, inbound_id: 1 },
      { client_id: 4, inbound_id: 1 },
      { client_id: 4, inbound_id: 2 },
      { client_id: 4, inbound_id: 3 },
    ],
    client_traffics: [
      traffic('over ', 60, 50, { enable: 0 }),
      traffic('off', 1, 2),
      traffic('begun', 0, 0, { expiry_time: past + 86_400_000 }),
    ],
  })
  const { all, nodes, findings, member } = await readSource(threeXui, old, { choice: () => 'month_of_traffic' })
  expect(all.find(({ kind }) => kind === 'link_source')).toMatchObject({
    paths: expect.arrayContaining([
      { path: '/secret/{token}', format: 'uri' },
      { path: '/custom/{token}', format: 'uri' },
      { path: '/json/{token}', format: 'xray' },
    ]),
  })
  expect(member('Over')).toMatchObject({ banned: false, uuid: UUID, term: { quota: 100n, up: 60n, down: 50n, groups: ['1'] } })
  expect(member('ended')).toMatchObject({ banned: false, term: { endsAt: new Date(past), groups: [] } })
  expect(member('off')).toMatchObject({ banned: true, links: [] })
  expect(member('first use')).toMatchObject({
    uuid: null,
    secrets: [
      { kind: 'vless', secret: 'my-own-id' },
      { kind: 'trojan', secret: 'E1KKqFoXuKvY0v1yK2nRBYYkr3TIuZgrvAI67cjXLD0=' },
      { kind: 'shadowsocks-2022-256', secret: 'E1KKqFoXuKvY0v1yK2nRBYYkr3TIuZgrvAI67cjXLD0=' },
    ],
    term: { quota: null, endsAt: null, held: { ms: 86_400_000, by: null } },
  })
  // The last day of November is its 30th, at midnight of the panel's zone.
  expect(member('monthly')).toMatchObject({
    telegramId: '7000000001',
    term: { resetMode: 'monthly', anchorDay: 31, resetsAt: new Date('2026-11-30T00:00:00Z') },
  })
  expect(member('daily').term).toMatchObject({ quota: 300n, resetMode: 'monthly' })
  expect(member('begun').term).toMatchObject({ held: null, endsAt: new Date(past + 86_400_000) })
  expect(nodes.map(({ host, port, settings, why }) => [host, port, settings?.protocol ?? why])).toEqual([
    ['nodes.example.com', '1001', 'vless'],
    ['nodes.example.com', '1002', 'security none'],
    ['nodes.example.com', '1003', 'shadowsocks'],
    ['nodes.example.com', '1004', 'json'],
  ])
  for (const text of [
    'xui_off_by_panel clients 1: Over',
    'xui_off_by_panel clients 2: ended',
    'no_link clients 3: off',
    'xui_renews clients 5: monthly: 30 d',
    'reset_unlike clients 6: daily: daily',
    'link_port settings: 2096',
  ])
    expect.soft(findings).toContain(text)
})

test('3x-ui 2: clients with one link become one member if they agree, else one person’s accounts', async () => {
  const entry = (email: string, subId: string, more: object = {}) => ({
    email,
    subId,
    enable: true,
    totalGB: 10,
    expiryTime: 0,
    limitIp: 0,
    tgId: '',
    ...more,
  })
  const other = UUID.replace(/^1/, '2')
  const proxies = [
    { dest: 'cdn.example.com', port: 443, remark: 'A', forceTls: 'same' },
    { dest: 'cdn2.example.com', port: 444, forceTls: 'tls' },
  ]
  const old = await sqlite({
    settings: [{ key: 'subPort', value: '443' }],
    inbounds: [
      row(
        1,
        'vless',
        { clients: [entry('a1', 'one', { id: UUID }), entry('b1', 'two', { id: UUID.replace(/^1/, '3') })] },
        { network: 'tcp', security: 'none', externalProxy: proxies },
      ),
      row(2, 'vmess', { clients: [entry('a2', 'one', { id: UUID }), entry('b2', 'two', { id: other, expiryTime: 5 }), null] }),
    ],
    client_traffics: [traffic('a1', 1, 2), traffic('a2', 3, 4), traffic('b1', 5, 6)],
  })
  const { nodes, findings, member } = await readSource(threeXui, old)
  expect(member('a1')).toMatchObject({
    person: null,
    uuid: UUID,
    links: [{ token: 'one' }],
    term: { quota: 20n, up: 4n, down: 6n, groups: ['1', '2'] },
  })
  expect(member('b1')).toMatchObject({ person: 'link two', links: [{ token: 'two' }], term: { quota: 10n, groups: ['1'] } })
  expect(member('b2')).toMatchObject({ person: 'link two', uuid: other, links: [], term: { endsAt: new Date(5) } })
  expect(findings).toEqual(
    expect.arrayContaining(['xui_one_link inbounds 1, client 1: a1, a2', 'xui_link_shared inbounds 1, client 2: b1, b2']),
  )
  expect(nodes.map(({ host, port, parent, why }) => [host, port, parent, why])).toEqual([
    ['cdn.example.com', '443', null, ''],
    ['cdn2.example.com', '444', '1', 'tls before the node'],
    ['panel.example.com', '1002', null, ''],
  ])
})

test('a node whose address the panel does not store stops the move until somebody says it', async () => {
  const tables = { inbounds: [row(1, 'shadowsocks', ss)], clients: [client(1, 'a')], client_inbounds: [{ client_id: 1, inbound_id: 1 }] }
  const rest = { settings: [{ key: 'a', value: 'b' }], client_traffics: [{ email: 'a', up: 1, down: 2 }], users: [{ id: 1 }] }
  const told = await readSource(threeXui, await sqlite({ ...tables, ...rest }))
  expect(told.nodes.map(({ host }) => host)).toEqual(['panel.example.com'])
  const untold = await readSource(threeXui, await sqlite({ ...tables, ...rest }), { options: {} })
  expect(untold.nodes).toEqual([])
  expect(untold.findings).toContain('address_missing inbounds 1: in 1')
})

/** As `pg_dump` writes it. */
function dumped(table: string, rows: Table): string {
  const columns = Object.keys(rows[0] ?? {})
  const types = columns.map((column) => `    ${column} ${column === 'enable' ? 'boolean' : 'text'}`)
  const lines = rows.map((one) =>
    columns.map((column) => (column === 'enable' ? (one[column] ? 't' : 'f') : (one[column] ?? '\\N'))).join('\t'),
  )
  return `CREATE TABLE public.${table} (\n${types.join(',\n')}\n);\n\nCOPY public.${table} (${columns.join(', ')}) FROM stdin;\n${lines.join('\n')}\n\\.\n\n`
}

test('3x-ui 3 with PostgreSQL is read from its dump', async () => {
  const tables = {
    inbounds: [row(1, 'shadowsocks', ss)],
    clients: [client(1, 'on'), client(2, 'off', { enable: 0 })],
    client_inbounds: [1, 2].map((id) => ({ client_id: id, inbound_id: 1 })),
    client_traffics: [{ email: 'on', enable: 1, up: 1, down: '9007199254740993' }],
    settings: [{ key: 'a', value: 'b' }],
    users: [{ id: 1 }],
  }
  const path = join(folder, 'x-ui.sql')
  const text = Object.entries(tables).map(([table, rows]) => dumped(table, rows))
  writeFileSync(path, `--\n-- PostgreSQL database dump\n--\n\n${text.join('')}--\n-- PostgreSQL database dump complete\n--\n`)
  const { source } = await recognise(await openPgDump(path), null)
  expect(source).toBe(threeXui)
  const { nodes, member } = await readSource(threeXui, await openPgDump(path))
  expect(nodes).toMatchObject([{ shown: true, host: 'panel.example.com' }])
  expect(member('on')).toMatchObject({ banned: false, term: { down: 9_007_199_254_740_993n } })
  expect(member('off')).toMatchObject({ banned: true })
})

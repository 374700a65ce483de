import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readSource, sqliteAt, type Table } from '../../../test/read-source.ts'
import { isPgDump, openPgDump } from '../old/open-pg-dump.ts'
import { marzban } from './marzban/marzban.ts'
import { pasarguard } from './pasarguard/pasarguard.ts'
import { remnawave } from './remnawave/remnawave.ts'
import { utcIn, zonedIn } from './columns.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-panels-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let serial = 0
const sqlite = (tables: Record<string, Table>) => sqliteAt(join(folder, `${serial++}.db`), tables)

const UUID = '11111111-1111-4111-8111-111111111111'
const marzbanConfig = `{ // with comments
  "inbounds": [
    {"tag": "V", "port": 443, "protocol": "vless", "settings": {"decryption": "none"}, "streamSettings": {"network": "tcp", "security": "none"}}, # and commas
    {"tag": "M", "port": "8080", "protocol": "vmess", "streamSettings": {"network": "ws", "wsSettings": {"path": "/a//b"}}},
    {"tag": "S", "port": 8388, "protocol": "shadowsocks"},
  ]
}`
const plainVless = {
  tag: 'V',
  port: 443,
  protocol: 'vless',
  settings: { decryption: 'none' },
  streamSettings: { network: 'tcp', security: 'none' },
}
const user = (id: number, username: string, more: object = {}) => ({
  id,
  username,
  status: 'active',
  used_traffic: 5,
  data_limit: null,
  expire: null,
  created_at: '2026-11-27 19:08:02.301889',
  admin_id: null,
  data_limit_reset_strategy: 'no_reset',
  sub_revoked_at: null,
  note: null,
  on_hold_timeout: null,
  on_hold_expire_duration: null,
  ...more,
})
const host = (id: number, inbound_tag: string, address: string, more: object = {}) => ({
  id,
  remark: 'N ({USERNAME}) [{PROTOCOL}]',
  address,
  port: null,
  inbound_tag,
  sni: null,
  host: null,
  security: 'inbound_default',
  alpn: 'none',
  fingerprint: 'none',
  is_disabled: 0,
  path: null,
  ...more,
})

test('Marzban: its statuses, exclusions, numbers above 2^53 and dates in UTC without a zone', async () => {
  const old = await sqlite({
    alembic_version: [{ version_num: '2b231de97dc3' }],
    jwt: [{ id: 1, secret_key: 'ab'.repeat(32) }],
    inbounds: [
      { id: 1, tag: 'V' },
      { id: 2, tag: 'M' },
      { id: 3, tag: 'S' },
    ],
    nodes: [{ id: 1, address: 'two.example.com', usage_coefficient: 1.5 }],
    hosts: [
      host(1, 'V', '{SERVER_IP}'),
      host(2, 'V', 'two.example.com'),
      host(3, 'M', '*.example.com'),
      host(4, 'S', 'three.example.com', { security: 'tls' }),
    ],
    admins: [{ id: 7, username: 'reseller' }],
    users: [
      user(1, 'Anna', { data_limit: 9_007_199_254_740_993n, sub_revoked_at: '2026-11-27 20:00:00.000500', admin_id: 7, note: 'VIP' }),
      user(2, 'anna', { status: 'on_hold', on_hold_expire_duration: 86_400, on_hold_timeout: '2026-12-01 12:00:00.000000' }),
      user(3, 'off', { status: 'disabled', expire: 1_800_000_000, data_limit: 0 }),
      user(4, 'weekly', { status: 'limited', data_limit_reset_strategy: 'week', data_limit: 10 }),
      user(5, 'yearly', { data_limit_reset_strategy: 'year', data_limit: 10 }),
    ],
    proxies: [
      { id: 1, user_id: 1, type: 'VLESS', settings: `{"id": "${UUID}", "flow": ""}` },
      { id: 2, user_id: 1, type: 'VMess', settings: `{"id": "${UUID.replace(/^1/, '2')}"}` },
      { id: 3, user_id: 1, type: 'Shadowsocks', settings: '{"password": "p@ss", "method": "aes-256-gcm"}' },
      { id: 4, user_id: 2, type: 'Shadowsocks', settings: '{"password": "a", "method": "chacha20-ietf-poly1305"}' },
      { id: 5, user_id: 3, type: 'Shadowsocks', settings: '{"password": "b", "method": "chacha20-ietf-poly1305"}' },
    ],
    exclude_inbounds_association: [{ proxy_id: 2, inbound_tag: 'M' }],
    user_usage_logs: [{ id: 1, user_id: 5, used_traffic_at_reset: 1, reset_at: '2026-01-01 00:00:00.000000' }],
    next_plans: [{ id: 1, user_id: 4, data_limit: 1 }],
  })
  await expect(readSource(marzban, old)).rejects.toMatchObject({ code: 'no_config' })
  const { all, nodes, findings, member } = await readSource(marzban, old, { readConfig: () => Promise.resolve(marzbanConfig) })
  expect(all.find(({ kind }) => kind === 'link_source')).toMatchObject({ linkKind: 'marzban', secret: 'ab'.repeat(32) })
  expect(member('Anna')).toMatchObject({
    banned: false,
    uuid: UUID,
    remarks: 'VIP\n@reseller',
    secrets: [{ kind: 'vmess' }, { kind: 'shadowsocks', secret: 'p@ss', cipher: 'aes-256-gcm' }],
    // No link of the second in which it was revoked works on.
    links: [{ token: 'Anna', validFrom: new Date('2026-11-27T20:00:00.001Z') }],
    term: { quota: 9_007_199_254_740_993n, groups: ['S', 'V'], endsAt: null },
  })
  expect(member('anna')).toMatchObject({
    secrets: [{ cipher: null }],
    term: { held: { ms: 86_400_000, by: new Date('2026-12-01T12:00:00Z') } },
  })
  expect(member('off')).toMatchObject({ banned: true, uuid: null, term: { quota: null, endsAt: new Date(1_800_000_000_000) } })
  expect(member('yearly').term).toMatchObject({ resetMode: 'yearly', resetsAt: new Date('2027-01-01T00:00:00Z') })
  expect(nodes.map(({ name, host: at, port, parent, rate, why }) => [name, at, port, parent, rate, why])).toEqual([
    ['N [vless]', 'panel.example.com', '443', null, '1', ''],
    ['N [vless]', 'two.example.com', '443', null, '1.5', ''],
    ['N [vmess]', '', '8080', null, '1', 'address *.example.com'],
    ['N [shadowsocks]', 'three.example.com', '8388', null, '1', 'tls before the node'],
  ])
  expect(findings).toEqual([
    'reset_unlike users 4: weekly: week',
    'no_inbound users 4: weekly',
    'next_plan users 4: weekly',
    'no_inbound users 5: yearly',
  ])
})

test('PasarGuard: groups show nodes unless they are switched off, and both kinds of link name the member', async () => {
  const settings = {
    vless: { id: UUID },
    vmess: { id: UUID },
    trojan: { password: 't' },
    shadowsocks: { password: 's'.repeat(22), method: 'xchacha20-poly1305' },
    hysteria: { auth: 'h' },
  }
  const old = await sqlite({
    alembic_version: [{ version_num: 'x' }],
    jwt: [{ secret_key: 'cd'.repeat(32) }],
    inbounds: [
      { id: 1, tag: 'V' },
      { id: 2, tag: 'M' },
    ],
    groups: [
      { id: 1, name: 'All', is_disabled: 0 },
      { id: 2, name: 'Off', is_disabled: 1 },
    ],
    inbounds_groups_association: [
      { inbound_id: 1, group_id: 1 },
      { inbound_id: 2, group_id: 2 },
    ],
    users_groups_association: [
      { user_id: 1, groups_id: 1 },
      { user_id: 1, groups_id: 2 },
    ],
    core_configs: [
      { id: 1, type: 'xray', config: JSON.stringify({ inbounds: [plainVless] }) },
      { id: 2, type: 'xray', config: '{' },
    ],
    hosts: [host(1, 'V', 'one.example.com,also.example.com')],
    nodes: [{ id: null, address: null, usage_coefficient: null }],
    admins: [{ id: null, username: null }],
    next_plans: [{ id: null, user_id: null }],
    user_usage_logs: [{ id: null, user_id: null, reset_at: null }],
    users: [
      user(1, 'anna', {
        expire: '2026-12-31 10:00:00+08:00',
        proxy_settings: JSON.stringify(settings),
        data_limit_reset_strategy: 'month',
        hwid_limit: 2,
      }),
    ],
  })
  const { nodes, findings, member } = await readSource(pasarguard, old)
  expect(member('anna')).toMatchObject({
    links: [{ token: 'anna' }, { token: '#1' }],
    secrets: [
      { kind: 'trojan', secret: 't' },
      { kind: 'hysteria2', secret: 'h' },
      { kind: 'shadowsocks', cipher: null },
    ],
    term: { endsAt: new Date('2026-12-31T02:00:00Z'), groups: ['1'], resetMode: 'monthly', resetsAt: new Date('2026-12-27T19:08:02.301Z') },
  })
  expect(nodes.map(({ host: at, parent, groups }) => [at, parent, groups])).toEqual([
    ['one.example.com', null, ['1']],
    ['also.example.com', 'V', ['1']],
    ['', null, []],
  ])
  expect(findings).toEqual([
    'broken_json core_configs 2: config',
    'xray_cipher users 1: anna: xchacha20-poly1305',
    'hwid_limit users 1: anna: 2',
  ])
})

/** As `pg_dump` writes a table. */
function copied(table: string, columns: string[], rows: (string | null)[][]): string {
  const types = columns.map((column) => `    ${column} ${/^is_|^override|^keep/.test(column) ? 'boolean DEFAULT false NOT NULL' : 'text'}`)
  const lines = rows.map(
    (one) => `${one.map((value) => value?.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t') ?? '\\N').join('\t')}\n`,
  )
  return `CREATE TABLE public.${table} (\n${types.join(',\n')}\n);\n\nCOPY public.${table} (${columns.join(', ')}) FROM stdin;\n${lines.join('')}\\.\n\n`
}

test('Remnawave: squads, hosts and keys from a PostgreSQL dump, which is refused where it ends early', async () => {
  const raw = {
    protocol: 'vless',
    settings: { decryption: 'none' },
    streamSettings: { network: 'tcp', security: 'tls', tlsSettings: { serverName: 'a.example.com' } },
  }
  const tables = [
    copied(
      'internal_squads',
      ['uuid', 'name'],
      [
        ['s1', 'Basic'],
        ['s2', 'VIP'],
      ],
    ),
    copied(
      'config_profile_inbounds',
      ['uuid', 'type', 'port', 'raw_inbound'],
      [
        ['i1', 'vless', '443', JSON.stringify(raw)],
        ['i2', 'shadowsocks', '8388', '{"protocol": "shadowsocks", "settings": {"method": "2022-blake3-aes-256-gcm", "password": "x"}}'],
      ],
    ),
    copied(
      'internal_squad_inbounds',
      ['internal_squad_uuid', 'inbound_uuid'],
      [
        ['s1', 'i1'],
        ['s2', 'i1'],
      ],
    ),
    copied('internal_squad_host_exclusions', ['host_uuid', 'squad_uuid'], [['h2', 's1']]),
    copied('nodes', ['uuid', 'consumption_multiplier'], [['n1', '1500000000']]),
    copied(
      'hosts_to_nodes',
      ['host_uuid', 'node_uuid'],
      [
        ['h1', 'n1'],
        ['h2', 'n1'],
      ],
    ),
    copied(
      'hosts',
      [
        'uuid',
        'view_position',
        'remark',
        'address',
        'port',
        'sni',
        'is_disabled',
        'is_hidden',
        'config_profile_inbound_uuid',
        'security_layer',
      ],
      [
        ['h1', '2', 'One {{DAYS_LEFT}}', '1.example.com', '443', null, 'f', 'f', 'i1', 'DEFAULT'],
        ['h2', '3', 'Two', '2.example.com', '444', 'b.example.com', 'f', 'f', 'i1', 'TLS'],
        ['h3', '1', 'Gone', '3.example.com', '1', null, 't', 'f', 'i1', 'DEFAULT'],
      ],
    ),
    copied(
      'internal_squad_members',
      ['internal_squad_uuid', 'user_id'],
      [
        ['s2', '5'],
        ['s1', '5'],
      ],
    ),
    copied('user_traffic', ['id', 'used_traffic_bytes'], [['5', '9007199254740993']]),
    copied(
      'users',
      [
        'id',
        'short_uuid',
        'username',
        'status',
        'traffic_limit_bytes',
        'traffic_limit_strategy',
        'expire_at',
        'created_at',
        'trojan_password',
        'vless_uuid',
        'ss_password',
        'description',
      ],
      [
        [
          '5',
          'abc_DEF-123',
          'anna',
          'LIMITED',
          '0',
          'MONTH_ROLLING',
          '2099-12-31 15:13:22.214',
          '2025-03-31 01:02:03.456',
          't',
          UUID,
          's'.repeat(32),
          'a\tb\\\nc\u2028d',
        ],
      ],
    ),
  ]
  const dump = `--\n-- PostgreSQL database dump\n--\n\n\\restrict x\n\n${tables.join('')}--\n-- PostgreSQL database dump complete\n--\n`
  const path = join(folder, 'rw.sql.gz')
  writeFileSync(path, gzipSync(dump))
  expect(await isPgDump(path)).toBe(true)
  const { nodes, member } = await readSource(remnawave, await openPgDump(path))
  expect(member('anna')).toMatchObject({
    keptId: 5,
    banned: false,
    uuid: UUID,
    remarks: 'a\tb\\\nc\u2028d',
    links: [{ token: 'abc_DEF-123' }],
    secrets: [{ kind: 'shadowsocks-2022-256', secret: Buffer.from('s'.repeat(32)).toString('base64') }],
    term: {
      down: 9_007_199_254_740_993n,
      quota: null,
      groups: ['s1', 's2'],
      resetMode: 'monthly',
      anchorDay: 31,
      endsAt: new Date('2099-12-31T15:13:22.214Z'),
    },
  })
  expect(
    nodes.map(({ name, parent, rate, groups, settings }) => [
      name,
      parent,
      rate,
      groups,
      settings?.protocol === 'vless' && [settings.flow, settings.tls?.server_name],
    ]),
  ).toEqual([
    ['One', null, '1.5', ['s1', 's2'], ['xtls-rprx-vision', 'a.example.com']],
    ['Two', 'h1', '1.5', ['s2'], ['xtls-rprx-vision', 'b.example.com']],
  ])
  writeFileSync(path, gzipSync(dump.slice(0, -30)))
  await expect(openPgDump(path)).rejects.toMatchObject({ code: 'cut_off' })
  writeFileSync(path, 'PGDMP\u0001')
  await expect(openPgDump(path)).rejects.toMatchObject({ code: 'damaged' })
})

test.each([
  ['2026-11-27 19:08:02.301889', '2026-11-27T19:08:02.301Z'],
  ['2026-11-27 12:00:00+08:00', '2026-11-27T04:00:00.000Z'],
  ['2026-11-27', '2026-11-27T00:00:00.000Z'],
])('%s without a zone is in UTC', (text, moment) => {
  expect(utcIn(text)).toEqual(new Date(moment))
})

test.each([
  ['1989-06-04 00:05:00', 'Asia/Shanghai', '1989-06-03T15:05:00.000Z'],
  ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
])('%s is read by the clocks of %s', (text, zone, moment) => {
  expect(zonedIn(text, zone)).toEqual(new Date(moment))
  expect(zonedIn('0000-00-00 00:00:00', zone)).toBeNull()
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { allOf, type Board, boardMember, hex, v2boardOf } from '../../test/old-board.ts'
import { openSqlite } from './old/open-sqlite.ts'
import type { OldNode, OldRecord } from './records.ts'
import { recognise } from './sources/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-xboard-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const now = Math.floor(Date.parse('2026-11-28T12:00:00Z') / 1000)

/** Xboard keeps V2board's tables, and has prices in decimals, nodes in one table and settings in another. */
function xboardOf(): Board {
  const {
    v2_server_vmess: _,
    v2_server_shadowsocks: __,
    v2_plan: ___,
    ...rest
  } = v2boardOf(now, [
    boardMember(1, now, {
      device_limit: 3,
      next_reset_at: now + 86_400,
      password: hex('sha256', 'secretsalt'),
      password_algo: 'sha256salt',
      password_salt: 'salt',
    }),
  ])
  const node = {
    parent_id: null,
    group_ids: '["1"]',
    tags: '[]',
    rate: '1.25',
    rate_time_enable: 0,
    rate_time_ranges: null,
    host: 'tokyo.example.com',
    port: '443',
    server_port: 443,
    show: 1,
    sort: 1,
  }
  const reality = {
    server_name: 'www.example.com',
    server_port: '443',
    public_key: 'A'.repeat(43),
    private_key: 'B'.repeat(43),
    short_id: 'ab12',
  }
  return {
    ...rest,
    v2_settings: [
      { id: 1, name: 'server_token', value: 'old-token-of-all-nodes' },
      { id: 2, name: 'subscribe_path', value: 'link' },
    ],
    v2_plan: [
      {
        id: 1,
        group_id: 1,
        transfer_enable: 100,
        name: 'Basic',
        prices: '{"monthly":19.9,"yearly":"199.99","onetime":null,"quarterly":1.234}',
        speed_limit: null,
        device_limit: 3,
        show: 1,
        sell: 1,
        renew: 1,
        tags: '["hot"]',
        capacity_limit: 0,
        reset_traffic_method: null,
        content: 'All',
        sort: 1,
        created_at: now,
      },
    ],
    v2_server: [
      {
        id: 7,
        code: '5',
        type: 'vless',
        name: 'Reality',
        ...node,
        protocol_settings: JSON.stringify({
          tls: 2,
          flow: 'xtls-rprx-vision',
          network: 'tcp',
          reality_settings: reality,
          utls: { enabled: true, fingerprint: 'firefox' },
        }),
        created_at: '2026-11-01 08:00:00',
      },
      {
        id: 5,
        code: null,
        type: 'vless',
        name: 'Number taken',
        ...node,
        protocol_settings: '{"tls":0,"network":"tcp"}',
        created_at: '2026-11-01 08:00:00',
      },
      {
        id: 8,
        code: null,
        type: 'shadowsocks',
        name: 'SS',
        ...node,
        protocol_settings: '{"cipher":"2022-blake3-aes-256-gcm"}',
        created_at: '2026-11-01 08:00:00',
      },
      {
        id: 9,
        code: null,
        type: 'hysteria2',
        name: 'Hy',
        ...node,
        protocol_settings: '{"version":2,"obfs":{"open":true,"password":"cry-me"},"tls":{"server_name":"hy.example.com"}}',
        created_at: '0000-00-00 00:00:00',
      },
      { id: 10, code: null, type: 'trojan', name: 'Broken', ...node, protocol_settings: '{"tls":', created_at: '2026-11-01 08:00:00' },
    ],
  }
}

/** Its member signed in at `now`, which the session has as that date. */
const signedIn = (board: Board, date: string): Board => ({
  ...board,
  v2_user: board['v2_user']?.map((member) => ({ ...member, last_login_at: now })) ?? [],
  personal_access_tokens: [{ id: 1, tokenable_id: 1, created_at: date }],
})

async function read(board: Board, options = {}): Promise<{ records: OldRecord[]; version: string }> {
  const path = join(folder, `${Math.random()}.sqlite`)
  const file = new DatabaseSync(path)
  for (const [name, rows] of Object.entries(board)) {
    const columns = Object.keys(rows[0] ?? { id: 0 })
    file.exec(`create table "${name}" (${columns.map((column) => `"${column}"`).join(', ')})`)
    const insert = file.prepare(`insert into "${name}" values (${columns.map(() => '?').join(', ')})`)
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null))
  }
  file.close()
  const old = await openSqlite(path)
  const { source, version } = await recognise(old, null)
  expect(source.name).toBe('xboard')
  const given = { options, currency: 'CNY', now: new Date(now * 1000), choice: () => '', readConfig: async () => null }
  const records = await allOf(source.read(old, given))
  await old.close()
  return { records, version }
}

const nodesOf = (records: OldRecord[]): OldNode[] => records.filter((record) => record.kind === 'node')

test('Xboard: prices to the cent, nodes by code first, its own times, and what is broken is named', async () => {
  const { records } = await read(xboardOf())
  const find = <K extends OldRecord['kind']>(kind: K) =>
    records.filter((record): record is Extract<OldRecord, { kind: K }> => record.kind === kind)
  expect(find('plan')[0]).toMatchObject({
    prices: { month_price: 1990n, year_price: 19_999n },
    sold: false,
    deviceLimit: 3,
    resetMode: 'first_of_month',
  })
  expect(find('plan')[0]?.prices).not.toHaveProperty('quarter_price')
  expect(find('link_source')[0]?.paths.map(({ path }) => path)).toEqual(['/link/{token}', '/api/v1/client/subscribe?token={token}'])
  expect(find('setting')).toContainEqual({ kind: 'setting', key: 'node.old_token', value: 'old-token-of-all-nodes' })
  expect(find('member')[0]).toMatchObject({
    password: { scheme: 'sha256', salt: 'salt' },
    term: { deviceLimit: 3, resetsAt: new Date((now + 86_400) * 1000) },
  })
  const nodes = new Map(nodesOf(records).map((node) => [node.name, node]))
  expect(nodes.get('Reality')).toMatchObject({
    aliases: [
      { type: 'vless', code: '5' },
      { type: 'vless', code: '7' },
      { type: 'v2node', code: '7' },
    ],
  })
  expect(nodes.get('Reality')?.settings).toMatchObject({
    security: 'reality',
    flow: 'xtls-rprx-vision',
    reality: { short_id: 'ab12', fingerprint: 'firefox' },
  })
  expect(nodes.get('Number taken')?.aliases).toEqual([{ type: 'v2node', code: '5' }])
  expect(nodes.get('Hy')?.settings).toMatchObject({
    protocol: 'hysteria2',
    obfs: 'salamander',
    obfs_password: 'cry-me',
    tls: { server_name: 'hy.example.com' },
  })
  expect(find('finding').map(({ code, at }) => `${code} ${at}`)).toEqual(
    expect.arrayContaining(['broken_number v2_plan 1', 'date_odd v2_server 9', 'broken_json v2_server 10']),
  )
  // It stores what was charged.
  expect(find('traffic')[0]).toMatchObject({ billedUp: 100n, up: 66n })
})

test('the Shadowsocks key of a node follows the zone in which its birth was written', async () => {
  const keyIn = async (zone?: string) => {
    const { records } = await read(xboardOf(), zone === undefined ? {} : { time_zone: zone })
    return nodesOf(records).find(({ name }) => name === 'SS')?.settings
  }
  const key = (moment: string) => Buffer.from(hex('md5', String(Date.parse(moment) / 1000))).toString('base64')
  expect(await keyIn()).toMatchObject({ server_key: key('2026-11-01T00:00:00Z') })
  expect(await keyIn('UTC')).toMatchObject({ server_key: key('2026-11-01T08:00:00Z') })
})

test('sign-ins show in which zone MySQL dumped the dates, and without any that is said', async () => {
  const readAt = async (board: Board, options = {}) => {
    const { records } = await read(board, options)
    const found = records.flatMap((one) =>
      one.kind === 'finding' && one.code.startsWith('xboard_zone') ? [`${one.code} ${one.what}`] : [],
    )
    return {
      found,
      created: nodesOf(records)
        .find(({ name }) => name === 'SS')
        ?.createdAt?.toISOString(),
    }
  }
  expect(await readAt(signedIn(xboardOf(), '2026-11-28 12:00:03'))).toEqual({
    found: ['xboard_zone UTC+00:00, Asia/Shanghai'],
    created: '2026-11-01T08:00:00.000Z',
  })
  expect(await readAt(signedIn(xboardOf(), '2026-11-28 20:00:03'))).toEqual({ found: [], created: '2026-11-01T00:00:00.000Z' })
  expect(await readAt(signedIn(xboardOf(), '2026-11-28 12:00:03'), { time_zone: 'UTC' })).toEqual({
    found: [],
    created: '2026-11-01T08:00:00.000Z',
  })
  // A session of some other moment proves nothing.
  expect(await readAt(signedIn(xboardOf(), '2026-11-20 01:07:44'))).toEqual({
    found: ['xboard_zone_unseen Asia/Shanghai'],
    created: '2026-11-01T00:00:00.000Z',
  })
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash as argon2 } from '@node-rs/argon2'
import { hashSync } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { type Board, dumpOf, hex } from '../../test/old-board.ts'
import { codeOf } from '../../test/authenticator-app.ts'
import { importFolder } from './open-old.ts'

const t = await forFile(startApp())
const owner = await t.admin()
const SALT = "a:b'$"
const TOTP = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
// The package declares its names in a way that cannot be imported here.
const ARGON2I = 1

const user = (id: number, pass: string, more: Board[string][number] = {}): Board[string][number] => ({
  id,
  user_name: `name ${id}`,
  email: `ss${id}@example.com`,
  pass,
  passwd: `passwd ${id}`,
  uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  u: 1,
  d: 2,
  transfer_enable: 1000,
  class: 1,
  class_expire: '2099-01-01 08:00:00',
  node_group: 2,
  money: '1.05',
  is_banned: 0,
  is_admin: 0,
  ref_by: 0,
  reg_date: '2025-01-02 03:04:05',
  auto_reset_day: 0,
  im_type: 0,
  locale: 'en',
  ...more,
})
const node = (id: number, sort: number, config: object, more: object = {}) => ({
  id,
  name: `node ${id}`,
  type: 1,
  server: `n${id}.example.com`,
  custom_config: JSON.stringify(config),
  sort,
  traffic_rate: '1.50',
  node_class: 0,
  node_group: 0,
  ...more,
})
const board: Board = {
  user: [
    user(41, hashSync('secret 41', 4).replace('$2b$', '$2y$')),
    user(42, await argon2('secret 42', { memoryCost: 1024, timeCost: 1, parallelism: 1, algorithm: ARGON2I })),
    user(43, hex('sha256', `secret 43${SALT}`), { class: 0, node_group: 0, class_expire: '1989-06-04 00:05:00' }),
    user(44, hex('sha256', `secret 44${SALT}`)),
  ],
  link: [{ id: 1, token: '0123456789abcdef', userid: 41 }],
  mfa_devices: [
    { id: 1, userid: 41, body: JSON.stringify({ token: TOTP }), name: 'TOTP', rawid: 'TOTP', type: 'totp' },
    { id: 2, userid: 42, body: '{}', name: 'a key', rawid: 'x', type: 'passkey' },
  ],
  node: [
    node(1, 11, { offset_port_user: 443, offset_port_node: 10_443, network: 'ws', security: 'tls', host: 'a.example.com', path: '/ws' }),
    node(
      2,
      1,
      { method: '2022-blake3-aes-128-gcm', server_key: 'MDEyMzQ1Njc4OWFiY2RlZg==', offset_port_node: 9443 },
      { node_class: 1, node_group: 2 },
    ),
    node(3, 14, { host: 'b.example.com' }, { node_class: 2 }),
    node(4, 0, {}),
  ],
  product: [
    {
      id: 1,
      type: 'tabp',
      name: 'Month',
      price: '19.90',
      content: '{"class":"1","class_time":"30","bandwidth":"100","node_group":"2","speed_limit":0,"ip_limit":"3"}',
      status: 1,
      stock: -1,
    },
    {
      id: 2,
      type: 'tabp',
      name: 'Odd',
      price: '5',
      content: '{"class":"1","class_time":"45","bandwidth":"0.5","node_group":"2"}',
      status: 1,
      stock: -1,
    },
  ],
  order: [
    {
      id: 9,
      user_id: 41,
      product_id: 1,
      product_type: 'tabp',
      product_name: 'Month',
      coupon: 'OFF',
      price: '17.90',
      status: 'activated',
      create_time: 1_764_000_000,
      update_time: 1_764_000_000,
    },
  ],
  invoice: [
    { id: 5, order_id: 9, content: '[{"price":19.9},{"price":"-2"}]', price: '17.90', status: 'paid_gateway', pay_time: 1_764_000_090 },
  ],
  paylist: [{ id: 1, userid: 41, total: '17.90', status: 1, invoice_id: 5, tradeno: 'T1', gateway: 'Alipay' }],
}
const EMPTY = Object.fromEntries(
  ['user_coupon', 'gift_card', 'user_invite_code', 'ticket', 'docs', 'announcement', 'payback', 'config'].map((name) => [name, ['id']]),
)
const CONFIG = String.raw`<?php
// $_ENV['salt'] = 'old';
$_ENV['pwdMethod'] = 'sha256';
$_ENV['salt'] = 'a:b\'$'; # the salt
$_ENV['timeZone'] = 'Asia/Shanghai';
`

async function move(config: string | null) {
  const folder = importFolder(t.app.config)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'ss.sql'), dumpOf(board, EMPTY))
  await writeFile(join(folder, 'config.php'), config ?? '')
  const options = config === null ? {} : { config: 'config.php' }
  const { body } = await owner.call('POST', '/admin/imports', {
    action: 'move',
    file: 'ss.sql',
    database: null,
    source: null,
    options,
    choices: {},
  })
  await expect.poll(async () => (await owner.call('GET', `/admin/imports/${body.id}`)).body.state).not.toBe('running')
  return (await owner.call('GET', `/admin/imports/${body.id}`)).body
}
const one = async (text: string) => (await t.database.pool.query(text)).rows[0]

test('SSPanel is refused without the salt of its passwords, and moves with it: passwords, authenticators, levels and dates of its zone', async () => {
  expect(await move(null)).toMatchObject({ state: 'failed', source: null })
  const moved = await move(CONFIG)
  expect(moved).toMatchObject({ state: 'done', source: 'sspanel', fault: null })
  const found = Object.fromEntries(
    moved.findings.map((one: { code: string; rows: { what: string }[] }) => [one.code, one.rows.map(({ what }) => what)]),
  )
  expect(found).toMatchObject({
    passkey_left: ['a key'],
    plan_days: ['Odd: 45'],
    node_left_out: ['node 4: protocol Shadowsocks with a port for each member'],
  })

  const login = (id: number, password = `secret ${id}`) => t.call('POST', '/muser/auth/login', { email: `ss${id}@example.com`, password })
  const [first, ...others] = await Promise.all([41, 42, 43, 44].map((id) => login(id)))
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await login(44, 'secret 43')).status).toBe(422)
  expect(
    await one(`select count(*)::int as n from accounts where password_hash like '$argon2id$%m=19456,%' and id in (42, 43, 44)`),
  ).toEqual({ n: 3 })
  expect(first).toMatchObject({ status: 409, body: { code: 'account.second_factor' } })
  const code = codeOf(TOTP, t.app.now())
  expect((await t.call('POST', '/muser/auth/second', { token: first?.body.details.token, code })).status).toBe(200)

  const terms = await t.database.pool
    .query(`select account_id::int as id, p.name as plan, s.expires_at, array(select n.name from node_groups g
    join nodes n on n.id = g.node_id where g.group_id = s.group_id order by 1) as nodes from subscriptions s join plans p on p.id = s.plan_id where account_id in (41, 43) order by 1`)
  expect(terms.rows).toEqual([
    { id: 41, plan: 'Month', expires_at: new Date('2099-01-01T00:00:00Z'), nodes: ['node 1', 'node 2'] },
    // Its nodes serve nobody whose level has ended.
    { id: 43, plan: expect.any(String), expires_at: new Date('1989-06-03T15:05:00Z'), nodes: ['node 1'] },
  ])
  expect(await one('select price_amount::int as price, coupon_amount::int as off from orders')).toEqual({ price: 1990, off: 200 })
  const profile = await (await fetch(`${t.base}/sub/0123456789abcdef/clash`)).text()
  const key = Buffer.from(hex('sha3-256', 'passwd 41').slice(0, 16)).toString('base64')
  expect(profile).toContain(`MDEyMzQ1Njc4OWFiY2RlZg==:${key}`)
  expect(await one(`select type || ' ' || code as name from node_aliases order by 1 limit 1`)).toEqual({ name: 'shadowsocks 2' })
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { hashSync } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { boardMember, type Board, dumpOf, hex, v2boardOf } from '../../test/old-board.ts'
import { sqliteAt } from '../../test/read-source.ts'
import { listening } from '../../test/listening.ts'
import { allowPrivate } from '../outgoing/private-addresses.ts'
import { compareLinks } from './compare/compare-links.ts'
import { importFolder } from './open-old.ts'
import { clearLeft } from './move/run-import.ts'

const t = await forFile(startApp())
const owner = await t.admin()
const now = Math.floor(Date.now() / 1000)
const day = 86_400

/** Puts a file where an operator would copy it. */
async function put(name: string, content: string): Promise<void> {
  await mkdir(importFolder(t.app.config), { recursive: true })
  await writeFile(join(importFolder(t.app.config), name), content)
}

type Asked = { action: string; file: string; source?: string; choices?: Record<string, string> }
async function run({ action, file, source, choices = {} }: Asked) {
  const body = { action, file, database: null, source: source ?? null, options: {}, choices }
  const { body: begun, status } = await owner.call('POST', '/admin/imports', body)
  expect(status, JSON.stringify(begun)).toBe(200)
  await expect.poll(async () => (await owner.call('GET', `/admin/imports/${begun.id}`)).body.state).not.toBe('running')
  return (await owner.call('GET', `/admin/imports/${begun.id}`)).body
}
const one = async (text: string, ...values: unknown[]) => (await t.database.pool.query(text, values)).rows[0]
const members = [
  boardMember(17, now, {
    balance: 1234,
    commission_balance: 55,
    password: hashSync('secret 17', 4).replace('$2b$', '$2y$'),
    password_algo: null,
  }),
  boardMember(18, now, { invite_user_id: 17, telegram_id: 7_000_000_001, password: hex('sha256', 'secret 18'), password_algo: 'sha256' }),
  boardMember(19, now, { password: hex('md5', 'secret 19s:a l'), password_algo: 'md5salt', password_salt: 's:a l', expired_at: now - day }),
  boardMember(20, now, { banned: 1, token: hex('md5', 'token 17') }),
  boardMember(21, now, { balance: -500, plan_id: 77, group_id: 9, expired_at: null, transfer_enable: '9007199254740993' }),
  boardMember(23, now, { email: 'an.na@gmail.com' }),
  boardMember(24, now, { email: 'Anna@gmail.com' }),
  boardMember(22, now, { plan_id: null, group_id: null, expired_at: 0, u: 0, d: 0, transfer_enable: 0, email: ' trail@example.com' }),
]
const board = (): Board => v2boardOf(now, members)
const EMPTY = { failed_jobs: ['id'] }

test('a dump that is cut off, or of something else, is refused in words, and a look writes nothing', async () => {
  await put('cut.sql', dumpOf(board(), EMPTY).slice(0, -700))
  await put('other.sql', dumpOf({ wp_posts: [{ id: 1, title: 'Hello' }] }))
  await put('board.sql', dumpOf(board(), EMPTY))
  expect(await run({ action: 'look', file: 'cut.sql' })).toMatchObject({
    state: 'failed',
    fault: expect.stringContaining('ends too early'),
  })
  expect(await run({ action: 'move', file: 'other.sql' })).toMatchObject({ state: 'failed', fault: expect.stringContaining('wp_posts') })
  expect(await run({ action: 'look', file: 'board.sql', source: 'xboard' })).toMatchObject({ state: 'failed' })
  expect(await run({ action: 'look', file: 'gone.sql' })).toMatchObject({ state: 'failed', fault: expect.stringContaining('no such file') })
  const looked = await run({ action: 'look', file: 'board.sql' })
  expect(looked).toMatchObject({ state: 'done', source: 'v2board', version: '1.7.4' })
  expect(looked.findings.map(({ code }: { code: string }) => code).toSorted()).toEqual(
    [
      'balance_negative',
      'config_missing',
      'email_alike',
      'email_trimmed',
      'group_missing',
      'node_left_out',
      'number_too_large',
      'order_open',
      'plan_missing',
      'token_twice',
    ].toSorted(),
  )
  expect(looked.findings.find(({ code }: { code: string }) => code === 'token_twice').rows).toEqual([
    { row: 'v2_user 20', what: hex('md5', 'token 17') },
  ])
  expect(await one('select count(*)::int as n from accounts where role_id is null')).toEqual({ n: 0 })
})

test('a move does not begin while a finding has to be mended first, and says which rows it concerns', async () => {
  await mkdir(importFolder(t.app.config), { recursive: true })
  const inbound = {
    id: 1,
    remark: 'Tokyo',
    enable: 1,
    listen: '',
    port: 443,
    protocol: 'trojan',
    settings: '{"clients":[]}',
    stream_settings: '{}',
  }
  const tables = { inbounds: [inbound], client_traffics: [{ email: 'a', up: 1 }], settings: [{ key: 'a', value: 'b' }], users: [{ id: 1 }] }
  await (await sqliteAt(join(importFolder(t.app.config), 'x-ui.db'), tables)).close()
  const refused = await run({ action: 'move', file: 'x-ui.db' })
  expect(refused).toMatchObject({ state: 'failed', fault: expect.stringContaining('inbounds 1 Tokyo') })
})

test('a move brings everything, and members sign in, fetch and pay as before', async () => {
  const moved = await run({ action: 'move', file: 'board.sql' })
  expect(moved).toMatchObject({ state: 'done', fault: null })
  const sums = Object.fromEntries(moved.sums.map(({ name, old, here }: { name: string; old: string; here: string }) => [name, [old, here]]))
  for (const [name, [old, here]] of Object.entries(sums) as [string, string[]][]) expect.soft(here, name).toBe(old)
  expect(sums).toMatchObject({ members: ['8', '8'], balance: ['1234', '1234'], debt: ['500', '500'], orders_amount: ['1490', '1490'] })

  // All at once, each with another scheme; the first login makes the hash our own.
  const logins = await Promise.all(
    [17, 18, 19, 21].map((id) => t.call('POST', '/muser/auth/login', { email: `old${id}@example.com`, password: `secret ${id}` })),
  )
  expect(logins.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  // Two addresses of one mailbox are two members, as they were.
  for (const [email, id] of [
    ['an.na@gmail.com', 23],
    ['anna@gmail.com', 24],
  ] as const)
    expect((await t.call('POST', '/muser/auth/login', { email, password: `secret ${id}` })).status).toBe(200)
  expect((await t.call('POST', '/muser/auth/login', { email: 'old18@example.com', password: 'secret 17' })).status).toBe(422)
  expect(await one(`select count(*)::int as n from accounts where password_hash like '$argon2id$%' and id in (17, 18, 19, 21)`)).toEqual({
    n: 4,
  })

  const fetched = await fetch(`${t.base}/api/v1/client/subscribe?token=${hex('md5', 'token 17')}`, {
    headers: { 'user-agent': 'mihomo/1.19.0' },
  })
  const profile = await fetched.text()
  expect(fetched.headers.get('subscription-userinfo')).toContain(
    `upload=${1024 ** 3}; download=${2 * 1024 ** 3}; total=${100 * 1024 ** 3}; expire=${now + 20 * day}`,
  )
  const key = Buffer.from(hex('md5', String(now - day)).slice(0, 16)).toString('base64')
  const own = Buffer.from('00000000-0000-4000-8000-000000000017'.slice(0, 16)).toString('base64')
  expect(profile).toContain(`${key}:${own}`)
  for (const part of ['tokyo.example.com', 'sni.example.com', '/live', 'cdn.example.com']) expect.soft(profile).toContain(part)
  expect(profile).not.toContain('Tokyo KCP')

  expect(
    await one(
      'select inviter_id::int, email, telegram_id::text from accounts a join telegram_bindings b on b.account_id = a.id where a.id = 18',
    ),
  ).toEqual({
    inviter_id: 17,
    email: 'old18@example.com',
    telegram_id: '7000000001',
  })
  expect(
    await one(
      `select p.name as plan, g.name as grp, s.expires_at, s.transfer_enable::text as quota from subscriptions s join plans p on p.id = s.plan_id join groups g on g.id = s.group_id where account_id = 21`,
    ),
  ).toEqual({
    plan: '#77',
    grp: '#9',
    expires_at: null,
    quota: String(Number.MAX_SAFE_INTEGER),
  })
  expect(await one('select plan_id, group_id, expires_at from subscriptions where account_id = 22')).toEqual({
    plan_id: null,
    group_id: null,
    expires_at: null,
  })
  expect(
    await one(
      `select status, price_amount::int, coupon_amount + personal_amount as off, begun_at is not null as begun from orders where trade_no = '2026112000000000000000001'`,
    ),
  ).toMatchObject({
    status: 'completed',
    price_amount: 1990,
    begun: true,
  })
  const aliases = (await t.database.pool.query('select type, code from node_aliases order by 1')).rows
  expect(aliases).toEqual([
    { type: 'shadowsocks', code: '5' },
    { type: 'vmess', code: '5' },
  ])
  const check = await owner.call('POST', '/admin/ledger/check')
  expect(check.body.faults).toEqual([])
  // The check knows no days of traffic unless there is a sum of one.
  expect(
    await one(
      `select (select sum(up + down)::int from traffic_days) as bytes, (select count(*)::int from traffic_months) as months, sum(members)::int as active from active_days`,
    ),
  ).toEqual({ bytes: 300, months: 1, active: 1 })
  // Numbers go on above the old ones.
  expect((await t.register('new@example.com')).id).toBeGreaterThan(24)
})

test('the comparison reads links from both sides as an app does, and finds what was planted and nothing else', async () => {
  // The old panel answers as this site does, but for the member whose profile was tampered with.
  const answerAs = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await fetch(t.base + request.url, { headers: { 'user-agent': 'mihomo/1.19.0' } })
    const profile = await answer.text()
    const isHis = request.url?.endsWith(hex('md5', 'token 17'))
    response.end(isHis ? profile.replace(/(port"?: ?)443\b/, '$1444').replace('cdn.example.com', 'cdn2.example.com') : profile)
  }
  const old = await listening(createServer((request, response) => void answerAs(request, response)))
  allowPrivate([old.host])
  const { config, settings } = t.app
  const sides = { database: t.database, config, settings: settings(), now: t.app.now(), address: old.url }
  const compared = await compareLinks(sides, async () => {})
  await old.stop()
  // Ended, suspended and without a plan: those links are said why, as they are expected to be.
  expect(compared).toMatchObject({ links: 7, expected: 2, unanswered: 0, equal: 4, count: 2 })
  expect(compared.differences.map(({ who, node, field, old: there, here }) => [who, node, field, there, here])).toEqual([
    ['old17@example.com', 'Tokyo VMess', 'port', '444', '443'],
    ['old17@example.com', 'Tokyo VMess', 'host', 'cdn2.example.com', 'cdn.example.com'],
  ])
})

test('a second move is refused, and what changed since the first can be taken back', async () => {
  expect(await run({ action: 'move', file: 'board.sql' })).toMatchObject({ state: 'failed', fault: expect.stringContaining('empty site') })
  await t.database.pool.query('update subscriptions set up = up + 10 where account_id = 17')
  const [{ id }] = (await owner.call('GET', '/admin/imports')).body.items.filter(
    ({ action, state }: Record<string, string>) => action === 'move' && state === 'done',
  )
  const back = (part: string, form: string) => owner.call('GET', `/admin/imports/${id}/back/export`, { part, form })
  expect((await back('traffic', 'sql')).body).toEqual({ csv: 'update v2_user set u = u + 10, d = d + 0 where id = 17;\n', rows: 1 })
  expect((await back('members', 'csv')).body.csv).toContain('new@example.com')
})

test('catching up adds what was used there, once, and leaves what changed here', async () => {
  const later = members.map((member) => ({
    ...member,
    d: Number(member['d']) + 5,
    ...(member['id'] === 18 && { expired_at: now + 50 * day }),
  }))
  await put('later.sql', dumpOf({ ...board(), v2_user: [...later, boardMember(30, now)] }, EMPTY))
  const end = new Date((now + 90 * day) * 1000)
  await t.database.pool.query('update subscriptions set expires_at = $1 where account_id = 17', [end])
  const caught = await run({ action: 'catch_up', file: 'later.sql' })
  expect(caught.findings.map(({ code, rows }: { code: string; rows: { row: string }[] }) => [code, rows[0]?.row])).toContainEqual([
    'came_later',
    'v2_user 30',
  ])
  await run({ action: 'catch_up', file: 'later.sql' })
  const used = 2 * 1024 ** 3 + 5
  expect(await one('select down::text, expires_at from subscriptions where account_id = 17')).toEqual({
    down: String(used),
    expires_at: end,
  })
  expect(await one('select down::text, expires_at from subscriptions where account_id = 18')).toEqual({
    down: String(used),
    expires_at: new Date((now + 50 * day) * 1000),
  })
})

test('pieces of a file are put together, and a hole or a strange name is refused', async () => {
  const send = (name: string, offset: number, text: string) => {
    const form = new FormData()
    form.append('file', new Blob([text]), 'piece')
    return owner.call('POST', `/admin/import-files?name=${encodeURIComponent(name)}&offset=${offset}`, form)
  }
  expect((await send('big.sql', 0, 'one ')).body).toMatchObject({ name: 'big.sql', bytes: 4 })
  expect((await send('big.sql', 4, 'two')).body.bytes).toBe(7)
  expect((await send('big.sql', 4, 'TWO!')).body.bytes).toBe(8)
  expect((await send('big.sql', 20, 'x')).status).toBe(422)
  expect((await send('../passwd', 0, 'x')).status).toBe(422)
  expect((await owner.call('DELETE', '/admin/import-files/big.sql')).status).toBe(200)
  expect((await owner.call('DELETE', '/admin/import-files/big.sql')).status).toBe(404)
})

test('what a killed move left is removed at the next start', async () => {
  await t.database.pool.query('select 1')
  const { Client } = (await import('pg')).default
  const client = new Client(t.app.ownerUrl)
  await client.connect()
  await client.query('create schema portico_moving; create table portico_moving.accounts (id bigint)')
  await client.end()
  await clearLeft(t.app.ownerUrl)
  expect(await one(`select count(*)::int as n from pg_namespace where nspname = 'portico_moving'`)).toEqual({ n: 0 })
})

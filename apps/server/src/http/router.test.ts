import { webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { signed } from '../../test/signed.ts'
import { createLog } from '../log.ts'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../test/node-software/programs.ts'

const t = await forFile(startApp())

const path = '/api/v1/muser/auth/login'
const body = { password: 'wrong password', email: 'nobody@example.com' }

const post = (headers: Record<string, string>, sent = JSON.stringify(body)): Promise<Response> =>
  fetch(t.base + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: sent })

test('a client whose clock is six minutes off gets the server’s time', async () => {
  const response = await post(signed(body, Date.now() - 360_000))
  const answer = (await response.json()) as { code: string; details: { server_time: number } }
  expect([response.status, answer.code]).toEqual([400, 'signature.clock_skew'])
  expect(Math.abs(answer.details.server_time - Date.now())).toBeLessThan(60_000)
})

test('malformed fields are named in the caller’s language', async () => {
  const wrong = await t.call('POST', '/muser/auth/login', { email: 'no address', password: '' })
  expect(wrong.status).toBe(422)
  expect(Object.keys(wrong.body.errors)).toEqual(['email', 'password'])
  const chinese = await t.call('POST', '/muser/auth/login', { email: 'no address', password: '' }, { cookie: 'language=zh-CN' })
  expect(chinese.body.message).toMatch(/请检查/)
  expect(chinese.body.errors.email[0]).toMatch(/[\u4e00-\u9fff]/)
})

test('a write caused by another site is refused, even with a session', async () => {
  const member = await t.member()
  const answer = await member.call('GET', '/muser/resetSecurity', {}, { 'sec-fetch-site': 'cross-site' })
  expect([answer.status, answer.body.code]).toEqual([400, 'request.cross_site'])
})

test('an answer is encrypted for the key that asks for it, and so are errors', async () => {
  const keys = await webcrypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const key = Buffer.from(await webcrypto.subtle.exportKey('raw', keys.publicKey)).toString('base64url')
  const good = await t.call('GET', '/api/comm/config', {}, { 'x-crypt': key })
  expect(Object.keys(good.body)).toEqual(['crypt', 'key', 'data'])
  expect(await open(keys.privateKey, good.body)).toMatchObject({ webtitle: 'Portico', webclose: 0 })
  const bad = await t.call('GET', '/muser/getSubscribe', {}, { 'x-crypt': key })
  expect(bad.status).toBe(403)
  expect(await open(keys.privateKey, bad.body)).toMatchObject({ code: 'session.invalid' })
})

test('a call is refused before it does anything if the caller could not read the answer', async () => {
  const [admin, member, plan] = await Promise.all([t.admin(), t.member(), t.plan()])
  const save = async (headers?: Record<string, string>) => {
    const { status, body } = await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' }, headers)
    return [status, body.code]
  }
  // Not a point, not on the curve, not base64, the length of another curve.
  const keys = ['AAAA', Buffer.from([4, ...Array<number>(64).fill(1)]).toString('base64url'), '!', 'A'.repeat(130)]
  for (const key of keys) expect(await save({ 'x-crypt': key })).toEqual([400, 'encryption.invalid_key'])
  await admin.call('PATCH', '/admin/settings', { 'security.response_encryption': 'required' })
  expect(await save()).toEqual([400, 'encryption.required'])
  await t.database.pool.query(`delete from settings where key = 'security.response_encryption'`)
  await t.app.reloadSettings()
  expect((await member.call('GET', '/muser/order/fetch')).body.total).toBe(0)
})

async function open(privateKey: webcrypto.CryptoKey, sealed: { key: string; data: string }): Promise<unknown> {
  const { subtle } = webcrypto
  const peer = await subtle.importKey('raw', Buffer.from(sealed.key, 'base64url'), { name: 'ECDH', namedCurve: 'P-256' }, false, [])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: peer }, privateKey, 256)
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('portico-response')
  const derive = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  const key = await subtle.deriveKey(derive, material, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
  const data = Buffer.from(sealed.data, 'base64url')
  const text = await subtle.decrypt({ name: 'AES-GCM', iv: data.subarray(0, 12) }, key, data.subarray(12))
  return JSON.parse(Buffer.from(text).toString())
}

test('a closed site answers operators, logins and links, and tells everybody else that it is closed', async () => {
  const [admin, member] = await Promise.all([t.admin(), t.member()])
  const link = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
  await admin.call('PATCH', '/admin/settings', { 'site.closed': true })
  const shut = await member.call('GET', '/muser/getSubscribe')
  expect([shut.status, shut.body.code, shut.body.webclose]).toEqual([503, 'site.closed', 1])
  expect((await t.call('GET', '/api/plan/list')).status).toBe(503)
  expect((await admin.call('GET', '/admin/plans')).status).toBe(200)
  expect((await fetch(link)).status).toBe(200)
  await admin.call('PATCH', '/admin/settings', { 'site.closed': false })
  expect((await t.call('GET', '/api/plan/list')).status).toBe(200)
})

test('every answer has a request id and the security headers', async () => {
  const response = await fetch(`${t.base}/healthz`)
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect((await fetch(`${t.base}/readyz`)).status).toBe(200)
})

test('an unexpected error reveals nothing but that it happened', async () => {
  const member = await t.member()
  await t.asOwner('alter table subscriptions rename to hidden')
  const answer = await member.call('GET', '/muser/getSubscribe')
  await t.asOwner('alter table hidden rename to subscriptions')
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({ code: 'server.error', message: expect.any(String) })
})

test('nesting that exhausts the stack is malformed input, signed in or not', async () => {
  const nested = `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  const answer = await post(signed(body), nested)
  expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ code: 'input.invalid' })])
})

test('text the database cannot store is malformed input in a named field, in a body, a query or a path', async () => {
  const admin = await t.admin()
  const plan = await t.plan()
  for (const content of ['a\0b', 'half a pair \ud800']) {
    const refused = await admin.call('PATCH', `/admin/plans/${plan.id}`, { month_price: 1, content })
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([422, 'input.invalid', ['content']])
    const deep = await admin.call('PATCH', '/admin/nodes/1', { translations: { en: { tags: ['a', content] } } })
    expect([deep.status, Object.keys(deep.body.errors)]).toEqual([422, ['translations.en.tags.1']])
  }
  const kept = (await admin.call('GET', '/admin/plans')).body.items.find((each: { id: number }) => each.id === plan.id)
  expect(kept.month_price).toBe(1000)
  expect(await admin.call('GET', '/admin/users', { q: 'a\0b' })).toMatchObject({
    status: 422,
    body: { errors: { q: [expect.any(String)] } },
  })
  expect(await admin.call('GET', '/admin/users/%00')).toMatchObject({ status: 422, body: { errors: { id: [expect.any(String)] } } })
})

test('the log contains no subscription link, even a misspelt one', async () => {
  const lines: string[] = []
  const silent = t.app.log
  t.app.log = createLog('info', { write: (line) => lines.push(line) })
  const token = 'ab'.repeat(16)
  for (const address of [`//s/${token}`, `/s/s/${token}`, `/x/${token.toUpperCase()}/`]) await fetch(t.base + address)
  t.app.log = silent
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('').toLowerCase()).not.toContain(token)
})

/** The first line of the answer to a request that is sent as it stands. */
function firstLine(request: string): Promise<string> {
  const { hostname, port } = new URL(t.base)
  return new Promise((done, failed) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.once('close', () => done(answer.split('\r\n')[0] ?? '')).once('error', failed)
  })
}

test.each(['/healthz', '/readyz'])('%s answers HTTP/1.0, which has no Host header; HTTP/1.1 needs one', async (path) => {
  expect(await firstLine(`GET ${path} HTTP/1.0\r\n\r\n`)).toBe('HTTP/1.1 200 OK')
  expect(await firstLine(`GET ${path} HTTP/1.1\r\n\r\n`)).toBe('HTTP/1.1 400 Bad Request')
})

const PROGRAM = ['haproxy', '/usr/sbin/haproxy'].find((program) => spawnSync(program, ['-v']).error === undefined)

test('the plain probe of haproxy keeps three servers up', async ({ skip }) => {
  skip(PROGRAM === undefined, 'haproxy is not installed')
  const others = await Promise.all([startApp(), startApp()])
  const folder = mkdtempSync(join(tmpdir(), 'portico-haproxy-'))
  const [port, statistics] = [await freePort(), await freePort()]
  const servers = [t, ...others].map(({ base }, n) => `  server s${n} ${base.replace('http://', '')} check inter 200 rise 1 fall 1`)
  const config = [
    'defaults',
    '  mode http',
    '  timeout connect 5s',
    '  timeout client 5s',
    '  timeout server 5s',
    'frontend front',
    `  bind 127.0.0.1:${port}`,
    '  default_backend portico',
    'backend portico',
    '  option httpchk GET /readyz',
    ...servers,
    'frontend statistics',
    `  bind 127.0.0.1:${statistics}`,
    '  stats enable',
    '  stats uri /',
  ]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `${config.join('\n')}\n`)
  const haproxy = spawn(PROGRAM ?? '', ['-f', file], { stdio: 'ignore' })
  try {
    const states = async (): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${statistics}/;csv`).catch(() => null)
      const rows = (await answer?.text())?.split('\n').map((line) => line.split(',')) ?? []
      const [state, check] = [rows[0]?.indexOf('status') ?? -1, rows[0]?.indexOf('check_status') ?? -1]
      return rows.filter(([proxy, name]) => proxy === 'portico' && /^s\d$/.test(name ?? '')).map((row) => [row[state], row[check]])
    }
    // Before the first probe, haproxy takes each server for up.
    await expect.poll(states).toEqual(servers.map(() => ['UP', 'L7OK']))
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  } finally {
    haproxy.kill('SIGKILL')
    await Promise.all(others.map((other) => other.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
})

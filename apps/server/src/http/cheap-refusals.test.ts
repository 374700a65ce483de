import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { signed } from '../../test/signed.ts'

const t = await forFile(startApp())
const member = await t.member()

type Sent = { path: string; body: string; headers: Record<string, string> }

/** A call signed for its own body and ready to send: signing is not part of what is measured. */
function readyToSend(path: string, payload: Record<string, unknown>, headers: Record<string, string> = {}) {
  return { path, body: JSON.stringify(payload), headers: { ...signed(payload), ...headers } }
}

async function send({ path, body, headers }: Sent): Promise<[status: number, code: string]> {
  const json = { 'content-type': 'application/json', ...headers }
  const response = await fetch(`${t.base}/api/v1${path}`, { method: 'POST', headers: json, body })
  return [response.status, ((await response.json()) as { code: string }).code]
}

const login = '/muser/auth/login'
const fields = (count: number): Record<string, number> => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]))
const asMember = (): Record<string, string> => ({ 'x-token': member.token })

test('a body has at most 64 KB, unless its endpoint allows more', async () => {
  const note = (length: number) => ({ trade_no: 'NOSUCHORDER1', proof: 'x'.repeat(length) })
  expect(await send(readyToSend('/muser/order/cancel', note(66_000), asMember()))).toEqual([413, 'request.too_large'])
  // It is read and parsed: only the field is too long.
  expect(await send(readyToSend('/muser/order/proof', note(66_000), asMember()))).toEqual([422, 'input.invalid'])
  expect(await send(readyToSend('/muser/order/proof', note(1_100_000), asMember()))).toEqual([413, 'request.too_large'])
})

test('a body has at most a thousand fields and elements, at any depth, unless its endpoint allows more', async () => {
  const info = (payload: Record<string, unknown>) => send(readyToSend('/muser/info', payload, asMember()))
  const roles = (count: number) => ({ roles: Array.from({ length: count }, () => 'user') })
  expect((await info(roles(998)))[0]).toBe(200)
  for (const payload of [roles(1001), { roles: [], ...fields(1001) }, { roles: [], inner: [{ inner: fields(1001) }] }]) {
    expect(await info(payload)).toEqual([422, 'input.invalid'])
  }
  // Inside a text they are not fields.
  expect((await info({ roles: ['\\",[{'.repeat(2000)] }))[0]).toBe(200)
  const admin = await t.admin()
  const ids = Array.from({ length: 2000 }, (_, i) => 900_000 + i)
  expect((await admin.call('POST', '/admin/nodes/sort', { ids })).status).not.toBe(422)
})

test('checks run in order: headers, session, body, signature', async () => {
  const good = readyToSend('/muser/info', { roles: [] }, asMember())
  const broken = { ...good, body: '{"roles":' }
  const { 'x-sign': _, ...unsigned } = broken.headers
  expect(await send({ ...broken, headers: unsigned })).toEqual([400, 'signature.invalid'])
  expect(await send({ ...broken, headers: { ...broken.headers, 'x-timestamp': '1' } })).toEqual([400, 'signature.clock_skew'])
  expect(await send({ ...broken, headers: { ...broken.headers, 'x-token': 'nobody' } })).toEqual([403, 'session.invalid'])
  const other = () => readyToSend('/muser/info', { roles: [] }, asMember())
  expect(await send({ ...other(), body: '{"roles":' })).toEqual([422, 'input.invalid'])
  expect(await send({ ...other(), body: '{"roles":["x"]}' })).toEqual([400, 'signature.invalid'])
  expect((await send(other()))[0]).toBe(200)
})

test('a connection survives a refusal that left the body unread', async () => {
  for (let n = 0; n < 3; n++) {
    const refused = readyToSend('/muser/info', { roles: ['x'.repeat(60_000)] }, { 'x-token': 'nobody' })
    expect(await send(refused)).toEqual([403, 'session.invalid'])
  }
})

const long = JSON.stringify({ trade_no: 'NOSUCHORDER1', email: 'a@example.com', ...fields(70_000) })
const short = JSON.stringify({ email: 'a@example.com', ...fields(4500) })
const list = JSON.stringify({ email: Array.from({ length: 30_000 }, () => 1) })

test.each([
  ['0.8 MB for the log-in', login, long, {}, 413],
  ['many fields in few bytes', login, short, {}, 422],
  ['a long list', login, list, {}, 422],
  ['many fields where a megabyte is taken', '/muser/order/proof', long, asMember, 422],
  ['0.8 MB without a session', '/muser/order/proof', long, { 'x-token': 'nobody' }, 403],
])('%s is refused and blocks the server hardly longer than an honest call', async (_, path, body, headers, status) => {
  const as = typeof headers === 'function' ? headers() : headers
  const honest = await longestHold(() => readyToSend('/muser/info', { roles: [] }, asMember()))
  // The signature is wrong too, but that is not why the call is refused.
  const refused = await longestHold(() => ({ ...readyToSend(path, {}, as), body }))
  expect(refused.held / honest.held).toBeLessThan(10)
  expect([...honest.statuses, ...refused.statuses]).toEqual([200, status])
})

/** The longest time in milliseconds that the event loop was blocked by a call: the shortest of several rounds. */
async function longestHold(make: () => Sent): Promise<{ held: number; statuses: Set<number> }> {
  const rounds: number[] = []
  const statuses = new Set<number>()
  for (let round = 0; round < 20; round++) {
    const sent = make()
    let [longest, last, isOn] = [0, performance.now(), true]
    const tick = (): void => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
      if (isOn) setImmediate(tick)
    }
    setImmediate(tick)
    statuses.add((await send(sent))[0])
    isOn = false
    rounds.push(longest)
  }
  return { held: Math.min(...rounds), statuses }
}

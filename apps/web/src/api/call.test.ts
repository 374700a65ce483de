import type { IncomingMessage } from 'node:http'
import { hash, webcrypto } from 'node:crypto'
import { getInfo } from '@portico/contract/accounts'
import { login } from '@portico/contract/auth'
import { orderDetails } from '@portico/contract/orders'
import { sign } from '@portico/contract/signature'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeBrowser, fakeBrowser } from '../../test/fake-browser.ts'
import { siteServer } from '../../test/site-server.ts'

type Answer = { status?: number; body: unknown; headers?: Record<string, string> }
let asked: IncomingMessage[] = []
let answer: (request: IncomingMessage) => Answer | Promise<Answer>

const reach = await siteServer((request, response) => {
  asked.push(request)
  void Promise.resolve(answer(request)).then(({ status = 200, body, headers = {} }) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
  )
})

let browser: FakeBrowser
let sent: RequestInit | undefined
let api: typeof import('./call.ts')
let session: typeof import('./session.ts')
let toasts: () => { title?: string; message: unknown }[]
let loading: () => number

beforeEach(async () => {
  vi.resetModules()
  asked = []
  browser = fakeBrowser('/user/orders')
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent = init
    return reach(url, init)
  })
  api = await import('./call.ts')
  session = await import('./session.ts')
  const [notice, state, i18n] = [await import('../toast.ts'), await import('./loading.ts'), await import('../i18n.ts')]
  await i18n.loadMessages('site')
  toasts = notice.toasts.get
  loading = state.loading.get
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const trade = { query: { trade_no: 'ABC123' } }
const details = () => api.call(orderDetails, trade)
const shown = () => toasts().map(({ title, message }) => [title, message])

test.each([
  ['zh-CN', '', 'zh-CN', undefined],
  ['en-GB', '?lang=zh-CN', 'zh-CN', undefined],
  ['zh-CN', '', 'en', 'en'],
])('before any text is loaded, a call from a %s browser at “%s” asks in %s', async (browserLanguage, search, expected, cookie) => {
  vi.resetModules()
  const { cookies, location } = fakeBrowser('/index', browserLanguage)
  location.search = search
  if (cookie) cookies.set('language', cookie)
  answer = () => ({ body: {} })
  const { fetchSite } = await import('./site.ts')
  await fetchSite()
  expect(asked[0]?.headers['accept-language']).toBe(expected)
})

test('a call is signed, carries the session, keeps the new token of its answer and gives up after 15 seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  answer = () => ({ body: { x_token: 'new', name: 'a' } })
  await api.call(login, { body: { email: 'a@example.com', password: 'secret word' } })
  session.storeToken('T1')
  answer = () => ({ body: {}, headers: { 'x-token': 'new' } })
  await details()
  expect(browser.cookies.get('AdminToken')).toBe('new')

  const [first, second] = asked.map((request) => request.headers)
  const sha256 = (text: string): string => hash('sha256', text)
  expect(first).not.toHaveProperty('x-token')
  const fields = { email: 'a@example.com', password: 'secret word' }
  expect(first?.['x-sign']).toBe(sign(fields, String(first?.['x-secret']), String(first?.['x-timestamp']), sha256))
  expect(asked[1]?.url).toBe('/api/v1/muser/order/details?trade_no=ABC123')
  expect(second).toMatchObject({ 'x-token': 'T1', 'x-secret': expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(second?.['x-sign']).toBe(sign(trade.query, String(second?.['x-secret']), String(second?.['x-timestamp']), sha256))
  expect(timeout.mock.calls).toEqual([[15_000], [15_000]])
  expect(sent?.credentials).toBe('include')
})

test('403 ends the session at once, shows one message for 3 seconds, and opens the login page after 1.1', async () => {
  const lost = vi.fn<() => Promise<void>>()
  session.onSessionLost(lost)
  session.storeToken('T1')
  session.storeName('a')
  answer = () => ({ status: 403, body: { code: 'session.invalid', message: 'gone' } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const calls = await Promise.allSettled([details(), details()])

  expect(calls.map((one) => one.status)).toEqual(['rejected', 'rejected'])
  expect([...browser.cookies]).toEqual([])
  expect(shown()).toEqual([['request failed', 'Your login has expired. Please log in again.']])
  vi.advanceTimersByTime(1099)
  expect(lost).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(lost).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1899)
  expect(toasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(toasts()).toEqual([])
})

test.each([400, 404, 409, 429, 500, 503])('%d shows its number and the server’s message for 3 seconds', async (status) => {
  answer = () => ({ status, body: { code: 'x', message: 'It is so.' } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await expect(details()).rejects.toMatchObject({ status, noticed: true })
  expect(shown()).toEqual([['request failed', `(${status}) It is so.`]])
  vi.advanceTimersByTime(2999)
  expect(toasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(toasts()).toEqual([])
})

test('422, and a sign-in that needs its second step, are left to the caller', async () => {
  answer = () => ({ status: 422, body: { code: 'input.invalid', message: 'No.', errors: { email: ['Bad.'] } } })
  await expect(details()).rejects.toMatchObject({ status: 422, noticed: false, fields: { email: ['Bad.'] } })
  answer = () => ({ status: 409, body: { code: 'account.second_factor', message: 'Code?', details: { token: 'T' } } })
  await expect(details()).rejects.toMatchObject({ code: 'account.second_factor', noticed: false, details: { token: 'T' } })
  expect(toasts()).toEqual([])
})

const stale = { status: 409, body: { code: 'session.confirm_needed', message: 'Who is there?' } }

test('a call that needs a confirmed session asks and is repeated; several at once ask one question', async () => {
  const { confirmItIsYou, onConfirmNeeded } = await import('./confirm.ts')
  let isConfirmed = false
  answer = () => (isConfirmed ? { body: { trade_no: 'ABC123' } } : stale)
  const ask = vi.fn<() => Promise<boolean>>(async () => (isConfirmed = true))
  onConfirmNeeded(ask)
  expect(await details()).toEqual({ trade_no: 'ABC123' })
  expect([ask.mock.calls.length, asked.length, toasts().length]).toEqual([1, 2, 0])
  expect(await Promise.all([confirmItIsYou(), confirmItIsYou()])).toEqual([true, true])
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a person who does not confirm sees no message, and nothing is repeated; a poll does not ask', async () => {
  const { onConfirmNeeded } = await import('./confirm.ts')
  const ask = vi.fn<() => Promise<boolean>>(async () => {
    // The dialog may stay open for long, and the menu must work meanwhile.
    expect(loading()).toBe(0)
    return false
  })
  onConfirmNeeded(ask)
  answer = () => stale
  await expect(details()).rejects.toMatchObject({ code: 'session.confirm_needed', noticed: true })
  expect([ask.mock.calls.length, asked.length, toasts().length]).toEqual([1, 1, 0])
  await expect(api.call(orderDetails, trade, { background: true })).rejects.toMatchObject({ status: 409 })
  expect([ask.mock.calls.length, toasts().length]).toEqual([1, 0])
})

test('a failed poll shows nothing, but a lost session still ends', async () => {
  answer = () => ({ status: 500, body: { code: 'x', message: 'It is so.' } })
  await expect(api.call(orderDetails, trade, { background: true })).rejects.toMatchObject({ status: 500 })
  expect(toasts()).toEqual([])
  answer = () => ({ status: 403, body: { code: 'session.invalid', message: 'gone' } })
  await expect(api.call(orderDetails, trade, { background: true })).rejects.toMatchObject({ status: 403 })
  expect(toasts()).toHaveLength(1)
})

test('while the server is away, what looks for news says nothing, since a bar above the page does; a change still says that it failed', async () => {
  answer = () => ({ status: 502, body: {} })
  for (let times = 0; times < 3; times++) await expect(details()).rejects.toMatchObject({ status: 502, noticed: true })
  expect(toasts()).toEqual([])
  await expect(api.call(login, { body: { email: 'a@example.com', password: 'secret word' } })).rejects.toMatchObject({ status: 502 })
  expect(toasts()).toHaveLength(1)
  answer = () => ({ status: 500, body: { code: 'x', message: 'It is so.' } })
  await expect(details()).rejects.toMatchObject({ status: 500 })
  expect(toasts()).toHaveLength(2)
})

test('a closed site opens its closed page at any status, except in the console', async () => {
  answer = () => ({ body: { webclose: 1 } })
  await details()
  expect(browser.location.assign).toHaveBeenCalledExactlyOnceWith('/closed.html')
  answer = () => ({ status: 503, body: { code: 'site.closed', message: 'Closed.', webclose: 1 } })
  await expect(details()).rejects.toMatchObject({ status: 503 })
  expect(browser.location.assign).toHaveBeenCalledTimes(2)
  browser.location.pathname = '/admin/setting'
  await expect(details()).rejects.toMatchObject({ status: 503 })
  expect(browser.location.assign).toHaveBeenCalledTimes(2)
})

test('the loading value is 1 during a call and 0 after it, also after a failure, which a quiet call keeps to itself; polls do not change it', async () => {
  const seen: number[] = []
  answer = () => {
    seen.push(loading())
    return { status: 500, body: {} }
  }
  await Promise.allSettled([details(), details()])
  expect([...seen, loading()]).toEqual([1, 1, 0])
  await expect(api.call(orderDetails, trade, { quiet: true })).rejects.toMatchObject({ status: 500 })
  expect([seen[2], loading(), toasts().length]).toEqual([1, 0, 1])
  await Promise.allSettled([api.call(orderDetails, trade, { background: true })])
  expect(seen[3]).toBe(0)
})

test('a wrong clock is corrected, and the call succeeds', async () => {
  const serverTime = Date.now() + 3_600_000
  answer = (request) =>
    Number(request.headers['x-timestamp']) > serverTime - 60_000
      ? { body: { trade_no: 'ABC123' } }
      : { status: 400, body: { code: 'signature.clock_skew', message: 'Late.', details: { server_time: serverTime } } }
  await expect(details()).resolves.toEqual({ trade_no: 'ABC123' })
  expect([asked.length, toasts().length]).toEqual([2, 0])
})

test('where answers must be encrypted, the client sends a key and reads the answer', async () => {
  answer = async ({ headers }) => {
    const key = headers['x-crypt']
    if (typeof key !== 'string') return { status: 400, body: { code: 'encryption.required', message: 'Key?' } }
    return { body: await seal(key, { userInfo: { name: '名' } }) }
  }
  await expect(api.call(getInfo, { body: {} })).resolves.toEqual({ userInfo: { name: '名' } })
  await api.call(getInfo, { body: {} })
  expect(asked.map(({ headers }) => typeof headers['x-crypt'])).toEqual(['undefined', 'string', 'string'])
  expect(asked[1]?.headers['x-crypt']).not.toBe(asked[2]?.headers['x-crypt'])
})

// The server's half, written independently from the description of the format.
async function seal(clientKey: string, value: unknown): Promise<Record<string, string>> {
  const { subtle } = webcrypto
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const peer = await subtle.importKey('raw', Buffer.from(clientKey, 'base64url'), curve, false, [])
  const own = await subtle.generateKey(curve, true, ['deriveBits'])
  const bits = await subtle.deriveBits({ name: 'ECDH', public: peer }, own.privateKey, 256)
  const material = await subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: Buffer.from('portico-response') }
  const key = await subtle.deriveKey(hkdf, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const iv = webcrypto.getRandomValues(new Uint8Array(12))
  const data = await subtle.encrypt({ name: 'AES-GCM', iv }, key, Buffer.from(JSON.stringify(value)))
  return {
    crypt: 'ECDH-P256+HKDF-SHA256+A256GCM',
    key: Buffer.from(await subtle.exportKey('raw', own.publicKey)).toString('base64url'),
    data: Buffer.concat([iv, Buffer.from(data)]).toString('base64url'),
  }
}

test('a call that needs a challenge is sent once more, with its solution', async () => {
  vi.resetModules()
  vi.doMock('../solve-challenge.ts', () => ({
    loadSolver: async () => ({
      solve: async (details: { type: string }, ask: (path: string, query: object) => Promise<{ n: string }>) =>
        `${details.type} ${(await ask('/muser/auth/captcha_veryfy', { type: details.type })).n}`,
    }),
  }))
  api = await import('./call.ts')
  const bodies: unknown[] = []
  answer = async (request) => {
    if (request.method === 'GET') return { body: { n: request.url } }
    bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    return bodies.length === 2
      ? { body: { x_token: 'x', name: 'a' } }
      : { status: 422, body: { code: 'challenge.required', message: 'No robots', details: { type: 'login' } } }
  }
  const body = { email: 'a@example.com', password: 'secret word' }
  await api.call(login, { body })
  expect(bodies).toEqual([body, { ...body, challenge: 'login /api/v1/muser/auth/captcha_veryfy?type=login' }])
  // Refused again, it is not solved again; a background call is never solved.
  bodies.length = 2
  await expect(api.call(login, { body })).rejects.toMatchObject({ code: 'challenge.required' })
  expect(bodies).toHaveLength(4)
  await expect(api.call(login, { body }, { background: true })).rejects.toMatchObject({ message: 'No robots' })
  expect(bodies).toHaveLength(5)
  vi.doUnmock('../solve-challenge.ts')
})

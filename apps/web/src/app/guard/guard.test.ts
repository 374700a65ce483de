import { isRedirect } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeBrowser, fakeBrowser } from '../../../test/fake-browser.ts'

let browser: FakeBrowser
let guard: typeof import('./guard.ts') & typeof import('./to-login.ts')
let toasts: () => { message: unknown }[]
let answer: { status: number; body: unknown }
let asked: string[]

beforeEach(async () => {
  vi.resetModules()
  browser = fakeBrowser('/user/orders')
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(answer.body, { status: answer.status })
  })
  guard = { ...(await import('./guard.ts')), ...(await import('./to-login.ts')) }
  const [notice, i18n] = [await import('../../toast.ts'), await import('../../i18n.ts')]
  await i18n.loadMessages('site')
  toasts = notice.toasts.get
})
afterEach(async () => {
  // A visitor who is sent away leaves texts that are still loading.
  const { loadMessages } = await import('../../i18n.ts')
  await Promise.all([loadMessages('frame'), loadMessages('member')])
  vi.unstubAllGlobals()
})

const going = (href = '/user/orders?page=2', params = {}) => ({ location: { href, pathname: href.split('?')[0] ?? '' }, params })
const info = (roles: string[], permissions: string[] = []) => ({ status: 200, body: { userInfo: { name: 'a', roles, permissions } } })

/** The path and search the guard redirects to. Null: the guard lets the visitor through. */
async function ledTo(guarded: () => unknown): Promise<unknown> {
  try {
    await guarded()
    return null
  } catch (error) {
    if (!isRedirect(error)) throw error
    const { to, search } = error.options as { to: string; search?: object }
    return search ? [to, search] : to
  }
}

test('the root and the login page recognise a signed-in member', async () => {
  expect(await ledTo(guard.startPage)).toBe('/index')
  expect(await ledTo(guard.requireGuest)).toBeNull()
  browser.cookies.set('AdminToken', 'T1')
  expect(await ledTo(guard.startPage)).toBe('/dashboard')
  expect(await ledTo(guard.requireGuest)).toBe('/dashboard')
})

test('with a token the account is fetched once, then pages open', async () => {
  browser.cookies.set('AdminToken', 'T1')
  answer = info(['user'])
  expect(await ledTo(() => guard.requireUser(going()))).toBeNull()
  expect(await ledTo(() => guard.requireUser(going('/user/plans')))).toBeNull()
  expect(asked).toEqual(['/api/v1/muser/info'])
})

test('the console is only for staff, each page only for roles that allow it; others get the 404 page', async () => {
  const staff = await import('./staff-guard.ts')
  browser.cookies.set('AdminToken', 'T1')
  answer = info(['user'])
  await guard.requireUser(going('/admin/setting'))
  expect(await ledTo(() => staff.requireStaff('/admin/order'))).toBe('/404')
  ;(await import('../../api/who.ts')).who.set(null)
  answer = info(['admin'], ['orders.read'])
  await guard.requireUser(going('/admin/setting'))
  expect(await ledTo(() => staff.requireStaff('/admin/order'))).toBeNull()
  expect(await ledTo(() => staff.requireStaff('/admin/user'))).toBe('/404')
})

test.each([
  [{ status: 200, body: {} }, 'Verification failed, please Login again.'],
  [{ status: 200, body: { userInfo: { name: 'a', roles: [] } } }, 'getInfo: roles must be a non-null array!'],
  [{ status: 200, body: { userInfo: { name: 'a', roles: 'admin' } } }, 'getInfo: roles must be a non-null array!'],
  [{ status: 422, body: { code: 'input.invalid', message: '' } }, 'Has Error'],
  [{ status: 422, body: { code: 'input.invalid', message: 'So not.' } }, 'So not.'],
  [{ status: 500, body: { code: 'server.error', message: 'It is so.' } }, '(500) It is so.'],
])('when the account request returns %j, the token is removed, "%s" is shown, and the login page opens', async (given, text) => {
  browser.cookies.set('AdminToken', 'T1')
  answer = given
  expect(await ledTo(() => guard.requireUser(going()))).toEqual(['/login', { redirect: '/user/orders?page=2' }])
  expect(browser.cookies.has('AdminToken')).toBe(false)
  expect(toasts().map(({ message }) => message)).toEqual([text])
})

/** Lets fake time pass until it has ended. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const open = new Set([work])
  void work.finally(() => open.delete(work))
  while (open.size > 0) await vi.advanceTimersByTimeAsync(100)
  return work
}

test('when the account request fails on the network it is repeated once; a second failure is an error, and nobody is signed out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  browser.cookies.set('AdminToken', 'T1')
  answer = info(['user'])
  let cuts = 1
  const answering = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string) => {
    if (cuts-- > 0) throw new TypeError('Failed to fetch')
    return answering(url)
  })
  expect(await inTime(ledTo(() => guard.requireUser(going())))).toBeNull()
  expect(toasts()).toEqual([])
  ;(await import('../../api/who.ts')).who.set(null)
  cuts = 2
  expect(await inTime(guard.requireUser(going()).catch((error: unknown) => error))).toMatchObject({ status: 0 })
  expect(browser.cookies.has('AdminToken')).toBe(true)
  vi.useRealTimers()
})

test('an address with malformed parameters leads to the 404 page, without a token to the login page', async () => {
  const open = () => ledTo(() => guard.requireUser(going('/user/order/a', { tradeNo: 'a' })))
  expect(await open()).toEqual(['/login', { redirect: '/user/order/a' }])
  browser.cookies.set('AdminToken', 'T1')
  expect(await open()).toBe('/404')
  expect(asked).toEqual([])
})

test('without a token every address of members and operators leads to the login page and back, even where there is no page, and sends no request', async () => {
  expect(await ledTo(() => guard.requireUser(going()))).toEqual(['/login', { redirect: '/user/orders?page=2' }])
  const open = (path: string) => ledTo(() => guard.needsLogin({ pathname: path, href: path }))
  for (const path of ['/user/nothing', '/admin', '/admin/nothing', '/dashboard/', '/order/x', '/article'])
    expect(await open(path)).toEqual(['/login', { redirect: path }])
  expect([await open('/users'), await open('/nothing'), asked]).toEqual([null, null, []])
  browser.cookies.set('AdminToken', 'T1')
  expect(await open('/user/nothing')).toBeNull()
})

test('the login page does not lead back to itself or off the site', () => {
  expect([guard.loginSearch('/login?redirect=/x'), guard.loginSearch('//evil.example.com'), guard.loginSearch('/user/orders')]).toEqual([
    {},
    {},
    { redirect: '/user/orders' },
  ])
})

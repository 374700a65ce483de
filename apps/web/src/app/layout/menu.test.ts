import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../../test/fake-browser.ts'

beforeEach(() => {
  vi.resetModules()
  fakeBrowser()
})
afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['/user/plans', '/user/plans'],
  ['/user/plan/list', '/user/plans'],
  ['/user/plan/3/1', '/user/plans'],
  ['/user/orders', '/user/orders'],
  ['/user/order/list', '/user/orders'],
  ['/user/order/ABC123', '/user/orders'],
  ['/user/traffic/list', '/user/traffics'],
  ['/user/article', '/article/list'],
  ['/article/articleRead/3', '/article/list'],
  ['/user/ticket/12', '/user/tickets'],
  ['/dashboard', '/dashboard'],
  ['/elsewhere', undefined],
])('%s highlights %s', async (address, path) => {
  const { findEntry, memberMenu } = await import('./menu.ts')
  expect(findEntry(memberMenu, address)?.entry.path).toBe(path)
})

test('the member’s menu starts with what the specification names, in its order; the console’s menu has its six groups, in order', async () => {
  const { memberMenu } = await import('./menu.ts')
  const groups = memberMenu.slice(0, 2).map(({ title, entries }) => [title, ...entries.map((entry) => entry.path)])
  expect(groups).toEqual([
    [null, '/user/center', '/user/msg'],
    ['menu.finance', '/user/plans', '/user/cards', '/user/orders', '/user/invites'],
  ])
  const { adminMenu } = await import('./console/console-menu.ts')
  const names = ['admin_settings', 'admin_server', 'admin_finance', 'admin_user', 'admin_article', 'admin_more']
  expect(adminMenu.map((group) => group.title)).toEqual([null, ...names.map((name) => `menu.${name}`)])
})

test('each console page has a menu entry that names a permission', async () => {
  const { findEntry } = await import('./menu.ts')
  const { adminMenu } = await import('./console/console-menu.ts')
  const { consolePages } = await import('../routes.ts')
  const paths = consolePages.map(({ path }) => path)
  expect(paths).toContain('/admin/user')
  const guarded = paths.filter((path) => findEntry(adminMenu, path)?.entry.needs !== undefined)
  expect(
    paths.filter((path) => !guarded.includes(path)),
    'missing in app/layout/console/console-menu.ts',
  ).toEqual([])
})

test('each page of members is in their menu, linked from another page, or an address of the specification', async () => {
  const { findEntry, memberMenu } = await import('./menu.ts')
  const { memberPages } = await import('../routes.ts')
  const src = new URL('../../', import.meta.url).pathname
  const rest = memberPages.filter(({ path }) => !path.includes('$') && !findEntry(memberMenu, path))
  const named = [...globSync('**/*.{ts,tsx}', { cwd: src }), '../../../e2e/pages/routes.ts'].filter(
    (file) => !/\.(gen|test)\.tsx?$/.test(file),
  )
  const code = named.map((file) => readFileSync(src + file, 'utf8')).join('\n')
  const isNamed = ({ path }: { path: string }) => new RegExp(`['"\`]${path}['"\`?#]`).test(code)
  expect(
    rest.filter((page) => !isNamed(page)).map(({ path }) => path),
    'missing in app/layout/menu.ts',
  ).toEqual([])
})

test('a click on the menu does nothing while a list is loading, and says so; while navigation is blocked it is silent', async () => {
  const { mayLeaveFor } = await import('./menu-click.ts')
  const { startLoading, blockNavigation } = await import('../../api/loading.ts')
  const { toasts } = await import('../../toast.ts')
  await (await import('../../i18n.ts')).loadMessages('site')
  const click = (path: string) => mayLeaveFor({ state: { location: { pathname: '/user/orders' } } } as never, path)

  expect([click('/user/orders'), click('/user/plans')]).toEqual([false, true])
  const done = startLoading()
  blockNavigation(true)
  expect([click('/user/plans'), toasts.get()]).toEqual([false, []])
  blockNavigation(false)
  expect(click('/user/orders')).toBe(false)
  expect(toasts.get()).toEqual([])
  expect(click('/user/plans')).toBe(false)
  expect(toasts.get()).toMatchObject([
    { kind: 'warning', title: 'page loading...', message: "You're clicking too fast. Take a short break." },
  ])
  done()
  expect(click('/user/plans')).toBe(true)
})

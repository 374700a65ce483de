import type { Browser, Page } from '@playwright/test'
import { expect, onDemo, test } from '../journey.ts'
import { MEMBER } from '../portico.ts'
import { passesAxe, signIn, speak } from '../shop.ts'
import { slowness } from '../../scripts/slowness.ts'

const portico = onDemo()

const SCRIPTS = '**/assets/*.js'
const GONE = 'No connection to the server.'
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
/** While a page loads, the menu does not lead away from it. */
const goToNodes = (page: Page) =>
  expect(async () => {
    await menu(page).getByRole('link', { name: 'Nodes' }).first().click()
    await expect(page).toHaveURL(/\/user\/nodes/, { timeout: 1000 })
  }).toPass()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** A member at a page. `loads`: how often it was loaded again. */
async function open(browser: Browser, path: string): Promise<{ page: Page; loads: () => number }> {
  const { page } = await signIn(portico, browser, MEMBER, 1440)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(menu(page).getByRole('link').first()).toBeVisible()
  let asked = 0
  page.on('request', (request) => void (request.isNavigationRequest() && asked++))
  return { page, loads: () => asked }
}

/** From now on the server has another build: no script that was not loaded is there any more. */
async function replaceBuild(page: Page): Promise<void> {
  await page.route(SCRIPTS, (route) => (/\/index-/.test(route.request().url()) ? route.continue() : route.fulfill({ status: 404 })))
  await page.route(
    ({ pathname }) => !/^\/(api|assets)\//.test(pathname),
    async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue()
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-newer.js') })
    },
  )
}

test('a script that cannot be loaded for a moment is loaded again, without a reload', async ({ browser }) => {
  const { page, loads } = await open(browser, '/dashboard')
  let refused = 0
  await page.route(SCRIPTS, (route) => (refused++ < 2 ? route.abort() : route.continue()))
  await goToNodes(page)
  await expect(heading(page, 'Nodes')).toBeVisible()
  expect([refused > 2, loads()]).toEqual([true, 0])
})

test('a page that was not visited says that there is no connection, and opens by itself once the server is back', async ({ browser }) => {
  const { page, loads } = await open(browser, '/dashboard')
  await portico.kill()
  await goToNodes(page)
  await expect(heading(page, GONE)).toBeVisible({ timeout: 60_000 * slowness })
  await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
  await portico.start()
  await expect(heading(page, 'Nodes')).toBeVisible({ timeout: 60_000 * slowness })
  expect(loads()).toBe(0)
})

test('without a network “Try again” fails as plainly, and the page opens when the network is back', async ({ browser }) => {
  const { page, loads } = await open(browser, '/dashboard')
  await page.context().setOffline(true)
  await goToNodes(page)
  await expect(heading(page, GONE)).toBeVisible({ timeout: 60_000 * slowness })
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, GONE)).toBeVisible({ timeout: 60_000 * slowness })
  await page.context().setOffline(false)
  await expect(heading(page, 'Nodes')).toBeVisible({ timeout: 60_000 * slowness })
  expect(loads()).toBe(0)
})

test('for a newer build the page is reloaded once, never in a loop', async ({ browser }) => {
  const { page, loads } = await open(browser, '/dashboard')
  await replaceBuild(page)
  // The reloaded page needs its scripts; the one of the next page is missing for good.
  await page.unroute(SCRIPTS)
  const known = new Set(await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
  await page.route(SCRIPTS, (route) => (known.has(route.request().url()) ? route.continue() : route.fulfill({ status: 404 })))
  await goToNodes(page)
  await expect(page.getByText(/The site has been updated/)).toBeVisible({ timeout: 60_000 * slowness })
  expect(loads()).toBe(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(heading(page, 'Nodes')).toBeVisible({ timeout: 60_000 * slowness })
})

test('a form that is not saved is never reloaded away for a newer build', async ({ browser }) => {
  const { page, loads } = await open(browser, '/user/ticket/new')
  await page.getByLabel('Subject').fill('Half a sentence')
  await replaceBuild(page)
  await page.getByRole('button', { name: 'Appearance settings' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'The site has been updated' })).toBeVisible({ timeout: 60_000 * slowness })
  await expect(page.getByLabel('Subject')).toHaveValue('Half a sentence')
  expect(loads()).toBe(0)
})

test('a page whose first scripts fail is loaded once more by itself', async ({ browser }) => {
  const { page } = await signIn(portico, browser, MEMBER, 1440)
  for (const [path, script] of [
    ['/dashboard', /\/index-/],
    ['/user/orders', /\/assets\/(?!index-)/],
  ] as const) {
    await page.evaluate(() => sessionStorage.clear()).catch(() => {})
    let refused = 0
    await page.route(script, (route) => (refused++ === 0 ? route.abort() : route.continue()))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(refused).toBeGreaterThan(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

for (const [path, language, says, again] of [
  ['/dashboard', 'en', "This page couldn't be loaded.", 'Try again'],
  ['/index', 'zh-CN', '页面没能加载。', '重试'],
  ['/login', 'zh-CN', '页面没能加载。', '重试'],
] as const) {
  test(`where the first script is missing, ${path} says so instead of nothing, and can be tried again`, async ({ browser }) => {
    const { page } = await signIn(portico, browser, MEMBER, 1440)
    if (path === '/login') await page.context().clearCookies()
    await speak(page.context(), portico, language)
    await page.route(/\/assets\/index-.*js/, (route) => route.abort())
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText(says)
    if (path === '/index') await passesAxe(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: again }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

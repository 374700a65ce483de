import type { BrowserContext, Page } from '@playwright/test'
import { expect, onDemo, test } from '../journey.ts'
import { MEMBER } from '../portico.ts'
import { signIn } from '../shop.ts'

const portico = onDemo()

/** Every title of the tab, from the first on. */
const titlesOf = (page: Page) =>
  page.addInitScript(() => {
    const titles = ((window as unknown as { titles: string[] }).titles = [])
    new MutationObserver(() => titles.push(document.title as never)).observe(document, { subtree: true, childList: true })
  })

test('the tab never shows the key of a title whose text is late', async ({ browser }) => {
  const { page } = await signIn(portico, browser, MEMBER, 1440)
  await titlesOf(page)
  // The texts of the member area, known by one of them, come after the app has begun to ask.
  const asked = page.waitForRequest('**/api/v1/**')
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch()
    const isText = (await answer.text()).includes('Member centre')
    if (isText) await asked
    await route.fulfill({ response: answer })
  })
  await page.goto('/user/center')
  await expect(page).toHaveTitle(/^Member centre - /)
  const titles = await page.evaluate(() => (window as unknown as { titles: string[] }).titles)
  expect(titles.filter((title) => title.includes('title.'))).toEqual([])
  // What the page loads when it has time may still be on its way.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the public header is sticky from 290 pixels of scrolling on', async ({ browser }) => {
  for (const width of [390, 1440]) await isStickyAt(await browser.newContext({ baseURL: portico.base, viewport: { width, height: 600 } }))
})

async function isStickyAt(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/index')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Create account' })).toBeVisible()
  const positionAt = (top: number) =>
    page.evaluate(async (y) => {
      scrollTo({ top: y, behavior: 'instant' })
      // The header follows a frame after the page has scrolled.
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
      return [scrollY, getComputedStyle(document.querySelector('header')!).position]
    }, top)
  await expect.poll(() => positionAt(289)).toEqual([289, 'static'])
  await expect.poll(() => positionAt(290)).toEqual([290, 'fixed'])
  await context.close()
}

for (const [colorScheme, ground] of [
  ['light', 'rgb(244, 243, 239)'],
  ['dark', 'rgb(10, 16, 31)'],
] as const) {
  test(`a member sees the ${colorScheme} frame of the page before any script or stylesheet has arrived`, async ({ browser }) => {
    const { page } = await signIn(portico, browser, MEMBER, 1440)
    await page.emulateMedia({ colorScheme })
    await page.route('**/assets/*', () => {})
    await page.goto('/dashboard', { waitUntil: 'commit' })
    const shell = page.locator('.shell')
    await expect(shell).toBeVisible()
    await expect(shell).toHaveCSS('background-color', ground)
    // The logo and the site's name.
    await expect(shell.locator('b:visible img')).toBeVisible()
    await expect(shell.locator('b:visible')).toHaveText(await page.title())
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-paint').length)).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(shell).toHaveCount(0)
  })
}

test('the member’s home is drawn before the component library has arrived, and what needs it opens at the first click', async ({
  browser,
}) => {
  const { page } = await signIn(portico, browser, MEMBER, 1440)
  const arrives = Promise.withResolvers<void>()
  let isAsked = false
  await page.route('**/assets/*.js', async (route) => {
    const answer = await route.fetch()
    if ((await answer.text()).includes('MantineProvider')) {
      isAsked = true
      await arrives.promise
    }
    await route.fulfill({ response: answer })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const account = page.getByRole('button', { name: /^Account menu/ })
  const item = (name: string) => page.getByRole('menuitem', { name })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeFocused()
  for (const [key, name] of [
    ['ArrowDown', 'Public site'],
    ['ArrowUp', 'Log out'],
    ['ArrowDown', 'Public site'],
    ['End', 'Log out'],
    ['Home', 'Public site'],
    ['c', 'Change password'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(item(name)).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await account.click()
  await item('Appearance settings').click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect.poll(() => isAsked).toBe(true)
  arrives.resolve()
  await expect(page.getByRole('dialog', { name: 'Appearance' })).toBeVisible()
})

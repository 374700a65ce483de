import { type Browser, expect, type Page, test } from '@playwright/test'
import { pageRoutes } from './pages/routes.ts'
import { MEMBER, OPERATOR, type Portico, startPortico } from './portico.ts'
import { fitsScreen, passesAxe, signIn } from './shop.ts'

let portico: Portico
test.beforeAll(async () => void (portico = await startPortico('--demo')))
test.afterAll(() => portico.stop())

const open = async (browser: Browser, who: typeof MEMBER, path: string): Promise<Page> => {
  const { page } = await signIn(portico, browser, who, 1440)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}
const pathsOf = (whose: 'members' | 'all'): string[] =>
  pageRoutes.filter((route) => route.for === whose && !/[{]|redirect/.test(route.path)).map(({ path }) => path)

test('the first stop is the way past the menus, into the page', async ({ browser }) => {
  for (const page of [await open(browser, MEMBER, '/user/orders'), await open(browser, OPERATOR, '/admin/user')]) {
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  }
})

test('Escape closes what was opened by keyboard, and the focus is back where it was', async ({ browser }) => {
  const page = await open(browser, OPERATOR, '/admin/server/group')
  const row = page.getByRole('row').nth(1).getByRole('button').first()
  for (const [opener, role] of [
    [page.getByRole('button', { name: 'Search or jump to' }), 'dialog'],
    [page.getByRole('button', { name: /^Account menu/ }), 'menu'],
    [page.getByRole('button', { name: 'Actions for open pages' }), 'menu'],
    [page.getByRole('button', { name: 'Appearance settings' }), 'dialog'],
    [page.getByRole('button', { name: 'New group' }), 'dialog'],
    [row, 'dialog'],
  ] as const) {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole(role)).toBeVisible()
    // The focus is inside before the key can be meant for it.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog], [role=menu], [aria-modal]') !== null))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toHaveCount(0)
    await expect(opener).toBeFocused()
  }

  const own = await open(browser, MEMBER, '/user/subscribe/index')
  const reset = own.getByRole('button', { name: /^Reset/ }).first()
  await reset.focus()
  await own.keyboard.press('Enter')
  const question = own.getByRole('alertdialog', { name: /Reset/ })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await passesAxe(own)
  await own.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(reset).toBeFocused()
})

test('whatever can be clicked can be reached by Tab', async ({ browser }) => {
  test.setTimeout(240_000)
  const visitor = await (await browser.newContext({ baseURL: portico.base, viewport: { width: 1440, height: 900 } })).newPage()
  const member = await open(browser, MEMBER, '/dashboard')
  for (const [page, paths] of [
    [visitor, pathsOf('all')],
    [member, pathsOf('members')],
  ] as const) {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      expect.soft(await onlyByPointer(page), path).toEqual([])
    }
  }
})

/** What shows a hand under the pointer and is not part of anything that takes the focus. */
function onlyByPointer(page: Page): Promise<string[]> {
  const focusable =
    'a[href], button, input, select, textarea, summary, label, [tabindex], [role="option"], [role="menuitem"], [aria-hidden="true"]'
  return page.evaluate(
    (reachable) =>
      [...document.body.querySelectorAll('*')]
        .filter((one) => one.checkVisibility() && getComputedStyle(one).cursor === 'pointer' && !one.closest(reachable))
        .map((one) => one.outerHTML.slice(0, 120)),
    focusable,
  )
}

test('at 200 % zoom every page fits, and bars that stay leave most of the screen', async ({ browser }) => {
  test.setTimeout(240_000)
  // A screen of 1280 × 800 at 200 %.
  const viewport = { width: 640, height: 400 }
  const visitor = await (await browser.newContext({ baseURL: portico.base, viewport })).newPage()
  const member = await open(browser, MEMBER, '/dashboard')
  await member.setViewportSize(viewport)
  for (const [page, paths] of [
    [visitor, pathsOf('all')],
    [member, pathsOf('members')],
  ] as const) {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await fitsScreen(page)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      expect.soft(await heightOfBars(page), path).toBeLessThan(200)
    }
  }
})

/** Of what stays on the screen while the page scrolls over the whole width. */
function heightOfBars(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stays = [...document.body.querySelectorAll('*')].filter((one) => {
      const { position, pointerEvents } = getComputedStyle(one)
      const { width, top, bottom } = one.getBoundingClientRect()
      const isStuck = position === 'fixed' || (position === 'sticky' && (top <= 0 || bottom >= innerHeight))
      return (
        isStuck &&
        !one.closest('[inert]') &&
        one.checkVisibility() &&
        pointerEvents !== 'none' &&
        width > innerWidth * 0.8 &&
        bottom > 0 &&
        top < innerHeight
      )
    })
    return stays
      .filter((one) => !stays.some((other) => other !== one && other.contains(one)))
      .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0)
  })
}

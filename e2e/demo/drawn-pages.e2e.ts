import type { Page } from '@playwright/test'
import { expect, onDemo, test } from '../journey.ts'
import { MEMBER } from '../portico.ts'
import { visit } from '../shop.ts'

const portico = onDemo()
const PAGES = ['/index', '/price', '/login', '/help', '/grammaly', '/service', '/register']
/** Where the browser takes a page over. */
const SCRIPTS = '**/assets/*.js'

/** Its scripts wait until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let go = (): void => {}
  const held = new Promise<void>((done) => (go = done))
  await page.route(SCRIPTS, async (route) => {
    await held
    await route.continue()
  })
  return go
}

const works = (page: Page) => expect.poll(() => page.evaluate(() => (window as unknown as { worked?: boolean }).worked)).toBe(true)

test('what the server has drawn stays in its place when the page begins to work', async ({ browser }) => {
  const page = await visit(browser, portico, 390)
  await page.addInitScript(() => {
    addEventListener('works', () => Object.assign(window, { worked: true }))
    Object.assign(window, { moved: 0 })
    const add = (moved: number): void => void Object.assign(window, { moved: (window as unknown as { moved: number }).moved + moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) add((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of PAGES) {
    await page.goto(path)
    await works(page)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved), path).toBeLessThan(0.02)
  }
})

test('what is typed and sent before the scripts are there counts, and no password gets into an address', async ({ browser }) => {
  const page = await visit(browser, portico, 390)
  const go = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('E-mail', { exact: true }).fill(MEMBER.email)
  await page.getByLabel('Password', { exact: true }).fill(MEMBER.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(MEMBER.password)
  go()
  await page.waitForURL('**/dashboard')
})

test('links and the menu work before the scripts are there', async ({ browser }) => {
  const page = await visit(browser, portico, 390)
  const go = await holdScripts(page)
  await page.goto('/index', { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('link', { name: 'See plans' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Price' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  go()
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Home' })).toBeVisible()
})

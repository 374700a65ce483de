import { expect, test } from '@playwright/test'
import { OPERATOR, type Portico, startPortico } from './portico.ts'
import { passesAxe } from './shop.ts'

let portico: Portico
test.beforeAll(async () => {
  portico = await startPortico('--demo')
  const { body } = await portico.call('POST', '/muser/auth/login', OPERATOR)
  const footer = { 'site.email': 'help@example.com', 'footer.official_account': 'Portico' }
  expect((await portico.call('PATCH', '/admin/settings', footer, body.x_token)).status).toBe(200)
})
test.afterAll(() => portico.stop())

for (const colorScheme of ['light', 'dark'] as const) {
  test(`public pages are accessible in the ${colorScheme} theme`, async ({ browser }) => {
    const page = await (await browser.newContext({ baseURL: portico.base, colorScheme })).newPage()
    for (const path of ['/index', '/price', '/service', '/grammaly', '/discount', '/extension', '/login', '/register', '/404']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await passesAxe(page)
    }
  })
}

test('a visitor reads the terms and finds customer service in the footer, by keyboard too', async ({ page }) => {
  await page.goto(`${portico.base}/index`)
  const terms = page.getByRole('button', { name: 'Terms of service' })
  await terms.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Use the service as the law of your country allows.')).toBeVisible()
  await passesAxe(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(terms).toBeFocused()
  await page.getByRole('button', { name: 'Customer service' }).click()
  await expect(dialog.getByRole('link', { name: 'help@example.com' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})

test('on a phone the menu opens over the page and closes on Escape', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: portico.base, viewport: { width: 390, height: 844 } })).newPage()
  await page.goto('/index')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Log in' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('list', { name: 'Locations' }).getByText('Japan')).toBeVisible()
})

import { expect, type Locator, type Page, test } from '@playwright/test'
import { OPERATOR, type Portico, startPortico } from './portico.ts'
import { fitsScreen, passesAxe, signIn } from './shop.ts'

let portico: Portico
test.beforeAll(async () => {
  portico = await startPortico()
})
test.afterAll(() => portico.stop())

const groups = (page: Page): Locator => page.getByRole('navigation', { name: 'Setting groups' })

test('an operator finds a setting, changes it, and restores the old value', async ({ browser }) => {
  const { page } = await signIn(portico, browser, OPERATOR, 1440)
  await page.goto('/admin/setting')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('手续费')
  await expect(page.getByLabel('Fee', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Site name')).toHaveCount(0)
  await expect(groups(page).getByRole('link')).toHaveText(['Withdrawals'])
  await page.getByRole('searchbox', { name: 'Search settings' }).clear()

  await groups(page).getByRole('link', { name: 'Nodes' }).focus()
  await page.keyboard.press('Enter')
  await expect(groups(page).getByRole('link', { name: 'Nodes' })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Pull interval')).toBeFocused()

  await page.getByLabel('Pull interval').fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 setting needs correcting.')).toBeVisible()
  await expect(page.getByLabel('Pull interval')).toBeFocused()
  await page.getByLabel('Pull interval').fill('30')
  await page.getByLabel('Minimum top-up').fill('2.50')
  await page.getByLabel('Token for /metrics').fill('a-metrics-token')
  await page.getByRole('link', { name: 'Member centre' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('unsaved change')).toHaveCount(0)

  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await expect(history.getByText('Secret, changed')).toBeVisible()
  await expect(history).toContainText('60 s → 30 s')
  await expect(history).not.toContainText('a-metrics-token')
  await history.getByRole('button', { name: 'Restore the previous value of “Pull interval”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(history.getByText('Restored')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Pull interval')).toHaveValue('60 s')
  await expect(page.getByLabel('Minimum top-up')).toHaveValue('2.50')
  await expect(page.getByLabel('Token for /metrics')).toHaveAttribute('placeholder', 'Set')
  await page.context().close()
})

test('the settings and their history pass axe on a phone, and nothing overflows', async ({ browser }) => {
  const { page } = await signIn(portico, browser, OPERATOR, 390)
  await page.goto('/admin/setting')
  await expect(page.getByLabel('Site name', { exact: true })).toBeVisible()
  await fitsScreen(page)
  await passesAxe(page)
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog', { name: 'History' }).getByText('60 s').first()).toBeVisible()
  await passesAxe(page)
  await page.context().close()
})

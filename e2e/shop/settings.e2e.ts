import type { Locator, Page } from '@playwright/test'
import { expect, onShop, test } from '../journey.ts'
import { OPERATOR } from '../portico.ts'
import { change, done, fitsScreen, passesAxe, type Shop, signIn } from '../shop.ts'

const shop: Shop = onShop(async () => {
  const { 'topup.min': least } = await done(shop.operator.call('GET', '/admin/settings'))
  return async () => {
    await done(shop.operator.call('PATCH', '/admin/settings', { 'topup.min': least, 'security.metrics_token': '' }))
    await done(shop.operator.call('POST', '/admin/messages/texts/reset', { template: 'code', language: 'en' }))
  }
})

const groups = (page: Page): Locator => page.getByRole('navigation', { name: 'Setting groups' })

async function open(page: Page, chapter: string, group: string): Promise<void> {
  await groups(page).getByRole('link', { name: chapter }).click()
  await groups(page).getByRole('link', { name: group, exact: true }).click()
}

test('an operator finds a setting, changes it, and restores the old value', async () => {
  const { page } = shop.operator
  await page.goto('/admin/setting')
  const search = page.getByRole('searchbox', { name: 'Search settings' })
  await search.fill('手续费')
  await expect(page.getByLabel('Site name')).toHaveCount(0)
  await page.getByRole('button', { name: 'Withdrawals Fee' }).click()
  await expect(page).toHaveURL(/group=withdrawals/)
  await expect(page.getByLabel('Fee', { exact: true })).toBeFocused()

  await groups(page).getByRole('link', { name: 'Subscriptions and nodes' }).click()
  await groups(page).getByRole('link', { name: 'Nodes', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(groups(page).getByRole('link', { name: 'Nodes', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Pull interval')).toBeFocused()

  await page.getByLabel('Pull interval').fill('5')
  await open(page, 'Selling', 'Top-up')
  await page.getByLabel('Minimum top-up').fill('2.50')
  await expect(page.getByRole('status').filter({ hasText: '2 unsaved changes' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 setting needs correcting.')).toBeVisible()
  await expect(page.getByLabel('Pull interval')).toBeFocused()
  await page.getByLabel('Pull interval').fill('30')
  await page.getByRole('button', { name: 'Top-up', exact: true }).click()
  await expect(page.getByLabel('Minimum top-up')).toHaveValue('2.50')
  await search.fill('metrics')
  await search.press('Enter')
  await page.getByLabel('Token for /metrics').fill('a-metrics-token')
  await page.getByRole('link', { name: 'Member centre' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('unsaved change')).toHaveCount(0)

  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  await expect(history.getByRole('listitem').filter({ hasText: 'Token for /metrics' }).last()).toContainText('Secret, changed')
  await expect(history).toContainText('60 s → 30 s')
  await expect(history).not.toContainText('a-metrics-token')
  await history.getByRole('button', { name: 'Restore the previous value of “Pull interval”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(history.getByText('Restored')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Token for /metrics')).toHaveAttribute('placeholder', 'Set')
  await open(page, 'Subscriptions and nodes', 'Nodes')
  await expect(page.getByLabel('Pull interval')).toHaveValue('60 s')
  await page.goBack()
  await expect(page).toHaveURL(/group=subscriptions/)
  await open(page, 'Selling', 'Top-up')
  await expect(page.getByLabel('Minimum top-up')).toHaveValue('2.50')
})

test('a text that would give its code away is refused as it is typed; a safe one is looked at twice, then sent', async () => {
  const { page } = shop.operator
  await page.goto('/admin/messages?tab=texts')
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Code', exact: true }) })
  await row.getByRole('button', { name: 'Code', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Code · English' })
  const sms = drawer.getByRole('textbox', { name: 'SMS' })
  await sms.fill('{{site}}: https://other.example/{{code}}')
  await expect(drawer.getByText('on both sides of the code')).toBeVisible()
  await sms.fill('{{site}}: {{code}} is what you asked for')
  await expect(drawer.getByText('on both sides of the code')).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: 'Save “Code · English”?' })
  await question.getByText('SMS', { exact: true }).click()
  await expect(question.getByText('123456 is what you asked for')).toBeVisible()
  await passesAxe(page)
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByText('Yours in English')).toBeVisible()
})

test('the settings and their history pass axe on a phone, and nothing overflows', async ({ browser }) => {
  const { page } = await signIn(shop.portico, browser, OPERATOR, 390)
  const back = await change(shop.operator, { 'node.pull_interval': 30 })
  await back()
  await page.goto('/admin/setting')
  await expect(page.getByLabel('Site name', { exact: true })).toBeVisible()
  await fitsScreen(page)
  await page.getByRole('combobox', { name: 'Setting groups' }).selectOption('Ticket replies by mail')
  await expect(page.getByLabel('Receive replies')).toBeVisible()
  await expect(page.getByLabel('Mail server (IMAP)')).toHaveCount(0)
  await page.getByLabel('Receive replies').selectOption('Read a mailbox (IMAP)')
  await expect(page.getByLabel('Mail server (IMAP)')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Mail server (IMAP)')).toHaveCount(0)
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog', { name: 'History' }).getByText('60 s').first()).toBeVisible()
  await passesAxe(page)
})

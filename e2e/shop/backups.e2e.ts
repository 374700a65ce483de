import { expect, onShop, test } from '../journey.ts'
import { done, passesAxe, type Shop } from '../shop.ts'

const shop: Shop = onShop(async () => async () => {
  await done(shop.operator.call('PATCH', '/admin/settings', { 'backups.passphrase': '' }))
})

test('an operator sets a passphrase, makes a backup, and sees that it came back the same', async () => {
  const { page, call } = shop.operator
  await page.goto('/admin/backups')
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeDisabled()
  await done(call('PATCH', '/admin/settings', { 'backups.passphrase': 'tall pines stand still' }))
  await page.reload()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByRole('table').getByText('All the same')).toBeVisible()
  await passesAxe(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^portico-\d{8}-\d{6}\.age$/)
})

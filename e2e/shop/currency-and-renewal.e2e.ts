import { expect, onShop, test } from '../journey.ts'
import { done, passesAxe } from '../shop.ts'

const shop = onShop()

test('an operator who changes the currency sees what is left in the old one, and where', async () => {
  const { page } = shop.operator
  await page.goto('/admin/setting')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('currency')
  await page.getByRole('searchbox', { name: 'Search settings' }).press('Enter')
  await page.getByRole('combobox', { name: 'Currency', exact: true }).fill('dollar')
  await page.getByRole('option', { name: 'USD – US Dollar' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: "The currency can't be changed yet" })
  await expect(dialog.getByText('Plans with prices')).toBeVisible()
  await passesAxe(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  expect((await done(shop.operator.call('GET', '/admin/settings')))['site.currency']).toBe('CNY')
})

test('a member sees what the next renewal costs before switching it on, and a link that is not ours stops nothing', async () => {
  const member = await shop.member('renewer')
  await shop.buy(member, shop.small)
  const { page } = member
  await page.goto('/user/center')
  await expect(page.getByText(/The next renewal costs .*10\.00/)).toBeVisible()
  await page.goto(`/undo#renewal.1-renewal-${'A'.repeat(32)}`)
  await page.getByRole('button', { name: 'Turn off automatic renewal' }).click()
  await expect(page.getByText("This link doesn't work")).toBeVisible()
})

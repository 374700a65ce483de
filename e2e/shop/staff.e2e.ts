import { expect, onShop, test } from '../journey.ts'
import { visit } from '../shop.ts'

const shop = onShop()

test('the owner invites support staff, who see only what they may; the owner reads what they did', async ({ browser }) => {
  const { page: owner } = shop.operator
  const { email: member } = await shop.member('noted')
  const colleague = 'support@example.com'
  await owner.goto('/admin/staff')
  await owner.getByRole('button', { name: 'Invite someone' }).click()
  await owner.getByRole('textbox', { name: 'E-mail address' }).fill(colleague)
  await owner.getByRole('radio', { name: 'Support' }).check()
  await owner.getByRole('button', { name: 'Create link' }).click()
  const url = await owner.getByLabel('Invitation link').textContent()

  const support = await visit(browser, shop.portico, 1280)
  await support.goto(url ?? '')
  await support.getByLabel('Password', { exact: true }).fill('a support password')
  await support.getByRole('button', { name: 'Create account and join' }).click()
  await support.waitForURL(`${shop.portico.base}/dashboard`)
  const menu = support.getByRole('navigation').first()
  // The shop may have tasks waiting, which stand behind the name.
  const unfold = (name: string) => menu.getByRole('button', { name: new RegExp(`^${name}\\b`) }).click()
  await unfold('Members')
  await expect(menu.getByRole('link', { name: 'Members', exact: true })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0)
  await unfold('Finance')
  await expect(menu.getByRole('link', { name: /^Orders\b/ })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Ledger', exact: true })).toHaveCount(0)
  // One group at a time, so that all of them stay in sight.
  await expect(menu.getByRole('link', { name: 'Members', exact: true })).toHaveCount(0)
  for (const path of ['/admin/ledger', '/admin/staff', '/admin/log', '/admin/payment', '/admin/setting']) {
    await support.goto(path)
    await support.waitForURL('**/404')
  }

  await support.goto(`/admin/user?q=${member}`)
  await support.getByText(member).first().click()
  await support.getByRole('tab', { name: 'Notes' }).click()
  await support.getByRole('textbox', { name: 'Notes', exact: true }).fill('Called about the invoice')
  await support.getByRole('button', { name: 'Save' }).click()
  await expect(support.getByText('Saved.')).toBeVisible()

  await owner.goto(`/admin/log?actor=${colleague}&action=member.update`)
  const row = owner.getByRole('row').filter({ hasText: colleague })
  await expect(row).toHaveCount(1)
  await row.getByRole('button').first().click()
  await expect(owner.getByRole('dialog')).toContainText('Called about the invoice')
})

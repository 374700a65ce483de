import { expect, onShop, test } from '../journey.ts'
import { done, passesAxe } from '../shop.ts'

const shop = onShop()

test('support finds a member by their link, sees why they cannot connect, and helps for a reason', async () => {
  const member = await shop.member('li')
  await shop.buy(member, shop.small)
  const { operator } = shop
  await shop.changeUser(member, { expired_at: new Date(Date.now() - 3 * 86_400_000).toISOString() })
  const { id } = await shop.userOf(member)
  const { subscribe_url: link } = await done(member.call('GET', '/muser/getSubscribe'))

  const { page } = operator
  await page.goto('/admin/user')
  await page.getByRole('searchbox', { name: 'Address, link, order, IP, note…' }).fill(link)
  const row = page.getByRole('row').filter({ hasText: member.email })
  await expect(row).toContainText('Subscription link')
  await row.getByRole('button', { name: member.email }).click()
  await expect(page).toHaveURL(`${shop.portico.base}/admin/user/${id}`)
  await expect(page.getByRole('status').filter({ hasText: 'Expired' }).first()).toBeVisible()

  const dialog = page.getByRole('dialog')
  const act = async (name: string, shown: string, fill: () => Promise<void> = async () => {}): Promise<void> => {
    await page.getByRole('button', { name: /^Actions for li/ }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await fill()
    await dialog.getByLabel('Reason').fill('an outage in Tokyo')
    await passesAxe(page)
    await dialog.getByRole('button', { name, exact: true }).click()
    await expect(page.getByText(shown).first()).toBeVisible()
    await expect(dialog).toHaveCount(0)
  }
  await act('Extend', 'Plan extended.', async () => {
    await dialog.getByLabel('Days').fill('5')
    await dialog.getByLabel('Tell the member').check()
  })
  await expect(page.getByText('Reason: an outage in Tokyo').first()).toBeVisible()
  await expect(page.getByText('Member: term extended').first()).toBeVisible()
  await act('Reset devices', 'Devices reset.')
  await act('Reset link', 'Link and credentials reset.')
  expect((await done(member.call('GET', '/muser/getSubscribe'))).subscribe_url).not.toBe(link)

  // A password from the panel that they used before.
  await page.getByRole('tab', { name: 'Subscription' }).click()
  await page.getByRole('button', { name: 'Add a secret' }).click()
  await dialog.getByLabel('For', { exact: true }).selectOption({ label: 'Shadowsocks 2022 (256)' })
  await dialog.getByLabel('Secret', { exact: true }).fill('密码 & more')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This protocol takes no such secret', { exact: false })).toBeVisible()
  await dialog.getByLabel('For', { exact: true }).selectOption({ label: 'Trojan' })
  await passesAxe(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('密码 & more')).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('密码 & more')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByLabel('New note').fill('Called twice about Tokyo')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Called twice about Tokyo' })).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByText('Called twice about Tokyo').first()).toBeVisible()

  await member.page.goto('/user/msg')
  await expect(member.page.getByText('Your plan was extended by 5 days')).toBeVisible()

  // The list as it was left.
  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/user\?q=/)
})

test('many members are changed at once: first the count, then the progress, then who could not be', async () => {
  const mark = 'many'
  const members = [await shop.member(`${mark}-1`), await shop.member(`${mark}-2`), await shop.member(`${mark}-3`)]
  await shop.buy(members[0]!, shop.small)
  const { page } = shop.operator
  await page.goto(`/admin/user?q=${mark}`)
  await page.getByRole('checkbox', { name: `${mark}-1@example.com` }).check()
  const bar = page.getByRole('toolbar')
  await bar.getByRole('button', { name: 'Select all 3 that match' }).click()
  await bar.getByRole('button', { name: 'Extend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('an outage in Tokyo')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('This reaches 3 members.')
  await passesAxe(page)
  await dialog.getByRole('button', { name: 'Start for 3 members' }).click()
  await expect(dialog).toContainText('1 member changed.')
  await expect(dialog).toContainText('2 members could not be changed:')
  await expect(dialog).toContainText('This member has no plan that could be extended.')
  await passesAxe(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toHaveCount(0)
})

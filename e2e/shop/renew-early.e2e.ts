import { expect, onShop, test } from '../journey.ts'
import { done, fitsScreen, passesAxe, payInBrowser, type Shop } from '../shop.ts'

const shop: Shop = onShop(async () => {
  const { items } = await done(shop.operator.call('GET', '/admin/plans'))
  const { transfer_enable, reset_mode } = items.find(({ id }: { id: number }) => id === shop.small.id)
  return () => done(shop.operator.call('PATCH', `/admin/plans/${shop.small.id}`, { transfer_enable, reset_mode }))
})

test('an operator makes a plan smaller and resets it on the first; a member renews early and keeps what they have until then', async () => {
  const member = await shop.member('early')
  await shop.buy(member, shop.small)

  const { page: desk } = shop.operator
  await desk.goto('/admin/plan_manage')
  await desk.getByText('Small', { exact: true }).click()
  const drawer = desk.getByRole('dialog')
  await drawer.getByLabel('Traffic per cycle').fill('50')
  const resets = drawer.getByLabel('When traffic resets', { exact: true }).first()
  await expect(resets).toHaveValue('As set for the site')
  await resets.click()
  await desk.getByRole('option', { name: 'On the first of each month' }).click()
  await passesAxe(desk)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer).toBeHidden()
  const { items } = await done(shop.operator.call('GET', '/admin/plans'))
  expect(items[0]).toMatchObject({ name: 'Small', reset_mode: 'first_of_month' })

  const { page } = member
  await page.goto(`/user/plan/${shop.small.id}/1`)
  await expect(page.getByText(/Your current term doesn't change\. The renewal starts on /)).toBeVisible()
  await fitsScreen(page)
  await expect(page.getByText('On the 1st of each month')).toBeVisible()
  await payInBrowser(page)
  expect(await done(member.call('GET', '/muser/getSubscribe'))).toMatchObject({ transfer_enable: 100 * 2 ** 30 })
})

import { expect, onShop, test } from '../journey.ts'
import { balanceOf, done, fitsScreen, orderOf, passesAxe, type Person } from '../shop.ts'

const shop = onShop()

const planOf = async (who: Person): Promise<number> => (await done(who.call('GET', '/muser/getSubscribe'))).plan_id

test('refunding an upgrade brings back the plan before it, and the dialog says so', async () => {
  const member = await shop.member('chain')
  const first = await shop.buy(member, shop.small)
  await expect.poll(() => planOf(member)).toBe(shop.small.id)
  const second = await shop.buy(member, shop.large)
  await expect.poll(() => planOf(member)).toBe(shop.large.id)
  expect((await orderOf(member, first)).status).toBe('absorbed')

  const { page: desk } = shop.operator
  await desk.goto(`/admin/order?order=${second}`)
  await desk.getByRole('button', { name: 'Refund…' }).click()
  const dialog = desk.getByRole('dialog').filter({ hasText: 'Refund order' })
  await dialog.getByLabel('Reason').fill('Too fast for them')
  await expect(dialog.getByRole('definition').first()).toContainText(shop.large.name)
  await expect(dialog.getByRole('definition').last()).toContainText(shop.small.name)
  await passesAxe(desk)
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await desk.getByRole('button', { name: /^Refund .*\d/ }).click()
  await expect.poll(() => planOf(member)).toBe(shop.small.id)
  expect((await orderOf(member, first)).status).toBe('completed')
  expect((await orderOf(member, second)).status).toBe('refunded')
  expect(await balanceOf(member)).toBe(0)
})

test('staff who replace a paid plan say what becomes of the rest; limits of the member’s own come with it', async () => {
  const member = await shop.member('moved')
  await shop.buy(member, shop.small)
  await expect.poll(() => planOf(member)).toBe(shop.small.id)
  const { page: desk } = shop.operator
  await desk.goto(`/admin/user/${(await shop.userOf(member)).id}?tab=subscription`)
  await desk.getByLabel('Speed limit').fill('20')
  await desk.getByLabel('Device limit').fill('5')
  await desk.getByRole('combobox', { name: 'Plan', exact: true }).click()
  await desk.getByRole('option', { name: shop.large.name }).click()
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = desk.getByRole('dialog').filter({ hasText: 'is unused' })
  await passesAxe(desk)
  await fitsScreen(desk)
  await dialog.getByLabel('Credit it to the balance').check()
  await dialog.getByRole('button', { name: 'Replace the plan' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Reason').fill('They asked for the larger one')
  await dialog.getByRole('button', { name: 'Replace the plan' }).click()
  await expect.poll(() => planOf(member)).toBe(shop.large.id)
  expect(await balanceOf(member)).toBeGreaterThanOrEqual(999)
  expect(await done(member.call('GET', '/muser/getSubscribe'))).toMatchObject({ speed_limit: 20, device_limit: 5 })
})

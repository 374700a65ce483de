import type { Page } from '@playwright/test'
import { expect, onShop, test } from '../journey.ts'
import { done } from '../shop.ts'

const shop = onShop()

const bell = (page: Page, unread: number) =>
  page.getByRole('link', { name: unread === 0 ? 'Messages, none unread' : `Messages, ${unread} unread`, exact: true })
const message = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })

test('the number of unread messages changes in a second tab without a reload, as they come and as they are read', async () => {
  const who = await shop.member('mia', 1440)
  const order = { email: who.email, plan_id: shop.small.id, period: 'month_price', total_amount: 0 }
  const give = () => done(shop.operator.call('POST', '/admin/orders', order))

  const { page: first, call } = who
  const second = await first.context().newPage()
  await first.goto('/user/msg')
  await expect(first.getByText('No messages yet')).toBeVisible()
  await second.goto('/dashboard')
  await expect(bell(second, 0)).toBeVisible()

  await give()
  for (const tab of [first, second]) await expect(bell(tab, 1)).toBeVisible()
  // The list follows, too, and so does the menu.
  await expect(message(first, /Small is paid and active/)).toBeVisible()
  await expect(second.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Message centre 1 unread' })).toBeVisible()

  await message(first, /Small is paid and active/).click()
  await expect(first.getByRole('link', { name: 'See the order' })).toBeVisible()
  for (const tab of [first, second]) await expect(bell(tab, 0)).toBeVisible()

  await give()
  await expect(bell(second, 1)).toBeVisible()
  await give()
  await expect(bell(second, 2)).toBeVisible()
  await bell(second, 2).click()
  await second.getByText('Unread', { exact: true }).first().click()
  await expect(message(second, /Small is paid and active/)).toHaveCount(2)
  // Read, it stays while it is open.
  await message(second, /Small is paid and active/)
    .first()
    .click()
  await expect(bell(second, 1)).toBeVisible()
  await expect(second.getByRole('link', { name: 'See the order' })).toBeVisible()
  await second.getByRole('button', { name: 'Mark all read' }).click()
  for (const tab of [first, second]) await expect(bell(tab, 0)).toBeVisible()
  expect(await done(call('POST', '/api/msg/fetch', { unread: true }))).toMatchObject({ total: 0, unread: 0 })

  // Signing out in one tab ends both, and leaves no error behind.
  await second.close()
  await first.getByRole('button', { name: 'Log out' }).click()
  await first.waitForURL('**/login**')
  await expect(first.getByText(/expired|failed/i)).toHaveCount(0)
})

test('on a phone the messages are in the bar at the bottom, and a stream that fails is replaced by asking', async () => {
  const { page } = await shop.member('noa')
  await page.route('**/api/v1/muser/live*', (route) => route.fulfill({ status: 429, body: '{}' }))
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByRole('heading', { name: 'Message centre' })).toBeVisible()
  const asked = page.waitForResponse(
    (response) => response.url().endsWith('/api/msg/fetch') && response.request().postData()?.includes('"page_size":1}') === true,
  )
  expect((await asked).status()).toBe(200)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

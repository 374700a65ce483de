import { expect, type Page, test } from '@playwright/test'
import { OPERATOR, type Portico, startPortico } from './portico.ts'
import { done, passesAxe, signIn } from './shop.ts'

let portico: Portico
test.beforeAll(async () => {
  portico = await startPortico()
})
test.afterAll(() => portico.stop())

const bell = (page: Page, unread: number) =>
  page.getByRole('link', { name: unread === 0 ? 'Messages, none unread' : `Messages, ${unread} unread`, exact: true })
const message = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })

test('the number of unread messages changes in a second tab without a reload, as they come and as they are read', async ({ browser }) => {
  const operator = await signIn(portico, browser, OPERATOR, 1440)
  await operator.page.close()
  const group = await done(operator.call('POST', '/admin/groups', { name: 'Standard' }))
  const periods = ['quarter', 'half_year', 'year', 'two_year', 'three_year', 'onetime', 'reset'].map((name) => [`${name}_price`, null])
  const limits = { transfer_enable: 2 ** 30, speed_limit: null, device_limit: null, capacity_limit: null }
  const offered = { content: '', tags: [], show: true, sell: true, renew: true, month_price: 1000 }
  const plan = await done(
    operator.call('POST', '/admin/plans', { name: 'Small', group_id: group.id, ...limits, ...offered, ...Object.fromEntries(periods) }),
  )
  const who = { email: 'mia@example.com', password: 'the password of mia' }
  await done(portico.call('POST', '/muser/auth/register', who))
  const give = () =>
    done(operator.call('POST', '/admin/orders', { email: who.email, plan_id: plan.id, period: 'month_price', total_amount: 0 }))

  const { page: first, call } = await signIn(portico, browser, who, 1440)
  const second = await first.context().newPage()
  await first.goto('/user/msg')
  await expect(first.getByText('No messages yet')).toBeVisible()
  await passesAxe(first)
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
  await passesAxe(first)

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

test('on a phone the messages are in the bar at the bottom, and a stream that fails is replaced by asking', async ({ browser }) => {
  const who = { email: 'noa@example.com', password: 'the password of noa' }
  await done(portico.call('POST', '/muser/auth/register', who))
  const { page } = await signIn(portico, browser, who, 390)
  await page.route('**/api/v1/muser/messages/live', (route) => route.fulfill({ status: 429, body: '{}' }))
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByRole('heading', { name: 'Message centre' })).toBeVisible()
  const asked = page.waitForResponse(
    (response) => response.url().endsWith('/api/msg/fetch') && response.request().postData()?.includes('"page_size":1}') === true,
  )
  expect((await asked).status()).toBe(200)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await passesAxe(page)
})

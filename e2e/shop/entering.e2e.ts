import type { Page } from '@playwright/test'
import { expect, onShop, test } from '../journey.ts'
import { OPERATOR } from '../portico.ts'
import { change, done, passesAxe, type Shop, visit } from '../shop.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
let MEMBER: { email: string; password: string }
const shop: Shop = onShop(async () => {
  MEMBER = await shop.member('entering')
})

async function enter(page: Page, who: typeof OPERATOR, at = '/login'): Promise<void> {
  await page.goto(shop.portico.base + at)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a member page sends a visitor to the login page and opens after the login', async ({ page }) => {
  await page.goto(`${shop.portico.base}/user/orders`)
  await page.waitForURL('**/login?redirect=%2Fuser%2Forders')
  await page.getByLabel('E-mail').fill(MEMBER.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Wrong e-mail address or password.').first()).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(MEMBER.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(`${shop.portico.base}/user/orders`)
  await page.goto(`${shop.portico.base}/login`)
  await page.waitForURL(`${shop.portico.base}/dashboard`)
})

test('a redirect to another site stays on this one', async ({ page }) => {
  for (const evil of ['//example.com', 'https://example.com', '/%5Cexample.com', '/\\example.com', 'javascript:alert(1)']) {
    await page.context().clearCookies()
    await enter(page, MEMBER, `/login?redirect=${encodeURIComponent(evil)}`)
    await page.waitForURL((url) => url.pathname !== '/login')
    expect(new URL(page.url()).origin, evil).toBe(shop.portico.base)
  }
})

test('every address of members and operators sends a visitor to the login page, even where there is no page', async ({ page }) => {
  for (const path of ['/user/nothing', '/admin/nothing', '/admin/user/7', '/user/order/short', '/article/articleRead/x']) {
    await page.goto(shop.portico.base + path)
    await expect(page).toHaveURL(`${shop.portico.base}/login?redirect=${encodeURIComponent(path)}`)
  }
  await page.goto(`${shop.portico.base}/nothing`)
  await expect(page).toHaveURL(`${shop.portico.base}/404`)
})

test('unknown pages, and console pages for members, lead to the 404 page', async ({ page }) => {
  await enter(page, MEMBER)
  await page.waitForURL(`${shop.portico.base}/dashboard`)
  for (const path of ['/no/such/page', '/admin/user', '/user/order/short', '/user/plan/abc/1', '/user/plan/1/123', '/user/nothing']) {
    await page.goto(shop.portico.base + path)
    await page.waitForURL('**/404')
  }
})

test('when a session ends, a message appears, and the login page opens after a moment', async ({ page }) => {
  await enter(page, OPERATOR, '/login?redirect=/admin/server/group')
  await page.waitForURL(`${shop.portico.base}/admin/server/group`)
  // Wait until the page has loaded: otherwise one of its own calls could be the one that is refused.
  await expect(page.getByRole('cell', { name: 'Standard', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const cookies = await page.context().cookies()
  const token = cookies.find((cookie) => cookie.name === 'AdminToken')?.value ?? ''
  expect((await shop.portico.call('GET', '/muser/logout', {}, token)).status).toBe(200)
  await page.getByRole('button', { name: 'New group' }).first().click()
  await page.getByLabel('Name').fill('Too late')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('request failed')).toBeVisible()
  await expect(page.getByText('Your login has expired. Please log in again.')).toBeVisible()
  await page.waitForURL('**/login?redirect=%2Fadmin%2Fserver%2Fgroup')
  expect((await page.context().cookies()).some((cookie) => cookie.name === 'AdminToken')).toBe(false)
})

test('a page reloaded while it loads the account keeps its session', async ({ page }) => {
  await enter(page, MEMBER)
  await page.waitForURL(`${shop.portico.base}/dashboard`)
  for (let i = 0; i < 20; i++) await page.goto(`${shop.portico.base}/dashboard`, { waitUntil: 'commit' })
  await expect(page.getByText("You don't have a plan yet")).toBeVisible()
})

test('the site uses the chosen language and remembers it', async ({ page }) => {
  await page.goto(`${shop.portico.base}/index`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('连接')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('连接')
})

test('a closed site sends visitors to its closed page, and operators can still come in', async ({ page, browser }) => {
  const open = await change(shop.operator, { 'site.closed': true })
  await page.goto(`${shop.portico.base}/price`)
  await page.waitForURL('**/closed.html')
  const operator = await browser.newPage()
  await enter(operator, OPERATOR, '/login?redirect=/admin/setting')
  await operator.waitForURL(`${shop.portico.base}/admin/setting`)
  await expect(operator.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await open()
})

test('a member who came without an address claims the account by its link, and staff take the claim back', async ({ browser }) => {
  const { portico, operator } = shop
  const mover = await shop.member('mover')
  const { id } = await shop.userOf(mover)
  const { subscribe_url: link } = await done(mover.call('GET', '/muser/getSubscribe'))
  // As an import leaves it.
  await portico.query(`delete from identities where account_id = ${id}`)
  await portico.query(`update accounts set password_hash = null, former_name = 'lao_wang', claimable_at = now() where id = ${id}`)

  const page = await visit(browser, portico, 390, { userAgent: IPHONE })
  await page.goto(link)
  await page.getByRole('link', { name: 'Claim this account' }).click()
  await expect(page.getByLabel('Subscription link')).toHaveValue(link)
  await page.getByLabel('E-mail').fill('wang@example.com')
  await page.getByLabel('Password', { exact: true }).fill('the password of wang')
  await page.getByLabel('Confirm password', { exact: true }).fill('the password of wang')
  await passesAxe(page)
  await page.getByRole('button', { name: 'Claim this account' }).click()
  await page.waitForURL('**/dashboard')

  await operator.page.goto(`/admin/user/${id}?tab=sign_in`)
  await operator.page.getByRole('tab', { name: 'Login' }).click()
  await operator.page.getByRole('button', { name: 'Undo the claim' }).click()
  const dialog = operator.page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('a friend did it')
  await passesAxe(operator.page)
  await dialog.getByRole('button', { name: 'Undo the claim' }).click()
  await expect(operator.page.getByText('Claim undone.')).toBeVisible()
  await page.reload()
  await page.waitForURL('**/login**')
})

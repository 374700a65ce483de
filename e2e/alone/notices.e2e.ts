import type { Page } from '@playwright/test'
import { aloneWith, expect, test } from '../journey.ts'
import { done, enterShop, openSite, passesAxe, type Person, type Shop, signIn, visit } from '../shop.ts'
import { slowness } from '../../scripts/slowness.ts'

// An operator tells members whose plan ends soon; the notice appears while they are there, and stays away once they dismissed it.

let shop: Shop
let member: Person
let other: Person
aloneWith(openSite, async (site, browser) => {
  shop = await enterShop(site, browser)
  member = await shop.member('soon')
  other = await shop.member('later')
  for (const who of [member, other]) await shop.buy(who, shop.small)
  await shop.changeUser(member, { expired_at: new Date(Date.now() + 2 * 86_400_000).toISOString() })
})

const notice = (page: Page) => page.locator('main').getByText('Renew this week')

test('a notice to expiring members appears while they are there, and stays dismissed after a reload and elsewhere', async ({ browser }) => {
  for (const { page } of [member, other]) {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const { page } = shop.operator
  await page.goto('/admin/notice')
  await page.getByRole('button', { name: 'New notice' }).click()
  const form = page.getByRole('dialog', { name: 'New notice' })
  await form.getByRole('combobox', { name: 'Who sees it' }).click()
  await page.getByRole('option', { name: 'Members whose plan ends soon' }).click()
  await expect(form.getByText('Members who see it now: 1')).toBeVisible()
  await form.getByLabel('Title').fill('Renew this week')
  await form.getByRole('textbox', { name: 'Text' }).fill('And keep your price.')
  await form.getByText('中文', { exact: true }).click()
  await form.getByLabel('Title').fill('本周续费')
  await expect(form.getByText('And keep your price.').last()).toBeVisible()
  await passesAxe(page)
  await form.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('dialog', { name: /Publish “Renew this week”/ })
  await expect(question).toContainText('Members who see it now: 1')
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()

  // Nobody reloads: the page asks by itself.
  await expect(notice(member.page)).toBeVisible({ timeout: 90_000 * slowness })
  // On a phone it is one line, which opens when it is touched.
  await notice(member.page).click()
  await expect(member.page.locator('main').getByText('And keep your price.')).toBeVisible()
  await member.page.getByRole('button', { name: "Don't remind me again" }).click()
  await expect(notice(member.page)).toHaveCount(0)
  await expect.poll(async () => (await done(member.call('GET', '/muser/notices'))).total).toBe(0)
  await member.page.reload()
  await expect(member.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice(member.page)).toHaveCount(0)
  const elsewhere = await signIn(shop.portico, browser, member, 1440)
  await elsewhere.page.goto('/dashboard')
  await expect(elsewhere.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice(elsewhere.page)).toHaveCount(0)
  await other.page.reload()
  await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice(other.page)).toHaveCount(0)
})

test('a pop-up opens once, holds the focus, closes by Escape, and never comes between somebody and their payment', async () => {
  const draft = { placement: 'popup', title: 'New apps', body: '<p>Get them now.</p>', audience: 'all', audience_ids: [] }
  const made = await done(shop.operator.call('POST', '/admin/notices', { ...draft, audience_days: null, starts_at: null, ends_at: null }))
  await done(shop.operator.call('POST', `/admin/notices/${made.id}/move`, { version: 1, to: 'publish' }))
  const { page } = other
  const popup = page.getByRole('dialog', { name: 'New apps' })
  const order = await done(other.call('POST', '/muser/order/save', { plan_id: shop.large.id, period: 'month_price' }))
  await page.goto(`/user/order/${order.trade_no}`)
  await expect(page.getByText('Wallet')).toBeVisible()
  await expect(popup).toHaveCount(0)
  await page.goto('/user/plans')
  await expect(popup).toBeVisible()
  await expect(popup.getByRole('button', { name: 'Got it' })).toBeFocused()
  await passesAxe(page)
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
  await expect.poll(async () => (await done(other.call('GET', '/muser/notices'))).total).toBe(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(popup).toHaveCount(0)
})

test('a bar is on public pages for visitors, and a dismissed one is back only when it is shown again', async ({ browser }) => {
  const draft = { placement: 'bar', title: 'Summer sale', body: '', audience: 'all', audience_ids: [], audience_days: null }
  const window = { starts_at: null, ends_at: null }
  const { id } = await done(shop.operator.call('POST', '/admin/notices', { ...draft, ...window }))
  await done(shop.operator.call('POST', `/admin/notices/${id}/move`, { version: 1, to: 'publish' }))
  const context = (await visit(browser, shop.portico, 1280)).context()
  // Each tab is a visit of its own.
  const arrive = async () => {
    const page = await context.newPage()
    await page.goto('/index', { waitUntil: 'networkidle' })
    return { page, bar: page.getByRole('region', { name: 'Site notice' }) }
  }
  const first = await arrive()
  await expect(first.bar).toContainText('Summer sale')
  await first.bar.getByRole('button', { name: 'Close' }).click()
  await expect(first.bar).toHaveCount(0)
  await first.page.reload({ waitUntil: 'networkidle' })
  await expect(first.bar).toHaveCount(0)
  const { page, bar } = await arrive()
  await expect(bar).toContainText('Summer sale')
  await bar.getByRole('button', { name: "Don't remind me again" }).click()
  await expect(bar).toHaveCount(0)
  await page.reload({ waitUntil: 'networkidle' })
  await expect(bar).toHaveCount(0)
  await expect((await arrive()).bar).toHaveCount(0)
  await done(shop.operator.call('PUT', `/admin/notices/${id}`, { version: 2, notice: { ...draft, ...window }, show_again: true }))
  await page.reload()
  await expect(bar).toContainText('Summer sale')
})

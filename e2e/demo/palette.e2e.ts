import type { Page } from '@playwright/test'
import { expect, onDemo, test } from '../journey.ts'
import { MEMBER, OPERATOR } from '../portico.ts'
import { passesAxe, signIn, speak } from '../shop.ts'

const portico = onDemo()

const field = (page: Page, name = 'Search or jump to') => page.getByRole('combobox', { name })
/** The keys work once the page is there. */
async function press(page: Page, name = 'Search or jump to'): Promise<void> {
  await expect(page.getByRole('button', { name })).toBeVisible()
  await page.keyboard.press('Control+k')
}

test('an operator finds an order, a member and a node by keyboard alone', async ({ browser }) => {
  const { page, call } = await signIn(portico, browser, OPERATOR, 1440)
  const { body } = await call('GET', '/admin/orders', { page_size: 1 })
  const { trade_no: tradeNo, email } = body.items[0]
  await page.goto('/admin/setting')

  await press(page)
  await field(page).fill(tradeNo.slice(0, 12))
  await expect(page.getByRole('option', { name: tradeNo })).toHaveAttribute('aria-selected', 'true')
  await passesAxe(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/order\\?order=${tradeNo}`))
  await page.goto('/dashboard')

  await press(page)
  await field(page).fill(email)
  await expect(page.getByRole('option', { name: email })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/user\/\d+/)
  await page.goto('/dashboard')

  await press(page)
  await field(page).fill('Japan')
  await expect(page.getByRole('group', { name: 'Nodes' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Japan')
  await expect(page).not.toHaveURL(/open=/)
})

test('an action opens its form; Escape closes the palette and gives the focus back', async ({ browser }) => {
  const { page } = await signIn(portico, browser, OPERATOR, 1440)
  await page.goto('/admin/order')
  const opener = page.getByRole('button', { name: 'Search or jump to' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
  await expect(opener).toBeFocused()

  await press(page)
  await field(page).fill('plan new')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New plan' })).toBeVisible()
})

test('members find pages, actions, articles and the way to a ticket, but nobody', async ({ browser }) => {
  const { page } = await signIn(portico, browser, MEMBER, 390)
  await page.goto('/user/orders')
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await field(page).fill('member')
  await expect(page.getByRole('option').first()).toHaveText('Member centre')
  await expect(page.getByRole('status').filter({ hasText: /result/ })).toBeVisible()
  await expect(page.getByRole('option', { name: '@' })).toHaveCount(0)
  await field(page).fill('qqq')
  await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeVisible()
  await expect(page.getByRole('option')).toHaveText(['New ticketAsk us'])
  await field(page).fill('Shadowrocket')
  const onSite = page.getByRole('group', { name: 'On the site' })
  await expect(onSite.getByRole('option').first()).toBeVisible()
  await onSite.getByRole('option').first().click()
  await expect(page).toHaveURL(/\/article\//i)
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await passesAxe(page)
  await field(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('in Chinese pages are found by pinyin', async ({ browser }) => {
  const { page } = await signIn(portico, browser, OPERATOR, 1440)
  await speak(page.context(), portico, 'zh-CN')
  await page.goto('/dashboard')
  // While a page loads, the menu does not leave it.
  await expect(page.getByRole('region', { name: '每日收入' })).toBeVisible()
  await press(page, '搜索或跳转')
  await field(page, '搜索或跳转').pressSequentially('xtsz')
  await expect(page.getByRole('option', { name: '系统设置' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/setting$/)
})

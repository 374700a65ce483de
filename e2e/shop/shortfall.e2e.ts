import type { Page } from '@playwright/test'
import { expect, onShop, test } from '../journey.ts'
import { booksOf, fitsScreen, orderOf, passesAxe, speak } from '../shop.ts'

const shop = onShop()

/** Orders a month for 10.00, with a fee of 0.10, and pays another amount. Returns the order's number. */
async function payWrongly(page: Page, money: string): Promise<string> {
  await page.goto(`/user/plan/${shop.small.id}/1`)
  await page.getByText('Wallet').click()
  await page.getByRole('button', { name: /^Pay / }).click()
  shop.gateway.behave({ money })
  await page.locator('#pay').click()
  await page.waitForURL(/pay_return_url/)
  shop.gateway.behave({})
  const number = new URL(page.url()).searchParams.get('order')
  return number ?? ''
}

test('an operator accepts a shortfall; the member sees what they paid and what they need not pay', async () => {
  const before = await booksOf(shop.operator)
  const member = await shop.member('short')
  const { page } = member
  const number = await payWrongly(page, '9.60')
  expect((await orderOf(member, number)).status).toBe('pending')

  const { page: desk } = shop.operator
  await desk.goto('/admin/reconciliation')
  const row = desk.getByRole('row').filter({ hasText: member.email })
  await expect(row.getByText(/9\.60/)).toBeVisible()
  await expect(row.getByText(/10\.10/)).toBeVisible()
  await row.getByRole('button', { name: 'Accept with shortfall' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText(/9\.60 pays for order .*0\.50 will not be charged any more; .*0\.10 of it is payment fee/)).toBeVisible()
  await passesAxe(desk)
  await dialog.getByRole('button', { name: 'Accept with shortfall' }).click()
  await expect(dialog.getByLabel('Note')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Note').fill('The bank kept its charges')
  await dialog.getByRole('button', { name: 'Accept with shortfall' }).click()
  await expect(desk.getByText('No unclear payments')).toBeVisible()
  await desk.getByText('Resolved', { exact: true }).click()
  await expect(desk.getByRole('row').filter({ hasText: member.email }).getByText('Accepted with shortfall')).toBeVisible()

  await page.goto(`/user/order/${number}`)
  await expect(page.getByText('Not paid, accepted')).toBeVisible()
  await expect(page.getByText(/0\.40/)).toBeVisible()
  await expect(page.getByText(/9\.60/)).toBeVisible()
  await fitsScreen(page)
  await speak(page.context(), shop.portico, 'zh-CN')
  await page.reload()
  await expect(page.getByText('少付（已接受）')).toBeVisible()
  await fitsScreen(page)
  expect(await orderOf(member, number)).toMatchObject({ status: 'completed', shortfall_amount: 40, fee_amount: 0 })
  expect(await booksOf(shop.operator)).toEqual({ ...before, gateway: before.gateway - 960, revenue: before.revenue + 960 })
})

test('marking an order as paid asks what becomes of the payment that waits', async () => {
  const member = await shop.member('partly')
  const number = await payWrongly(member.page, '6.10')
  const { page: desk } = shop.operator
  await desk.goto(`/admin/order?order=${number}`)
  await desk.getByRole('button', { name: 'Mark as paid' }).click()
  const dialog = desk.getByRole('dialog').filter({ hasText: 'is waiting' })
  await dialog.getByLabel('Note').fill('The rest in cash')
  const submit = dialog.getByRole('button', { name: /^Confirm / })
  await submit.click()
  await expect(dialog.getByText('Please fill in this field.')).toBeVisible()
  await dialog.getByLabel('It paid for this order').check()
  await expect(dialog.getByText(/Received another way: .*3\.90/)).toBeVisible()
  await passesAxe(desk)
  await submit.click()
  await expect.poll(async () => (await orderOf(member, number)).status).toBe('completed')
  await expect(desk.getByText('Decided: paid for the order')).toBeVisible()
  await desk.goto('/admin/reconciliation')
  await expect(desk.getByText('No unclear payments')).toBeVisible()
  expect((await booksOf(shop.operator)).unallocated).toBe(0)
})

import type { Page } from '@playwright/test'
import { expect, onShop, test } from '../journey.ts'
import { done, type Person } from '../shop.ts'

const shop = onShop()

test('another purchase says that an order is open, and replaces it after asking', async () => {
  const { page, call } = await shop.member('replacer')
  await page.goto(`/user/plan/${shop.large.id}/1`)
  const pay = page.getByRole('button', { name: /^Pay .*30/ })
  await expect(pay).toBeVisible()
  const first = await order(call)
  // This page does not know of it yet.
  await pay.click()
  await expect(page.getByText('You have an unfinished order. Please pay or cancel it first.')).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Continue paying' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Unpaid order')).toBeInViewport()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Unpaid order')).toHaveCount(0)

  const second = await order(call)
  await page.reload()
  await pay.click()
  const question = page.getByRole('alertdialog', { name: 'This replaces your unpaid order' })
  await expect(question).toContainText('Small')
  await question.getByRole('button', { name: 'Keep order' }).click()
  await expect(question).toHaveCount(0)
  expect(await statusOf(call, second)).toBe('pending')
  await pay.click()
  await question.getByRole('button', { name: 'Replace order' }).click()
  await page.waitForURL(/\/user\/order\/(?!.*plan)/)
  expect(page.url()).not.toContain(second)
  expect(await Promise.all([first, second].map((one) => statusOf(call, one)))).toEqual(['cancelled', 'cancelled'])
})

test('an order that is paid meanwhile is not replaced: the page leads to it', async () => {
  const { page, call } = await shop.member('paid-meanwhile')
  const first = await order(call)
  await page.goto(`/user/plan/${shop.large.id}/1`)
  await page.getByRole('button', { name: /^Pay .*30/ }).click()
  const question = page.getByRole('alertdialog', { name: 'This replaces your unpaid order' })
  const replace = question.getByRole('button', { name: 'Replace order' })
  await expect(replace).toBeVisible()
  await done(shop.operator.call('POST', `/admin/orders/${first}/payment`, { note: 'by hand' }))
  await replace.click()
  await expect(page.getByText("Your unpaid order couldn't be cancelled")).toBeInViewport()
  await page.getByRole('link', { name: 'View order' }).click()
  await page.waitForURL(`**/user/order/${first}`)
  await expect(page.getByText('Payment confirmed')).toBeVisible()
})

test('a sent proof is said on every page, and a confirmed payment shows on an open one', async () => {
  const { page, call } = await shop.member('proved')
  const tradeNo = await order(call)
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Continue paying' })).toBeVisible()
  await done(call('POST', '/muser/order/checkout', { trade_no: tradeNo, method: shop.byHand }))
  await done(call('POST', '/muser/order/proof', { trade_no: tradeNo, proof: 'Transfer 78' }))
  await page.goto('/user/order/list')
  await expect(page.getByText('Checking payment')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0)
  for (const path of ['/user/subscribe/index', '/dashboard']) {
    await page.goto(path)
    await expect(page.getByText("We're checking your payment")).toBeVisible()
    await expect(page.getByRole('link', { name: 'View order' })).toBeVisible()
  }
  await done(shop.operator.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'seen' }))
  await expect(page.getByRole('link', { name: 'Manage plan' })).toBeVisible()
})

test('links, folds and tabs of the member’s main pages are at least 40 px high to touch', async () => {
  const member = await shop.member('thumbs')
  await shop.buy(member, shop.small)
  for (const path of ['/dashboard', '/user/center', '/user/order/list', '/user/subscribe/index', '/user/plans', '/user/profile']) {
    await member.page.goto(path)
    await expect(member.page.locator('main a[href], main button, main summary').first()).toBeVisible()
    expect.soft(await lowOnes(member.page), path).toEqual([])
  }
})

async function order(call: Person['call']): Promise<string> {
  return (await done(call('POST', '/muser/order/save', { plan_id: shop.small.id, period: 'month_price' }))).trade_no
}

async function statusOf(call: Person['call'], tradeNo: string): Promise<string> {
  return (await done(call('GET', '/muser/order/details', { trade_no: tradeNo }))).status
}

/** What can be touched in less than 40 px of height, with the area around it. Links within a sentence may be as high as it is. */
function lowOnes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isSentence = (one: Element): boolean => one.matches('p:not(.quiet) a, small a')
    const heightOf = (one: Element): number => {
      const around = getComputedStyle(one, '::after')
      const isArea = around.content !== 'none' && around.position === 'absolute'
      return Math.max(one.getBoundingClientRect().height, isArea ? parseFloat(around.height) : 0)
    }
    return [...document.querySelectorAll('main a[href], main button:not([aria-haspopup]), main summary')]
      .filter((one) => one.checkVisibility() && !isSentence(one) && heightOf(one) > 1 && heightOf(one) < 39.5)
      .map((one) => `${one.textContent?.trim()} ${Math.round(heightOf(one))}`)
  })
}

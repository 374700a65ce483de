import { expect, test } from '@playwright/test'
import { OPERATOR, type Portico, startPortico } from './portico.ts'
import { done, fitsScreen, passesAxe, signIn } from './shop.ts'

let portico: Portico
test.beforeAll(async () => {
  portico = await startPortico()
})
test.afterAll(() => portico.stop())

test('an operator of an empty site publishes the starter articles with one click, and visitors read them with pictures', async ({
  browser,
}) => {
  const operator = await signIn(portico, browser, OPERATOR, 1440)
  await operator.page.goto('/admin/content/contentlist')
  await expect(operator.page.getByText('15 articles in English and Chinese')).toBeVisible()
  await passesAxe(operator.page)
  await operator.page.getByRole('button', { name: 'Publish starter articles' }).click()
  await expect(operator.page.getByText('15 articles published.')).toBeVisible({ timeout: 30_000 })
  await expect(operator.page.getByText('Invite friends').first()).toBeVisible()
  await expect(operator.page.getByRole('button', { name: 'Publish starter articles' })).toHaveCount(0)
  const stored = await done(operator.call('GET', '/admin/files', { page_size: 100 }))
  expect(stored.total).toBe(29)

  const context = await browser.newContext({ baseURL: portico.base, locale: 'zh-CN', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto('/help')
  await page.getByRole('link', { name: '无法连接时怎么办' }).click()
  await expect(page.getByRole('heading', { name: '检查客户端' })).toBeVisible()
  // Once drawn, each picture moves into a button that opens it large.
  const pictures = page.locator('.prose .picture img')
  await expect(pictures.first()).toBeAttached()
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
  }
  await fitsScreen(page)
  await passesAxe(page)
  await page.getByRole('link', { name: '流量用完怎么办' }).click()
  await expect(page.getByRole('heading', { name: '续费、自动续费与流量重置' })).toBeVisible()
  await context.close()
})

import { expect, onShop, test } from '../journey.ts'
import { done, fitsScreen, passesAxe, visit } from '../shop.ts'

const shop = onShop()

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test('a subscription link opened on a phone shows the plan and adds it to an app, without signing in', async ({ browser }) => {
  const member = await shop.member('traveller')
  await shop.changeUser(member, { plan_id: shop.small.id, expired_at: '2099-05-06T00:00:00.000Z' })
  const { subscribe_url: link } = await done(member.call('GET', '/muser/getSubscribe'))

  const phone = { userAgent: PHONE, isMobile: true, hasTouch: true, locale: 'zh-CN' }
  const page = await visit(browser, shop.portico, 360, phone)
  const answer = await page.goto(link)
  expect(answer?.headers()['x-robots-tag']).toContain('noindex')
  await expect(page.getByRole('heading', { name: '我的订阅' })).toBeVisible()
  await expect(page.getByText('已用 0 B，共 100 GB')).toBeVisible()
  await expect(page.getByText('有效期至 2099-05-06')).toBeVisible()
  const add = page.getByRole('link', { name: '导入到 Clash Meta for Android' }).first()
  await expect(add).toBeInViewport()
  expect(await add.getAttribute('href')).toBe(`clashmeta://install-config?url=${encodeURIComponent(link)}&name=Portico`)
  await expect(page.getByRole('img', { name: 'QR' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveValue(link)
  expect(await page.content()).not.toContain(member.email)
  await fitsScreen(page)
  await passesAxe(page)
})

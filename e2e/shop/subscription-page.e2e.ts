import { expect, onShop, test } from '../journey.ts'
import { done, fitsScreen, passesAxe, type Shop } from '../shop.ts'

let shop: Shop
onShop(async (given) => void (shop = given))

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test('a subscription link opened on a phone shows the plan and adds it to an app, without signing in', async ({ browser }) => {
  const member = await shop.member('traveller')
  await shop.changeUser(member, { plan_id: shop.small.id, expired_at: '2099-05-06T00:00:00.000Z' })
  const { subscribe_url: link } = await done(member.call('GET', '/muser/getSubscribe'))

  for (const [locale, words] of [
    [
      'en-US',
      { title: 'Your subscription', used: '0 B of 100 GB used', until: 'Valid until 2099-05-06', add: 'Add to Clash Meta for Android' },
    ],
    ['zh-CN', { title: '我的订阅', used: '已用 0 B，共 100 GB', until: '有效期至 2099-05-06', add: '导入到 Clash Meta for Android' }],
  ] as const) {
    const context = await browser.newContext({
      locale,
      userAgent: PHONE,
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
    })
    const page = await context.newPage()
    const answer = await page.goto(link)
    expect(answer?.headers()['x-robots-tag']).toContain('noindex')
    await expect(page.getByRole('heading', { name: words.title })).toBeVisible()
    await expect(page.getByText(words.used)).toBeVisible()
    await expect(page.getByText(words.until)).toBeVisible()
    const add = page.getByRole('link', { name: words.add }).first()
    await expect(add).toBeInViewport()
    expect(await add.getAttribute('href')).toBe(`clashmeta://install-config?url=${encodeURIComponent(link)}&name=Portico`)
    await expect(page.getByRole('img', { name: 'QR' })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveValue(link)
    expect(await page.content()).not.toContain(member.email)
    await fitsScreen(page)
    await passesAxe(page)
    await context.close()
  }
})

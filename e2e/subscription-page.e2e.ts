import { expect, test } from '@playwright/test'
import { OPERATOR, type Portico, startPortico } from './portico.ts'
import { done, fitsScreen, passesAxe, signIn } from './shop.ts'

let portico: Portico
test.beforeAll(async () => {
  portico = await startPortico()
})
test.afterAll(() => portico.stop())

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test('a subscription link opened on a phone shows the plan and adds it to an app, without signing in', async ({ browser }) => {
  const operator = await signIn(portico, browser, OPERATOR, 1440)
  const group = await done(operator.call('POST', '/admin/groups', { name: 'Standard' }))
  const periods = ['quarter_price', 'half_year_price', 'year_price', 'two_year_price', 'three_year_price', 'onetime_price', 'reset_price']
  const offered = { name: 'Traveller', content: '', tags: [], show: true, sell: true, renew: true, month_price: 1990 }
  const limits = { transfer_enable: 10 * 2 ** 30, speed_limit: null, device_limit: null, capacity_limit: null }
  const unsold = Object.fromEntries(periods.map((period) => [period, null]))
  const plan = await done(operator.call('POST', '/admin/plans', { ...offered, ...limits, group_id: group.id, ...unsold }))
  const who = { email: 'traveller@example.com', password: 'the password of a traveller' }
  await done(portico.call('POST', '/muser/auth/register', who))
  const member = await signIn(portico, browser, who, 390)
  const { items } = await done(operator.call('GET', '/admin/users', { q: who.email }))
  const change = { plan_id: plan.id, expired_at: '2099-05-06T00:00:00.000Z' }
  await done(operator.call('PATCH', `/admin/users/${items[0].id}`, { version: items[0].version, change }))
  const { subscribe_url: link } = await done(member.call('GET', '/muser/getSubscribe'))

  for (const [locale, words] of [
    [
      'en-US',
      { title: 'Your subscription', used: '0 B of 10 GB used', until: 'Valid until 2099-05-06', add: 'Add to Clash Meta for Android' },
    ],
    ['zh-CN', { title: '我的订阅', used: '已用 0 B，共 10 GB', until: '有效期至 2099-05-06', add: '导入到 Clash Meta for Android' }],
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
    expect(await page.content()).not.toContain(who.email)
    await fitsScreen(page)
    await passesAxe(page)
    await context.close()
  }
})

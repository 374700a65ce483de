import { expect, test } from '@playwright/test'
import { startEpay } from '../apps/server/test/gateways/epay.ts'
import { type Portico, startPortico } from './portico.ts'
import { done, fitsScreen, type Gateway, openShop, passesAxe, payInBrowser, speak } from './shop.ts'

let portico: Portico
let gateway: Gateway
let shop: Awaited<ReturnType<typeof openShop>>
test.beforeAll(async ({ browser }) => {
  ;[portico, gateway] = await Promise.all([startPortico(), startEpay()])
  shop = await openShop(portico, gateway, browser)
})
test.afterAll(async () => {
  await portico.stop()
  await gateway.stop()
})

test('an operator makes a plan smaller and resets it on the first; a member renews early and keeps what they have until then', async () => {
  const member = await shop.member('early')
  await shop.buy(member, shop.small)

  const { page: desk } = shop.operator
  await desk.goto('/admin/plan_manage')
  await desk.getByText('Small', { exact: true }).click()
  const drawer = desk.getByRole('dialog')
  await drawer.getByLabel('Traffic per cycle').fill('50')
  const resets = drawer.getByLabel('When traffic resets', { exact: true }).first()
  await expect(resets).toHaveValue('As set for the site')
  await resets.click()
  await desk.getByRole('option', { name: 'On the first of each month' }).click()
  await passesAxe(desk)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer).toBeHidden()
  const { items } = await done(shop.operator.call('GET', '/admin/plans'))
  expect(items[0]).toMatchObject({ name: 'Small', reset_mode: 'first_of_month' })

  const { page } = member
  for (const [language, note] of [
    ['zh-CN', /当前有效期内的条件不变。续费从 .+ 起生效/],
    ['en', /Your current term doesn't change\. The renewal starts on /],
  ] as const) {
    await speak(page.context(), portico, language)
    await page.goto(`/user/plan/${shop.small.id}/1`)
    await expect(page.getByText(note)).toBeVisible()
    await fitsScreen(page)
  }
  await expect(page.getByText('On the 1st of each month')).toBeVisible()
  await passesAxe(page)
  await payInBrowser(page)
  expect(await done(member.call('GET', '/muser/getSubscribe'))).toMatchObject({ transfer_enable: 100 * 2 ** 30 })
})

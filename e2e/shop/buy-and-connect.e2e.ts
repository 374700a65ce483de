import type { Page } from '@playwright/test'
import { parse } from 'yaml'
import { expect, onShop, test } from '../journey.ts'
import { OPERATOR } from '../portico.ts'
import { done, type Shop, visit } from '../shop.ts'
import { slowness } from '../../scripts/slowness.ts'

const shop: Shop = onShop(async () => {
  return async () => {
    const { call } = shop.operator
    for (const { id } of (await done(call('GET', '/admin/nodes'))).items) await done(call('DELETE', `/admin/nodes/${id}`))
    for (const { id, name } of (await done(call('GET', '/admin/payment-methods'))).items)
      if (name === 'E-wallet') await done(call('DELETE', `/admin/payment-methods/${id}`))
    shop.gateway.behave({})
  }
})

const MEMBER = { email: 'reader@example.com', password: 'a reader’s password' }
const MB = 1_000_000

test('an operator sets up the shop; a visitor registers, pays and connects; the node reports and the member sees it', async ({
  page,
  browser,
}) => {
  const secret = await setUpShop(page)
  // The gateway sends each notification twenty times, to test repeats.
  shop.gateway.behave({ parallel: 20 })

  const member = await visit(browser, shop.portico, 390)
  await register(member)
  await buy(member)
  const order = member.url()
  const link = await readLink(member)

  const profile = parse(await (await fetch(link, { headers: { 'user-agent': 'clash-verge/v2.4.2' } })).text())
  const [node] = profile.proxies
  expect(profile.proxies).toHaveLength(1)
  expect(node).toMatchObject({
    name: 'Tokyo 01',
    type: 'trojan',
    server: 'tokyo.example.com',
    port: 443,
    sni: 'tokyo.example.com',
    udp: true,
  })
  expect(node.password).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(profile['proxy-groups'].some((group: { proxies: string[] }) => group.proxies.includes('Tokyo 01'))).toBe(true)

  await runNode(secret, node.password)
  await seesTraffic(member)
  await member.goto(order)
  await expect(member.getByText("Your app is connected. You're all set.")).toBeVisible()
  await seesPayment(page)
})

async function setUpShop(page: Page): Promise<string> {
  await page.goto(`${shop.portico.base}/login?redirect=/admin/server/manage`)
  await page.getByLabel('E-mail').fill(OPERATOR.email)
  await page.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await page.getByRole('button', { name: 'Log in' }).click()

  // While a list loads, the button is in the heading.
  await expect(page.getByText('No nodes yet')).toBeVisible()
  await page.getByRole('button', { name: 'New node' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name', { exact: true }).fill('Tokyo 01')
  await drawer.getByLabel('Address', { exact: true }).fill('tokyo.example.com')
  await drawer.getByLabel('Client port').fill('443')
  // The only group is chosen already.
  await expect(drawer.getByText('Standard')).toBeVisible()
  await drawer.getByText('More', { exact: true }).click()
  await drawer.getByLabel('Rate').fill('1.5')
  await drawer.getByLabel('Protocol').selectOption({ label: 'Trojan' })
  await drawer.getByLabel('Server name (SNI)').fill('tokyo.example.com')
  await save(page)
  await expect(page.getByText('Waiting for its first call')).toBeVisible()
  await page.getByText('Other software and individual values').click()
  const secret = await page.getByRole('dialog').locator('code').last().innerText()
  await page.getByRole('button', { name: "I've copied it" }).click()

  await page.goto(`${shop.portico.base}/admin/payment`)
  await page.getByRole('button', { name: 'New method' }).first().click()
  await choose(page, 'Type', 'EPay')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('E-wallet')
  await page.getByLabel('Gateway address').fill(shop.gateway.url)
  await page.getByLabel('Merchant ID').fill(shop.gateway.pid)
  await page.getByLabel('Merchant key').fill(shop.gateway.key)
  await page.getByLabel('Percentage').fill('1')
  await save(page)
  await expect(page.getByText('E-wallet').first()).toBeVisible()
  return secret
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).first().click()
  await page.getByRole('option', { name: option }).click()
  await page.keyboard.press('Tab')
}

async function save(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
}

async function register(page: Page): Promise<void> {
  await page.goto(`${shop.portico.base}/price`)
  await expect(page.getByRole('heading', { name: 'Small' })).toBeVisible()
  await page.goto(`${shop.portico.base}/register`)
  await page.getByLabel('E-mail').fill(MEMBER.email)
  await page.getByLabel('Password', { exact: true }).fill(MEMBER.password)
  await page.getByLabel('Confirm password').fill(MEMBER.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${shop.portico.base}/dashboard`)
}

async function buy(page: Page): Promise<void> {
  await page.goto(`${shop.portico.base}/user/plans`)
  await page.getByRole('link', { name: 'Choose this plan Small' }).click()
  await page.getByText('E-wallet').click()
  // 10.00 and a fee of one percent.
  await page.getByRole('button', { name: /Pay .*10\.10/ }).click()
  await page.locator('#pay').click()
  await page.waitForURL('**/pay_return_url**')
  await expect(page.getByText('Your plan is ready')).toBeVisible()
  await expect(page.getByText('Import the link into your app, then connect.')).toBeVisible()
  // By a click: leaving the page must not break the next one.
  await page.getByRole('link', { name: 'Other apps' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My subscription' })).toBeVisible()
  await page.goBack()
}

async function readLink(page: Page): Promise<string> {
  await page.goto(`${shop.portico.base}/user/subscribe/index`)
  const link = page.getByRole('textbox', { name: 'Subscription link' })
  // On a phone the link lies behind a fold.
  const fold = page.getByText('Show the link and QR code')
  await expect(link.or(fold)).toBeVisible()
  if (await fold.isVisible()) await fold.click()
  await expect(link).toHaveValue(/^http:\/\/127\.0\.0\.1:\d+\/s\/[0-9a-f]{32}$/)
  return link.inputValue()
}

/** Does what node software does in its first minute. */
async function runNode(secret: string, uuid: string): Promise<void> {
  const [node] = (await done(shop.operator.call('GET', '/admin/nodes'))).items
  const proof = new URLSearchParams({ node_id: String(node.id), node_type: 'trojan', token: secret })
  const address = (action: string) => `${shop.portico.base}/api/v1/server/UniProxy/${action}?${proof}`
  const config = (await (await fetch(address('config'))).json()) as { server_port: number; base_config: { push_interval: number } }
  expect(config).toMatchObject({ server_port: 443, base_config: { push_interval: 60 } })
  const pulled = await fetch(address('user'))
  const { users } = (await pulled.json()) as { users: { id: number; uuid: string }[] }
  const own = users.find((user) => user.uuid === uuid)
  const again = await fetch(address('user'), { headers: { 'if-none-match': pulled.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  const pushed = await fetch(address('push'), { method: 'POST', body: JSON.stringify({ [own?.id ?? 0]: [2 * MB, 38 * MB] }) })
  expect([pushed.status, await pushed.json()]).toEqual([200, { data: true }])
}

async function seesTraffic(page: Page): Promise<void> {
  // 40 MB at a rate of 1.5 count as 60 MB.
  await expect(async () => {
    await page.goto(`${shop.portico.base}/user/traffics`)
    await expect(page.getByText('Tokyo 01').first()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 * slowness })
  for (const address of ['/user/traffics', '/user/traffic/list']) {
    await page.goto(shop.portico.base + address)
    await expect(page.getByRole('row').filter({ hasText: 'Tokyo 01' })).toContainText(/57\.2\d? M|60(\.0+)? M/)
  }
  await page.goto(`${shop.portico.base}/user/nodes`)
  await expect(page.getByText('Online').first()).toBeVisible()
}

async function seesPayment(page: Page): Promise<void> {
  await page.goto(`${shop.portico.base}/admin/order`)
  await expect(page.getByText(MEMBER.email)).toHaveCount(1)
  await expect(page.getByText('Completed').first()).toBeVisible()
  const paid = shop.gateway.paid().at(-1)
  expect(paid?.answers).toHaveLength(20)
  expect(paid?.answers.every((answer) => answer.body === 'success')).toBe(true)
}

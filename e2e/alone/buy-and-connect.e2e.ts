import type { Page } from '@playwright/test'
import { parse } from 'yaml'
import { startEpay } from '../../apps/server/test/gateways/epay.ts'
import { alone, expect, test } from '../journey.ts'
import { OPERATOR, type Portico, startPortico } from '../portico.ts'
import { visit } from '../shop.ts'

let portico: Portico
let gateway: Awaited<ReturnType<typeof startEpay>>
alone(async () => {
  ;[portico, gateway] = await Promise.all([startPortico(), startEpay()])
  return async () => {
    await portico.stop()
    await gateway.stop()
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
  gateway.behave({ parallel: 20 })

  const member = await visit(browser, portico, 390)
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

  const uid = await runNode(secret, node.password)
  expect(uid).toBeGreaterThan(0)
  await seesTraffic(member)
  await member.goto(order)
  await expect(member.getByText("Your app is connected. You're all set.")).toBeVisible()
  await seesPayment(page)
})

async function setUpShop(page: Page): Promise<string> {
  await page.goto(`${portico.base}/login?redirect=/admin/server/group`)
  await page.getByLabel('E-mail').fill(OPERATOR.email)
  await page.getByLabel('Password', { exact: true }).fill(OPERATOR.password)
  await page.getByRole('button', { name: 'Log in' }).click()

  await page.getByRole('button', { name: 'New group' }).first().click()
  await page.getByLabel('Name').fill('Standard')
  await save(page)
  await expect(page.getByRole('cell', { name: 'Standard', exact: true })).toBeVisible()

  await page.goto(`${portico.base}/admin/server/manage`)
  await page.getByRole('button', { name: 'New node' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name', { exact: true }).fill('Tokyo 01')
  await drawer.getByLabel('Address', { exact: true }).fill('tokyo.example.com')
  await drawer.getByLabel('Client port').fill('443')
  // The only group is chosen already.
  await expect(drawer.getByText('Standard')).toBeVisible()
  await drawer.getByText('More', { exact: true }).click()
  await drawer.getByLabel('Rate').fill('1.5')
  await drawer.getByLabel('Protocol').selectOption({ label: 'Trojan' })
  await drawer.getByText('Advanced: transport and encryption').click()
  await drawer.getByLabel('Server name (SNI)').fill('tokyo.example.com')
  await save(page)
  await expect(page.getByText('Waiting for its first call')).toBeVisible()
  await page.getByText('Other software and individual values').click()
  const secret = await page.getByRole('dialog').locator('code').last().innerText()
  await page.getByRole('button', { name: "I've copied it" }).click()

  await page.goto(`${portico.base}/admin/plan_manage`)
  await page.getByRole('button', { name: 'New plan' }).first().click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Reader')
  await choose(page, 'Permission group', 'Standard')
  await page.getByLabel('Traffic per cycle').fill('100')
  await page.getByLabel('Monthly').fill('19.90')
  await save(page)
  await expect(page.getByText('Reader').first()).toBeVisible()

  await page.goto(`${portico.base}/admin/payment`)
  await page.getByRole('button', { name: 'New method' }).first().click()
  await choose(page, 'Type', 'EPay')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Wallet')
  await page.getByLabel('Gateway address').fill(gateway.url)
  await page.getByLabel('Merchant ID').fill(gateway.pid)
  await page.getByLabel('Merchant key').fill(gateway.key)
  await page.getByLabel('Percentage').fill('1')
  await save(page)
  await expect(page.getByText('Wallet').first()).toBeVisible()
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
  await page.goto(`${portico.base}/price`)
  await expect(page.getByRole('heading', { name: 'Reader' })).toBeVisible()
  await page.goto(`${portico.base}/register`)
  await page.getByLabel('E-mail').fill(MEMBER.email)
  await page.getByLabel('Password', { exact: true }).fill(MEMBER.password)
  await page.getByLabel('Confirm password').fill(MEMBER.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${portico.base}/dashboard`)
}

async function buy(page: Page): Promise<void> {
  await page.goto(`${portico.base}/user/plans`)
  await page.getByRole('link', { name: 'Choose this plan' }).click()
  await page.getByText('Wallet').click()
  // 19.90 and a fee of one percent, rounded half up.
  await page.getByRole('button', { name: /Pay .*20\.10/ }).click()
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
  await page.goto(`${portico.base}/user/subscribe/index`)
  const link = page.getByRole('textbox', { name: 'Subscription link' })
  // On a phone the link lies behind a fold.
  const fold = page.getByText('Show the link and QR code')
  await expect(link.or(fold)).toBeVisible()
  if (await fold.isVisible()) await fold.click()
  await expect(link).toHaveValue(/^http:\/\/127\.0\.0\.1:\d+\/s\/[0-9a-f]{32}$/)
  return link.inputValue()
}

/** Does what node software does in its first minute. Returns the member's id. */
async function runNode(secret: string, uuid: string): Promise<number> {
  const address = (action: string) => `${portico.base}/api/v1/server/UniProxy/${action}?node_id=1&node_type=trojan&token=${secret}`
  const config = (await (await fetch(address('config'))).json()) as { server_port: number; base_config: { push_interval: number } }
  expect(config).toMatchObject({ server_port: 443, base_config: { push_interval: 60 } })
  const pulled = await fetch(address('user'))
  const { users } = (await pulled.json()) as { users: { id: number; uuid: string }[] }
  expect(users.map((user) => user.uuid)).toEqual([uuid])
  const again = await fetch(address('user'), { headers: { 'if-none-match': pulled.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  const uid = users[0]?.id ?? 0
  const pushed = await fetch(address('push'), { method: 'POST', body: JSON.stringify({ [uid]: [2 * MB, 38 * MB] }) })
  expect([pushed.status, await pushed.json()]).toEqual([200, { data: true }])
  return uid
}

async function seesTraffic(page: Page): Promise<void> {
  // 40 MB at a rate of 1.5 count as 60 MB.
  await expect(async () => {
    await page.goto(`${portico.base}/user/traffics`)
    await expect(page.getByText('Tokyo 01').first()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  for (const address of ['/user/traffics', '/user/traffic/list']) {
    await page.goto(portico.base + address)
    await expect(page.getByRole('row').filter({ hasText: 'Tokyo 01' })).toContainText(/57\.2\d? M|60(\.0+)? M/)
  }
  await page.goto(`${portico.base}/user/nodes`)
  await expect(page.getByText('Online').first()).toBeVisible()
}

async function seesPayment(page: Page): Promise<void> {
  await page.goto(`${portico.base}/admin/order`)
  await expect(page.getByText(MEMBER.email)).toHaveCount(1)
  await expect(page.getByText('Completed').first()).toBeVisible()
  expect(gateway.paid()).toHaveLength(1)
  expect(gateway.paid()[0]?.answers.every((answer) => answer.body === 'success')).toBe(true)
}

import type { Browser, Locator, Page } from '@playwright/test'
import { aloneWith, expect, test } from '../journey.ts'
import { OPERATOR, startWithOwnPostgres } from '../portico.ts'
import { done, enterShop, fitsScreen, openSite, passesAxe, signIn, visit } from '../shop.ts'
import { slowness } from '../../scripts/slowness.ts'

const portico = aloneWith(startWithOwnPostgres)

test('an empty site leads its operator to the first traffic, step by step, and then shows the month', async ({ browser }) => {
  test.setTimeout(300_000 * slowness)
  const { page } = await signIn(portico, browser, OPERATOR, 1440)
  const title = page.getByRole('heading', { level: 1 })
  const dialog = page.getByRole('dialog')
  await page.goto('/dashboard')
  await expect(title).toHaveText('7 steps to go')
  await expect(page.getByRole('button', { name: 'New plan' }), 'its form makes the group too').toBeEnabled()

  await page.getByRole('button', { name: 'New group' }).click()
  await dialog.getByLabel('Name').fill('Standard')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(title).toHaveText('6 steps to go')

  await page.getByRole('button', { name: 'New plan' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Light')
  await choose(page, dialog, 'Permission group', 'Standard')
  await dialog.getByLabel('Traffic per cycle').fill('100')
  await dialog.getByLabel('Monthly').fill('15')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(title).toHaveText('5 steps to go')

  const users = await connectNode(page, dialog)
  await expect(title).toHaveText('4 steps to go')
  await expect(page.getByText('Waiting for its first report')).toBeVisible()
  const refused = page.getByText('Apps refuse the certificate')
  await expect(refused, 'a call does not change it').toBeVisible()
  await page.getByRole('button', { name: 'Let apps skip the check' }).click()
  await dialog.getByRole('button', { name: 'Let apps skip the check' }).click()
  await expect(refused).toHaveCount(0)
  // Thirty pictures are prepared one after the other. The page gives up before a slow machine is done.
  await expect(async () => {
    await page.getByRole('button', { name: 'Publish starter articles' }).click()
    await expect(page.getByText('Guides:')).toHaveCount(0, { timeout: 60_000 * slowness })
  }).toPass({ timeout: 240_000 * slowness })
  await readsStarters(browser)

  await page.getByRole('button', { name: 'Add member' }).click()
  await dialog.getByLabel('E-mail').fill('first@example.com')
  await dialog.getByLabel('Password').first().fill('a long password')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(title).toHaveText('3 steps to go')

  await page.getByRole('button', { name: 'Assign plan' }).click()
  await dialog.getByLabel("Member's e-mail address").fill('first@example.com')
  await choose(page, dialog, 'Plan', 'Light')
  await choose(page, dialog, 'Period', 'Monthly')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await users.report()
  await expect(title, 'all but the payment method').toHaveText('2 steps to go')

  await page.getByRole('button', { name: 'See the overview now' }).click()
  await expect(title).toHaveText(new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format())
  await expect(page.getByRole('row', { name: /Tokyo 01.*Online/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Needs you' }).getByText('Only this machine can reach the site')).toBeVisible()
  await page.getByRole('button', { name: 'Show the setup steps' }).click()
  await expect(title).toHaveText('2 steps to go')

  await page.getByRole('link', { name: 'Set address' }).click()
  const address = page.getByLabel('Site address')
  await expect(address).toBeFocused()
  await address.fill(portico.base)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`Only this machine can reach ${portico.base}`)).toBeVisible()
})

test('an order that waits for its transfer shows among the setup steps by itself and is confirmed from there', async ({ browser }) => {
  const shop = await enterShop(await openSite(), browser)
  try {
    const { page } = shop.operator
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Assign plan' })).toBeVisible()

    const buyer = await shop.member('buyer')
    const { trade_no: number } = await done(buyer.call('POST', '/muser/order/save', { plan_id: shop.small.id, period: 'month_price' }))
    const { reference } = await done(buyer.call('POST', '/muser/order/checkout', { trade_no: number, method: shop.byHand }))
    await expect(page.getByText('buyer@example.com ordered Small · Monthly for ¥10.00.'), 'without a reload').toBeVisible()
    await expect(page.getByRole('button', { name: 'Assign plan' })).toHaveCount(0)

    await page.getByRole('link', { name: 'Confirm payment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm payment' }).click()
    const asked = page.getByRole('dialog', { name: 'Confirm payment' })
    await expect(asked.getByText(reference, { exact: true })).toBeVisible()
    await asked.getByLabel('Note').fill('Seen on the account')
    await asked.getByRole('button', { name: 'Confirm ¥10.00' }).click()
    await expect(page.getByRole('dialog').getByText('Completed')).toBeVisible()

    const again = await done(buyer.call('POST', '/muser/order/save', { plan_id: shop.small.id, period: 'month_price' }))
    await done(buyer.call('POST', '/muser/order/checkout', { trade_no: again.trade_no, method: shop.byHand }))
    await done(buyer.call('POST', '/muser/order/proof', { trade_no: again.trade_no, proof: 'Sent at noon' }))
    await page.goto('/admin/order?status=proof_sent')
    const menu = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /^Orders/ })
    await expect(menu).toContainText('1')
    await page
      .getByRole('row', { name: /buyer@example/ })
      .getByRole('button', { name: 'Confirm payment' })
      .click()
    await asked.getByRole('button', { name: 'Confirm ¥10.00' }).click()
    await expect(page.getByText('No payment is waiting for confirmation')).toBeVisible()
    await expect(menu, 'at once').not.toContainText('1')
    await page.getByRole('link', { name: 'Back to the setup steps' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('to go')
  } finally {
    await shop.stop()
  }
})

/** A visitor reads a starter article with its pictures, and the next one. */
async function readsStarters(browser: Browser): Promise<void> {
  const page = await visit(browser, portico, 390, { locale: 'zh-CN' })
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
  await page.getByRole('link', { name: '流量用完怎么办' }).click()
  await expect(page.getByRole('heading', { name: '续费、自动续费与流量重置' })).toBeVisible()
}

async function choose(page: Page, dialog: Locator, label: string, option: string): Promise<void> {
  await dialog.getByLabel(label, { exact: true }).first().click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Creates a node in place, then plays its software: the first call, and a report once there is a member. */
async function connectNode(page: Page, dialog: Locator): Promise<{ report: () => Promise<void> }> {
  await page.getByRole('button', { name: 'New node' }).click()
  await expect(dialog.getByText('Only this machine can reach')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Tokyo 01')
  await dialog.getByLabel('Address', { exact: true }).fill('tokyo.example.com')
  await dialog.getByLabel('Protocol', { exact: true }).selectOption({ label: 'Trojan' })
  await dialog.getByLabel('Server name (SNI)').fill('tokyo.example.com')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Waiting for its first call')).toBeVisible()
  await passesAxe(page)
  // The whole configuration stands below the command that writes it.
  const config = (await page.locator('pre').last().textContent()) ?? ''
  const [, secret, nodeId] = /"ApiKey": "(.+?)"[^]*"NodeID": (\d+)/.exec(config) ?? []
  const proof = new URLSearchParams({ token: secret ?? '', node_id: nodeId ?? '', node_type: 'trojan' })
  const send = (action: string, init?: RequestInit): Promise<Response> =>
    fetch(`${portico.base}/api/v1/server/UniProxy/${action}?${proof}`, init)
  expect((await send('config')).status).toBe(200)
  return {
    report: async () => {
      let id = 0
      const member = async (): Promise<number> =>
        (id = (await (await send('user')).json()).users.find((one: { id: number }) => one.id > 0)?.id ?? 0)
      await expect.poll(member).toBeGreaterThan(0)
      const body = JSON.stringify({ [id]: [1000, 2000] })
      expect((await send('push', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status).toBe(200)
    },
  }
}

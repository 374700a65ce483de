import type { Page } from '@playwright/test'
import { emptySettings } from '@portico/contract/empty-settings'
import { expect, onShop, test } from '../journey.ts'
import { done, fitsScreen, passesAxe, type Person, type Shop, speak } from '../shop.ts'

let node: { id: number; secret: string }
const shop: Shop = onShop(async () => {
  const place = { name: 'Tokyo', host: 'tokyo.example.com', port: '443', server_port: 443, rate: 100, tags: [], state: 'enabled' }
  const body = { ...place, group_ids: [shop.group], settings: emptySettings('trojan') }
  const made = await done(shop.operator.call('POST', '/admin/nodes', body))
  node = { id: made.node.id, secret: made.secret }
  return () => done(shop.operator.call('DELETE', `/admin/nodes/${node.id}`))
})

/** A member on a phone who has the plan for two devices, imported the link and uses the node. */
async function connected(name: string): Promise<Person & { id: number }> {
  const person = await shop.member(name)
  await speak(person.page.context(), shop.portico, 'zh-CN')
  const end = new Date(Date.now() + 30 * 86_400_000).toISOString()
  await shop.changeUser(person, { plan_id: shop.small.id, expired_at: end, own_device_limit: 2 })
  const { id } = await shop.userOf(person)
  const { subscribe_url: link } = await done(person.call('GET', '/muser/getSubscribe'))
  expect((await fetch(link, { headers: { 'user-agent': 'clash-verge/v2.4.3' } })).status).toBe(200)
  await report('push', { [id]: [1000, 1000] })
  return { ...person, id }
}
async function report(action: string, body: object): Promise<void> {
  const address = `${shop.portico.base}/api/v1/server/UniProxy/${action}?node_id=${node.id}&node_type=trojan&token=${node.secret}`
  expect((await fetch(address, { method: 'POST', body: JSON.stringify(body) })).status).toBe(200)
}
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

test('the doctor solves an exceeded device limit without a ticket', async () => {
  const { call, id, page } = await connected('dora')
  await report('alive', { [id]: ['192.0.2.1', '192.0.2.2', '192.0.2.3'] })
  await page.goto('/user/subscribe/index')
  await button(page, '开始检测').click()
  await expect(page.getByText('设备数超限：3 / 2 台')).toBeVisible()
  await fitsScreen(page)
  // The member has disconnected the device that is not needed: the node sees two.
  await button(page, '清空设备').click()
  await report('alive', { [id]: ['192.0.2.1', '192.0.2.2'] })
  await expect(page.getByText('未发现故障')).toBeVisible()
  await expect(page.getByText('设备数超限：3 / 2 台')).toHaveCount(0)
  expect((await done(call('GET', '/muser/ticket/fetch'))).total).toBe(0)
})

test('where the doctor finds nothing, questions lead to a ticket that knows the connection', async () => {
  const { page } = await connected('theo')
  const { operator } = shop
  await page.goto('/user/tickets')
  await button(page, '开始检测').click()
  await expect(page.getByText('未发现故障')).toBeVisible()
  await page.getByRole('button', { name: /^更多客户端/ }).click()
  await page.getByRole('radiogroup', { name: '您使用哪个客户端？' }).getByRole('radio', { name: 'FlClash' }).check()
  await page.getByRole('radio', { name: '部分网站打不开' }).check()
  await page.getByRole('radio', { name: '酒店、机场、学校或咖啡馆' }).check()
  await expect(page.getByText(/通常需要先登录/)).toBeVisible()
  await passesAxe(page)
  await fitsScreen(page)
  await button(page, '联系客服').click()

  await expect(page.getByLabel('标题')).toHaveValue('部分网站打不开')
  await page.getByText('客服会看到的连接情况').click()
  await expect(page.getByText(/Clash Verge 2\.4\.3/)).toBeVisible()
  await expect(page.locator('main details').getByText('FlClash')).toBeVisible()
  await fitsScreen(page)
  await button(page, '提交工单').click()
  await page.waitForURL(/\/user\/ticket\/\d+$/)
  const ticketId = new URL(page.url()).pathname.split('/').at(-1)
  const { bundle } = await done(operator.call('GET', `/admin/tickets/${ticketId}`))
  expect(bundle).toMatchObject({
    findings: [],
    plan: { name: 'Small', state: 'active', device_limit: 2 },
    last_fetch: { app: 'Clash Verge', version: '2.4.3' },
    nodes: { offered: 1, up: 1 },
    tried: { app: 'FlClash', symptom: 'some_sites', connection: 'public' },
  })
  expect(Math.abs(bundle.clock_skew)).toBeLessThan(60_000)

  // Support sees the same beside the ticket.
  await speak(operator.page.context(), shop.portico, 'zh-CN')
  await operator.page.goto(`/admin/ticket?ticket=${ticketId}`)
  await operator.page.getByText('会员提问时的连接情况').click()
  await expect(operator.page.getByText(/Clash Verge 2\.4\.3/)).toBeVisible()
})

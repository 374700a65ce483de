import { expect, type Page, test } from '@playwright/test'
import { emptySettings } from '@portico/contract/protocols'
import { OPERATOR, type Portico, startPortico } from './portico.ts'
import { done, fitsScreen, passesAxe, type Person, signIn, speak } from './shop.ts'

let portico: Portico
let operator: Person
let plan: { id: number }
let node: { id: number; secret: string }
test.beforeAll(async ({ browser }) => {
  portico = await startPortico()
  operator = await signIn(portico, browser, OPERATOR, 1440)
  const group = await done(operator.call('POST', '/admin/groups', { name: 'Standard' }))
  const periods = ['quarter_price', 'half_year_price', 'year_price', 'two_year_price', 'three_year_price', 'onetime_price', 'reset_price']
  const offered = { name: 'Reader', content: '', tags: [], show: true, sell: true, renew: true, month_price: 1990 }
  const limits = { transfer_enable: 100 * 2 ** 30, speed_limit: null, device_limit: 2, capacity_limit: null }
  plan = await done(
    operator.call('POST', '/admin/plans', {
      ...offered,
      ...limits,
      group_id: group.id,
      ...Object.fromEntries(periods.map((period) => [period, null])),
    }),
  )
  const place = { name: 'Tokyo', host: 'tokyo.example.com', port: '443', server_port: 443, rate: 100, tags: [], state: 'enabled' }
  const made = await done(operator.call('POST', '/admin/nodes', { ...place, group_ids: [group.id], settings: emptySettings('trojan') }))
  node = { id: made.node.id, secret: made.secret }
})
test.afterAll(() => portico.stop())

const words = {
  en: {
    start: 'Find out why',
    tooMany: '3 of 2 devices',
    clear: 'Clear the devices',
    ok: 'Everything on our side works',
    app: 'Which app do you use?',
    moreApps: /^More apps/,
    symptom: 'Some sites do not open',
    network: 'Hotel, airport, school or café',
    advice: /often ask you to sign in first/,
    ask: 'Ask support',
    subject: 'Subject',
    preview: 'What support sees about your connection',
    send: 'Send ticket',
    kept: 'The connection when the member asked',
  },
  'zh-CN': {
    start: '开始检测',
    tooMany: '设备数超限：3 / 2 台',
    clear: '清空设备',
    ok: '我们这边一切正常',
    app: '您使用哪个客户端？',
    moreApps: /^更多客户端/,
    symptom: '部分网站打不开',
    network: '酒店、机场、学校或咖啡馆',
    advice: /通常需要先登录/,
    ask: '联系客服',
    subject: '标题',
    preview: '客服会看到的连接情况',
    send: '提交工单',
    kept: '会员提问时的连接情况',
  },
} as const

/** A member who has the plan, imported the link and uses the node. */
async function connected(browser: Parameters<typeof signIn>[1], name: string, width: 390 | 1440): Promise<Person & { id: number }> {
  const who = { email: `${name}@example.com`, password: `the password of ${name}` }
  await done(portico.call('POST', '/muser/auth/register', who))
  const person = await signIn(portico, browser, who, width)
  const { items } = await done(operator.call('GET', '/admin/users', { q: who.email }))
  const { id, version } = items[0]
  const change = { plan_id: plan.id, expired_at: new Date(Date.now() + 30 * 86_400_000).toISOString() }
  await done(operator.call('PATCH', `/admin/users/${id}`, { version, change }))
  const { subscribe_url: link } = await done(person.call('GET', '/muser/getSubscribe'))
  expect((await fetch(link, { headers: { 'user-agent': 'clash-verge/v2.4.3' } })).status).toBe(200)
  await report('push', { [id]: [1000, 1000] })
  return { ...person, id }
}
async function report(action: string, body: object): Promise<void> {
  const address = `${portico.base}/api/v1/server/UniProxy/${action}?node_id=${node.id}&node_type=trojan&token=${node.secret}`
  expect((await fetch(address, { method: 'POST', body: JSON.stringify(body) })).status).toBe(200)
}
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

for (const [language, width] of [
  ['en', 1440],
  ['zh-CN', 390],
] as const) {
  const say = words[language]
  test(`the doctor solves an exceeded device limit without a ticket (${language})`, async ({ browser }) => {
    const { call, id, page } = await connected(browser, `dora-${width}`, width)
    await speak(page.context(), portico, language)
    await report('alive', { [id]: ['192.0.2.1', '192.0.2.2', '192.0.2.3'] })
    await page.goto('/user/subscribe/index')
    await button(page, say.start).click()
    await expect(page.getByText(say.tooMany)).toBeVisible()
    await passesAxe(page)
    await fitsScreen(page)
    // The member has disconnected the device that is not needed: the node sees two.
    await button(page, say.clear).click()
    await report('alive', { [id]: ['192.0.2.1', '192.0.2.2'] })
    await expect(page.getByText(say.ok)).toBeVisible()
    await expect(page.getByText(say.tooMany)).toHaveCount(0)
    expect((await done(call('GET', '/muser/ticket/fetch'))).total).toBe(0)
  })

  test(`where the doctor finds nothing, questions lead to a ticket that knows the connection (${language})`, async ({ browser }) => {
    const { page } = await connected(browser, `theo-${width}`, width)
    await speak(page.context(), portico, language)
    await page.goto('/user/tickets')
    await button(page, say.start).click()
    await expect(page.getByText(say.ok)).toBeVisible()
    await page.getByRole('button', { name: say.moreApps }).click()
    await page.getByRole('radiogroup', { name: say.app }).getByRole('radio', { name: 'FlClash' }).check()
    await page.getByRole('radio', { name: say.symptom }).check()
    await page.getByRole('radio', { name: say.network }).check()
    await expect(page.getByText(say.advice)).toBeVisible()
    await passesAxe(page)
    await fitsScreen(page)
    await button(page, say.ask).click()

    await expect(page.getByLabel(say.subject)).toHaveValue(say.symptom)
    await page.getByText(say.preview).click()
    await expect(page.getByText(/Clash Verge 2\.4\.3/)).toBeVisible()
    await expect(page.locator('main details').getByText('FlClash')).toBeVisible()
    await passesAxe(page)
    await fitsScreen(page)
    await button(page, say.send).click()
    await page.waitForURL(/\/user\/ticket\/\d+$/)
    const ticketId = new URL(page.url()).pathname.split('/').at(-1)
    const { bundle } = await done(operator.call('GET', `/admin/tickets/${ticketId}`))
    expect(bundle).toMatchObject({
      findings: [],
      plan: { name: 'Reader', state: 'active', device_limit: 2 },
      last_fetch: { app: 'Clash Verge', version: '2.4.3' },
      nodes: { offered: 1, up: 1 },
      tried: { app: 'FlClash', symptom: 'some_sites', connection: 'public' },
    })
    expect(Math.abs(bundle.clock_skew)).toBeLessThan(60_000)

    // Support sees the same beside the ticket.
    await speak(operator.page.context(), portico, language)
    await operator.page.goto(`/admin/ticket?ticket=${ticketId}`)
    await operator.page.getByText(say.kept).click()
    await expect(operator.page.getByText(/Clash Verge 2\.4\.3/)).toBeVisible()
    await passesAxe(operator.page)
  })
}

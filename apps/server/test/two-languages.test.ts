import { expect, test } from 'vitest'
import { atOnce } from './at-once.ts'
import { openShop } from './gateways/shop.ts'
import { type Answer, forFile, type Member, startApp } from './harness.ts'
import { openMailbox } from './mailbox.ts'

// What operators write, as an English and a Chinese reader get it.

const everybody = { plan_ids: null, periods: null, new_members_only: false, enabled: true, starts_at: null, ends_at: null }

async function make(path: string, body: Record<string, unknown>) {
  const made = await shop.admin.call('POST', path, body)
  expect([path, made.status, made.body]).toEqual([path, 200, expect.anything()])
  return made.body
}
const change = (path: string, body: Record<string, unknown>): Promise<Answer> => shop.admin.call('PATCH', path, body)

type Payload = Record<string, unknown>
/** The same call by an English and by a Chinese reader. */
async function both(method: string, path: string, payload: Payload = {}, member?: Member) {
  const call = member?.call ?? t.call
  const { body: english } = await call(method, path, payload, { 'accept-language': 'en-GB,zh;q=0.5' })
  const { body: chinese } = await call(method, path, payload, { 'accept-language': 'zh-CN' })
  return { english, chinese }
}

async function holder(): Promise<Member> {
  const member = await t.member()
  await t.subscribe(member.id, plan.groupId, { planId: plan.id })
  return member
}

const t = await forFile(startApp())
const shop = await openShop(t)
const mailbox = await forFile(openMailbox(t))
const plan = await t.plan({ name: 'Light' })
const chinese = { name: '轻享', content: '适合阅读', tags: ['新品'] }
const texts = { content: 'For reading', tags: ['New'], translations: { 'zh-CN': chinese, en: { name: '', tags: [] } } }
await change(`/admin/plans/${plan.id}`, texts)

test('each visitor reads the plans in their own language, also when both ask at once and again and again', async () => {
  const asked = await atOnce(() => both('GET', '/api/plan/list'))
  for (const { english, chinese } of asked) {
    expect(english.items).toMatchObject([{ name: 'Light', content: 'For reading', tags: ['New'] }])
    expect(chinese.items).toMatchObject([{ name: '轻享', content: '适合阅读', tags: ['新品'] }])
  }
  const answer = await t.call('GET', '/api/plan/list', {}, { cookie: 'language=zh-CN' })
  expect([answer.body.items[0].name, answer.headers.get('cache-control')]).toEqual(['轻享', 'no-store'])
  expect(JSON.stringify(answer.body)).not.toContain('translations')
})

test('a text without a translation is the one first written; an empty translation is none', async () => {
  const { id } = await t.plan({ name: 'Studio', content: 'For teams' })
  await change(`/admin/plans/${id}`, { translations: { 'zh-CN': { name: '工作室', content: '  ' } } })
  const { chinese } = await both('GET', '/api/plan/list')
  expect(chinese.items.find((one: { id: number }) => one.id === id)).toMatchObject({ name: '工作室', content: 'For teams', tags: [] })
  const listed = await shop.admin.call('GET', '/admin/plans', {}, { 'accept-language': 'zh-CN' })
  const found = listed.body.items.find((one: { id: number }) => one.id === id)
  expect(found).toMatchObject({ name: 'Studio', shown_name: '工作室', translations: { 'zh-CN': { name: '工作室' } } })
  expect(Object.keys(found.translations['zh-CN'])).toEqual(['name'])
  // Another field alone leaves them; {} removes them.
  await change(`/admin/plans/${id}`, { month_price: 2000 })
  expect((await both('GET', '/api/plan/list')).chinese.items.find((one: { id: number }) => one.id === id).name).toBe('工作室')
  await change(`/admin/plans/${id}`, { translations: {} })
  expect((await both('GET', '/api/plan/list')).chinese.items.find((one: { id: number }) => one.id === id).name).toBe('Studio')
  expect((await change(`/admin/plans/${id}`, { translations: { 'zh-CN': { name: 'x'.repeat(81) } } })).status).toBe(422)
  expect((await change(`/admin/plans/${id}`, { show: false })).status).toBe(200)
})

test('a member reads their plan in the language of the page', async () => {
  const member = await holder()
  const mine = await both('GET', '/muser/plan/fetch', {}, member)
  expect([mine.english.items[0].name, mine.chinese.items[0].name]).toEqual(['Light', '轻享'])
  for (const path of ['/muser/getSubscribe', '/muser/closing']) {
    const { english, chinese } = await both('GET', path, {}, member)
    expect([path, english.plan_name, chinese.plan_name]).toEqual([path, 'Light', '轻享'])
  }
})

test('promotions, and the plans they are for, are in the reader’s language, and so are the names in a price', async () => {
  const { id } = await make('/admin/promotions', {
    ...everybody,
    name: 'Welcome',
    content: 'Your first order.',
    percent: 10,
    plan_ids: [plan.id],
    translations: { 'zh-CN': { name: '新会员礼遇', content: '首次下单。' } },
  })
  const member = await holder()
  for (const [path, who] of [['/api/discount/list', undefined] as const, ['/muser/discount/fetch', member] as const]) {
    const { english, chinese } = await both('GET', path, {}, who)
    expect(english.items).toMatchObject([{ name: 'Welcome', content: 'Your first order.', plans: [{ name: 'Light' }] }])
    expect(chinese.items).toMatchObject([{ name: '新会员礼遇', content: '首次下单。', plans: [{ name: '轻享' }] }])
    expect(Object.keys(chinese.items[0].plans[0]).toSorted()).toEqual(['id', 'name'])
  }
  const list = await both('GET', '/api/plan/list')
  expect([list.english.items[0].promotions[0].name, list.chinese.items[0].promotions[0].name]).toEqual(['Welcome', '新会员礼遇'])
  const quote = await both('POST', '/muser/order/quote', { plan_id: plan.id, period: 'month_price' }, member)
  expect(quote.english).toMatchObject({ plan_name: 'Light', promotion_name: 'Welcome', before: { plan_name: 'Light' } })
  expect(quote.chinese).toMatchObject({ plan_name: '轻享', promotion_name: '新会员礼遇', after: { plan_name: '轻享' } })
  await change(`/admin/promotions/${id}`, { enabled: false })
})

test('an order keeps the names as they were, in both languages, with the way it was paid; the export keeps the first ones', async () => {
  const bank = await shop.method({
    driver: 'manual',
    name: 'Transfer',
    config: { instructions: 'Account 1' },
    translations: { 'zh-CN': { name: '转账', instructions: '账号 1' } },
  })
  const member = await t.member()
  const { trade_no } = (await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' })).body
  const ways = await both('GET', '/muser/order/getPaymentMethod', { trade_no }, member)
  const nameOf = ({ items }: { items: { id: number; name: string }[] }) => items.find(({ id }) => id === bank.id)?.name
  expect([nameOf(ways.english), nameOf(ways.chinese)]).toEqual(['Transfer', '转账'])
  const paying = await both('POST', '/muser/order/checkout', { trade_no, method: bank.id }, member)
  expect([paying.english.data, paying.chinese.data]).toEqual(['Account 1', '账号 1'])
  expect(paying.english.reference).toBe(paying.chinese.reference)
  const open = await both('GET', '/muser/order/getPaymentMethod', { trade_no }, member)
  expect([open.english.open.data, open.chinese.open.data]).toEqual(['Account 1', '账号 1'])

  await shop.admin.call('POST', `/admin/orders/${trade_no}/payment`, { note: 'seen' })
  await change(`/admin/plans/${plan.id}`, { translations: { 'zh-CN': { name: '新名', content: '适合阅读', tags: ['新品'] } } })
  await change(`/admin/payment-methods/${bank.id}`, { translations: {} })
  const order = await both('GET', '/muser/order/details', { trade_no }, member)
  expect(order.english).toMatchObject({ plan_name: 'Light', payment_name: 'Transfer' })
  expect(order.chinese).toMatchObject({ plan_name: '轻享', payment_name: '转账' })
  const rows = await both('GET', '/muser/order/fetch', {}, member)
  expect([rows.english.items[0].plan_name, rows.chinese.items[0].plan_name]).toEqual(['Light', '轻享'])
  const csv = await shop.admin.call('GET', '/admin/orders/export', {}, { 'accept-language': 'zh-CN' })
  expect(csv.body.csv).toContain(trade_no)
  expect(csv.body.csv).not.toMatch(/\p{Script=Han}/u)
  await change(`/admin/plans/${plan.id}`, { translations: { 'zh-CN': { name: '轻享', content: '适合阅读', tags: ['新品'] } } })
})

test('instructions for a transfer that are reworded in one language open a new payment, as in the first language', async () => {
  const texts = { 'zh-CN': { name: '', instructions: '账号 1' } }
  const bank = await shop.method({ driver: 'manual', name: 'Wire', config: { instructions: 'Account 1' }, translations: texts })
  const member = await t.member()
  const { trade_no } = (await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' })).body
  const pay = async () => (await member.call('POST', '/muser/order/checkout', { trade_no, method: bank.id })).body.reference
  const first = await pay()
  await change(`/admin/payment-methods/${bank.id}`, { translations: { 'zh-CN': { name: '电汇', instructions: '账号 1' } } })
  expect(await pay()).toBe(first)
  await change(`/admin/payment-methods/${bank.id}`, { translations: { 'zh-CN': { name: '电汇', instructions: '账号 2' } } })
  expect(await pay()).not.toBe(first)
})

test('the site’s name and its footer are in the reader’s language', async () => {
  const saved = await change('/admin/settings', {
    'site.title': 'Harbour',
    'site.title_zh': '港湾',
    'footer.official_account': 'Harbour Official',
    'footer.official_account_zh': '港湾官方',
    'footer.filing': 'ICP 1',
    'footer.licence_zh': '许可 2',
  })
  expect(saved.body).toMatchObject({ 'site.title_zh': '港湾', 'site.title_en': '' })
  const config = await both('GET', '/api/comm/config')
  expect(config.english).toMatchObject({ webtitle: 'Harbour' })
  expect(config.chinese).toMatchObject({ webtitle: '港湾' })
  const footer = await both('GET', '/api/comm/footer')
  expect(footer.english).toMatchObject({ official_account: 'Harbour Official', filing: 'ICP 1', licence: '' })
  expect(footer.chinese).toMatchObject({ official_account: '港湾官方', filing: 'ICP 1', licence: '许可 2' })
})

test('mail names the site in the language of the account, as its sender too', async () => {
  for (const [language, site] of [['en', 'Harbour'] as const, ['zh-CN', '港湾'] as const]) {
    const to = `reader-${language.toLowerCase()}@example.com`
    await make('/admin/messages/tests', { channel: 'email', to, language, template: 'test' })
    const mail = await mailbox.mailTo(to)
    expect([mail.subject?.includes(site), mail.from?.name, mail.html?.includes(site)]).toEqual([true, site, true])
  }
})

test('a member reads nodes, traffic and the state of the service in their language; a tag for the place too', async () => {
  const { id, pull } = await t.node({ name: 'Tokyo 01', groupIds: [plan.groupId] })
  const named = { name: '东京 01', tags: ['location:日本', '流媒体'] }
  expect((await change(`/admin/nodes/${id}`, { tags: ['location:Japan', 'Films'], translations: { 'zh-CN': named } })).status).toBe(200)
  await pull('user')
  const member = await holder()
  const nodes = await both('GET', '/muser/server/fetch', {}, member)
  expect(nodes.english.items).toMatchObject([{ name: 'Tokyo 01', location: 'Japan', tags: ['location:Japan', 'Films'] }])
  expect(nodes.chinese.items).toMatchObject([{ name: '东京 01', location: '日本', tags: named.tags }])
  const places = async () => {
    // The state of the service is kept for a moment, and a call of a node is noted soon after its answer.
    t.travel(16_000)
    const { english, chinese } = await both('GET', '/api/service/status')
    return [english.locations[0]?.name, chinese.locations[0]?.name]
  }
  await expect.poll(places).toEqual(['Japan', '日本'])
  await t.database.pool.query(
    `insert into traffic_daily (account_id, node_id, day, up, down, billed_up, billed_down) values ($1, $2, current_date, 1, 1, 1, 1)`,
    [member.id, id],
  )
  const traffic = await both('GET', '/muser/server/log/fetch', {}, member)
  expect([traffic.english.items[0].node_name, traffic.chinese.items[0].node_name]).toEqual(['Tokyo 01', '东京 01'])
  await t.database.pool.query(`insert into devices (account_id, node_id, ip, seen_at) values ($1, $2, '192.0.2.1', now())`, [member.id, id])
  const devices = await both('GET', '/muser/devices', {}, member)
  expect([devices.english.items[0].node_name, devices.chinese.items[0].node_name]).toEqual(['Tokyo 01', '东京 01'])
})

test('a profile has the names in the language of the account; a filter asks for the first names in both', async () => {
  const group = await t.group()
  for (const [name, chinese] of [
    ['Paris 01', '巴黎 01'],
    ['Rome 01', '罗马 01'],
  ]) {
    const { id } = await t.node({ name: name!, groupIds: [group.id] })
    await change(`/admin/nodes/${id}`, { translations: { 'zh-CN': { name: chinese } } })
  }
  const profileOf = async (language: string | null) => {
    const member = await t.member()
    await t.subscribe(member.id, group.id)
    await t.database.pool.query('update accounts set language = $1 where id = $2', [language, member.id])
    const { subscribe_url } = (await member.call('GET', '/muser/getSubscribe')).body
    const fetched = async (query = '') => {
      const response = await fetch(subscribe_url + query, { headers: { 'user-agent': 'v2rayN/7.0' } })
      const text = Buffer.from(await response.text(), 'base64').toString()
      const names = text
        .split('\r\n')
        .filter(Boolean)
        .map((uri) => decodeURIComponent(uri.split('#')[1] ?? ''))
      return { names, title: Buffer.from(response.headers.get('profile-title')?.slice('base64:'.length) ?? '', 'base64').toString() }
    }
    return { all: await fetched(), some: (await fetched('?filter=paris')).names }
  }
  const [none, english, chinese] = await Promise.all([profileOf(null), profileOf('en'), profileOf('zh-CN')])
  for (const one of [none, english]) {
    expect(one).toEqual({ all: { names: ['Paris 01', 'Rome 01'], title: 'Harbour' }, some: ['Paris 01'] })
  }
  expect(chinese).toEqual({ all: { names: ['巴黎 01', '罗马 01'], title: '港湾' }, some: ['巴黎 01'] })
})

test('the log shows a changed translation by its own name', async () => {
  await change(`/admin/plans/${plan.id}`, { translations: { 'zh-CN': { name: '轻快', content: '适合阅读', tags: ['新品'] } } })
  const { items } = (await shop.admin.call('GET', '/admin/log/audit', { entity: 'plan' })).body
  const { changes } = (await shop.admin.call('GET', `/admin/log/audit/${items[0].id}`)).body
  expect(changes).toEqual([{ field: 'translations.zh-CN.name', before: '轻享', after: '轻快' }])
})

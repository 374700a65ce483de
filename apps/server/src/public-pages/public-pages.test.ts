import { expect, test, vi } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { servePages } from '../../test/served-pages.ts'
import { createPages } from '../build-app.ts'

/** After what was written before is no longer kept. */
const open: typeof pages.open = (...asked) => {
  t.travel(11_000)
  return pages.open(...asked)
}
const PATHS = ['/index', '/price', '/service', '/discount', '/extension', '/grammaly', '/sup_game']

const t = await forFile(startApp())
const owner = await t.admin()
await owner.call('PATCH', '/admin/settings', {
  'site.url': 'https://vpn.example.com',
  'site.title': 'Arch & Co',
  'site.currency': 'CNY',
  'site.timezone': 'Asia/Shanghai',
  'site.email': 'help@example.com',
})
const pages = await forFile(servePages(t.app, createPages(t.app)))

test('before anything is sold, every page says so in both languages', async () => {
  for (const path of PATHS) {
    const [en, zh] = [await open(`${path}?lang=en`), await open(`${path}?lang=zh-CN`)]
    expect([en.lang, zh.lang]).toEqual(['en', 'zh-CN'])
    expect(en.text).toMatch(
      /No plans are on sale yet|No status yet|No plans on sale yet|No promotions right now|No extension available yet|Paste a text|No games listed yet/,
    )
    expect(zh.text).toMatch(/套餐尚未上架|暂无|扩展尚未发布|建议|游戏/)
  }
  await owner.call('PATCH', '/admin/settings', { 'site.registration_open': false })
  expect((await open('/index')).hrefs).toContain('/login?lang=en')
  await owner.call('PATCH', '/admin/settings', { 'site.registration_open': true })
})

test('the pages for everybody are read without scripts, with their addresses in both languages', async () => {
  for (const path of PATHS) {
    const page = await open(path, { 'accept-language': 'zh-TW' })
    const address = `https://vpn.example.com${path}`
    expect([page.status, page.lang, page.meta('robots')]).toEqual([200, 'zh-CN', undefined])
    expect(page.links).toEqual(
      expect.arrayContaining([
        `canonical ${address}`,
        `alternate en ${address}?lang=en`,
        `alternate zh-CN ${address}?lang=zh-CN`,
        `alternate x-default ${address}`,
      ]),
    )
    expect(page.title).toMatch(/ - Arch & Co$/)
    const own = page.title.replace(' - Arch & Co', '')
    expect([page.meta('og:title'), page.meta('og:url'), page.meta('og:locale')]).toEqual([own, `${address}?lang=zh-CN`, 'zh_CN'])
    expect(page.meta('og:description')).toBe(page.meta('description'))
    expect(page.html).toContain('<h1>')
    expect(page.html).not.toContain('<noscript>')
    expect(page.hrefs).toContain(`${path}?lang=en`)
    expect((await open(`${path}?lang=en`)).links).toContain(`canonical ${address}?lang=en`)
  }
})

test('prices are in the text, as a visitor sees them: names and features are text, hidden plans are not there', async () => {
  await t.plan({ name: 'Large <b>', content: 'Netflix & more\n\n<script>', month_price: 1990, year_price: 20_000, deviceLimit: 3 })
  await t.plan({ name: 'Once', month_price: null, year_price: null, onetime_price: 0, transferEnable: 2 ** 40, sort: 2 })
  await t.plan({ name: 'Secret', show: false })
  const promotion = { name: 'Spring', content: 'For <you>', percent: 50, plan_ids: null, periods: ['year_price'], new_members_only: false }
  await owner.call('POST', '/admin/promotions', { ...promotion, starts_at: null, ends_at: null, enabled: true })
  const { text, html } = await open('/price?lang=en')
  expect(text).toMatch(
    /Large <b>.*10 GB traffic per month.*Netflix & more.*<script>.*Monthly: ¥19\.90 \/ month.*Yearly: ¥100 ¥200 \/ year/s,
  )
  expect(text).toMatch(/Once.*1 TB traffic in total.*One-time: Free one-time/s)
  expect(text).not.toContain('Secret')
  expect(html).not.toMatch(/<b>|<you>|<script>[^<]*Netflix/)
  expect((await open('/price?lang=zh-CN')).text).toMatch(/月付：¥19\.90 \/ 月/)
  expect((await open('/discount')).text).toMatch(/Spring.*50% off.*For <you>.*Plans: All plans.*Billing periods: Yearly/s)
  expect((await open('/index')).text).toMatch(
    /Plans start at ¥19\.90 a month.*Large <b>.*¥19\.90 \/ month.*What happens when my traffic runs out\?/s,
  )
})

test('the status of every location is in the text, with incidents in the site’s time', async () => {
  const node = await t.node({ name: 'JP 1' })
  await node.pull('config')
  await vi.waitFor(async () => expect((await open('/service')).text).toContain('Japan'))
  await t.asOwner(`insert into outages (node_id, began_at, ended_at, reason)
    values (${node.id}, '${new Date(t.app.now().getTime() - 7_200_000).toISOString()}', '${t.app.now().toISOString()}', 'silent')`)
  const page = await open('/service?lang=en')
  expect(page.text).toMatch(/All locations are online.*Japan: Online.*uptime.*Japan: 20\d\d-\d\d-\d\d \d\d:\d\d to 20\d\d/s)
  const shown = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Shanghai' })
  expect(page.text).toContain(`As of ${shown.format(t.app.now())}`)
  expect(page.text).toContain('help@example.com')
  expect((await open('/service?lang=zh-CN')).text).toMatch(/日本：/)
  expect((await open('/index')).text).toMatch(/Japan: Online/)
})

test('/home is /index for search engines; the root names it without text; pages with nothing to read are not for search engines; the login is found by its name; the web app draws its form', async () => {
  const [index, home, root] = [await open('/index'), await pages.open('/home'), await pages.open('/')]
  expect(home.links).toEqual(index.links)
  expect(home.text).toBe(index.text)
  expect([root.links, root.text.trim(), root.meta('robots')]).toEqual([index.links, '', undefined])
  for (const path of ['/login2', '/register', '/getPasswd', '/dashboard', '/admin/user', '/no-such-page'])
    expect((await open(path)).meta('robots'), path).toBe('noindex')
  // Names every object has.
  for (const path of ['/constructor', '/__proto__', '/toString']) expect((await open(path)).meta('robots'), path).toBe('noindex')
  const page = await open('/login?lang=zh-CN')
  expect([page.title, page.meta('robots'), page.text.trim()]).toEqual(['登录 - Arch & Co', undefined, ''])
  expect(page.links).toContain('canonical https://vpn.example.com/login?lang=zh-CN')
})

test('a closed site shows none of it, at once', async () => {
  expect((await pages.open('/price')).text).not.toBe('')
  await owner.call('PATCH', '/admin/settings', { 'site.closed': true })
  for (const path of PATHS) expect((await pages.open(path)).text.trim(), path).toBe('')
  await owner.call('PATCH', '/admin/settings', { 'site.closed': false })
})

test('a page is written once in ten seconds, however many ask', async () => {
  await open('/price')
  await t.plan({ name: 'Newest' })
  const texts = await atOnce(async () => (await pages.open('/price')).text)
  expect(texts.filter((text) => text.includes('Newest'))).toEqual([])
  expect((await open('/price')).text).toContain('Newest')
})

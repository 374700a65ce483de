import { expect, test, vi } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { publishArticle } from '../../test/publish-article.ts'
import { drawPages, servePages } from '../../test/served-pages.ts'
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
const pages = await forFile(servePages(t.app, createPages(t.app), await drawPages(t.app)))

test('before anything is sold, every page says so in both languages', async () => {
  for (const path of PATHS) {
    const [en, zh] = [await open(`${path}?lang=en`), await open(`${path}?lang=zh-CN`)]
    expect([en.lang, zh.lang]).toEqual(['en', 'zh-CN'])
    expect(en.text).toMatch(
      /No plans are on sale yet|No status yet|No plans on sale yet|No promotions right now|No extension available yet|No games listed yet/,
    )
    expect(zh.text).toMatch(/套餐尚未上架|暂无|扩展尚未发布|暂未列出/)
  }
  await owner.call('PATCH', '/admin/settings', { 'site.registration_open': false })
  expect((await open('/index')).hrefs).not.toContain('/register')
  const said = (await open('/price?lang=en')).text
  expect(said).toContain('prices appear here as soon as they go on sale.')
  expect(said).not.toContain('create an account')
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
    expect(page.html).toMatch(/<h1[ >]/)
    expect(page.html).not.toContain('<noscript>')
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
  expect(text).toMatch(/Large <b>¥19\.90\/ month.*10 GB traffic per month.*Netflix & more<script>.*Price¥19\.90 \/ month¥100 \/ year/s)
  expect(text).toMatch(/Once1 TB traffic in total.*Free one-time/s)
  expect(text).not.toContain('Secret')
  expect(html).not.toMatch(/<b>|<you>|<script>[^<]*Netflix/)
  expect((await open('/price?lang=zh-CN')).text).toMatch(/¥19\.90 \/ 月/)
  // The header calls it Price.
  expect((await open('/grammaly?lang=en')).text).toMatch(/¥19\.90\s?\/ month.*Grammar check.*Paste a text/s)
  expect((await open('/discount')).text).toMatch(/50% off.*Spring.*For <you>.*PlansAll plans.*Billing periodsYearly/s)
  expect((await open('/index')).text).toMatch(
    /Plans start at ¥19\.90 a month.*Large <b>.*¥19\.90\/ month.*What happens when my traffic runs out\?/s,
  )
})

test('the status of every location is in the text, with incidents in the site’s time', async () => {
  const node = await t.node({ name: 'JP 1' })
  await node.pull('config')
  await vi.waitFor(async () => expect((await open('/service')).text).toContain('Japan'))
  await t.asOwner(`insert into outages (node_id, began_at, ended_at, reason)
    values (${node.id}, '${new Date(t.app.now().getTime() - 7_200_000).toISOString()}', '${t.app.now().toISOString()}', 'silent')`)
  // As long as the answer of its call is kept.
  t.travel(120_000)
  const page = await open('/service?lang=en')
  expect(page.text).toMatch(/All locations are online.*JapanOnline.*Incidents.*Japan.*20\d\d-\d\d-\d\d \d\d:\d\d/s)
  const shown = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Shanghai' })
  expect(page.text).toContain(`As of ${shown.format(t.app.now())}`)
  expect(page.text).toContain('help@example.com')
  expect((await open('/service?lang=zh-CN')).text).toContain('日本')
  expect((await open('/index')).text).toMatch(/Japan/)
})

test('/home is /index for search engines; the root is it too, but not for members; pages with nothing to read are not for search engines; the login is found by its name, with its form', async () => {
  const [index, home, root] = [await open('/index'), await pages.open('/home'), await pages.open('/')]
  expect(home.links).toEqual(index.links)
  expect(home.text).toBe(index.text)
  expect([root.links, root.text, root.meta('robots')]).toEqual([index.links, index.text, undefined])
  expect((await open('/', { cookie: 'AdminToken=x' })).text.trim()).toBe('')
  for (const path of ['/login2', '/register', '/getPasswd', '/dashboard', '/admin/user', '/no-such-page'])
    expect((await open(path)).meta('robots'), path).toBe('noindex')
  // Names every object has.
  for (const path of ['/constructor', '/__proto__', '/toString']) expect((await open(path)).meta('robots'), path).toBe('noindex')
  const page = await open('/login?lang=zh-CN')
  expect([page.title, page.meta('robots')]).toEqual(['登录 - Arch & Co', undefined])
  expect(page.html).toMatch(/<form.*<input[^>]*type="password"/s)
  expect(page.links).toContain('canonical https://vpn.example.com/login?lang=zh-CN')
})

test('what a page shows is in it as data too, without what a session would add', async () => {
  const { html } = await open('/index', { cookie: 'AdminToken=secret-token' })
  const [, given = ''] = /<script [^>]*id="given">(.*?)<\/script>/s.exec(html) ?? []
  expect(Object.keys(JSON.parse(given).answers)).toContain('["/api/plan/list",{}]')
  expect(html).toMatch(/Member centre/)
  expect(html).not.toMatch(/secret-token/)
  expect((await pages.open('/index')).html).not.toMatch(/data-kept|Member centre/)
  expect((await pages.open('/index')).html).toMatch(/Create account/)
})

test('the help is drawn for the system that the browser names', async () => {
  const systemOf = async (agent: string) => /"system":"(\w*)"/.exec((await open('/help', { 'user-agent': agent })).html)?.[1]
  expect(await systemOf('Mozilla/5.0 (Linux; Android 14; Pixel 8)')).toBe('Android')
  expect(await systemOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('Windows')
  expect(await systemOf('curl/8')).toBe('')
})

test('an article is drawn anew each time, a missing one is missing; a search is drawn, and counts for the network that asked', async () => {
  const text = { title: 'Lighthouse', body: '<h2>First &amp; last</h2><p>Open it.</p><h2>Then</h2>' }
  const { id } = await publishArticle(owner, { en: text, zh: { title: '灯塔', body: '<p>打开。</p>' } })
  const page = await pages.open(`/help/${id}?lang=en`)
  expect(page.text).toMatch(/On this page.*First & last.*Open it\./s)
  expect(page.html).toContain('id="given"')
  await owner.call('POST', `/admin/articles/${id}/unpublish`, { archive: false })
  for (const path of [`/help/${id}`, '/help/abc'])
    expect(await pages.open(path), path).toMatchObject({ status: 404, text: expect.stringMatching(/This page does not exist/) })
  await publishArticle(owner, { en: text, zh: { title: '灯塔', body: '<p>打开。</p>' } })

  const [busy, other] = ['198.51.100.7', '198.51.100.8']
  expect((await pages.open('/soso?q=lighthouse', {}, busy)).text).toContain('Lighthouse')
  while (
    await t.app.limits.siteSearches.take(busy).then(
      () => true,
      () => false,
    )
  );
  expect((await pages.open('/soso?q=lighthouse', {}, busy)).text).not.toContain('Lighthouse')
  expect((await pages.open('/soso?q=lighthouse', {}, other)).text).toContain('Lighthouse')
})

// Before settings change: a process hears of its own change once more, a moment later, and draws anew.
test('a page is written once in ten seconds, however many ask', async () => {
  await open('/price')
  await t.plan({ name: 'Newest' })
  const texts = await atOnce(async () => (await pages.open('/price')).text)
  expect(texts.filter((text) => text.includes('Newest'))).toEqual([])
  expect((await open('/price')).text).toContain('Newest')
})

test('a closed site shows none of it, at once', async () => {
  expect((await pages.open('/price')).text).not.toBe('')
  await owner.call('PATCH', '/admin/settings', { 'site.closed': true })
  for (const path of PATHS) expect((await pages.open(path)).text.trim(), path).toBe('')
  await owner.call('PATCH', '/admin/settings', { 'site.closed': false })
})

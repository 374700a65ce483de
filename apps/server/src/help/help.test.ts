import { DomUtils, parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { slowness } from '../../../../scripts/slowness.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { fileForm, gradient } from '../../test/pictures.ts'
import { publishArticle, saveVersion, writeArticle } from '../../test/publish-article.ts'
import { servePages } from '../../test/served-pages.ts'
import { helpPages } from './help.routes.ts'

const open: typeof pages.open = (...asked) => pages.open(...asked)
const t = await forFile(startApp())
const editor = await t.staff(['content.write'])
const owner = await t.admin()
await owner.call('PATCH', '/admin/settings', { 'site.url': 'https://vpn.example.com', 'site.title': 'Arch & Co' })
const pages = await forFile(servePages(t.app, helpPages(t.app)))

const fetchText = async (path: string) => {
  const response = await fetch(t.base + path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

const both = {
  en: { title: 'Pay by <card> & "bank"', summary: 'How to pay.', body: '<h2>First</h2><p>Open the shop.</p>' },
  zh: { title: '如何付款', body: '<p>打开商店。</p>' },
}

test('the footer leads to the help once there is something to read', async () => {
  const hasHelp = async () => (await t.call('GET', '/api/comm/footer')).body.has_help
  await publishArticle(editor, { audience: 'members' })
  expect(await hasHelp()).toBe(false)
  await publishArticle(editor)
  expect(await hasHelp()).toBe(true)
})

test('a public article is a page with its own text, title, addresses and data, without any script', async () => {
  const { id } = await publishArticle(editor, both)
  const page = await open(`/help/${id}?lang=en`)
  expect([page.status, page.lang, page.title]).toEqual([200, 'en', 'Pay by <card> & "bank" - Arch & Co'])
  expect(page.meta('description')).toBe('How to pay.')
  const address = `https://vpn.example.com/help/${id}`
  expect(page.links).toEqual(
    expect.arrayContaining([
      `canonical ${address}?lang=en`,
      `alternate en ${address}?lang=en`,
      `alternate zh-CN ${address}?lang=zh-CN`,
      `alternate x-default ${address}`,
      'alternate application/atom+xml /help/feed.xml?lang=en',
    ]),
  )
  expect([page.meta('og:title'), page.meta('og:url'), page.meta('og:type')]).toEqual([both.en.title, `${address}?lang=en`, 'article'])
  expect(page.text).toContain('Open the shop.')
  expect(page.html).toContain('<h2 id="h-1">First</h2>')
  expect(page.html).not.toContain('This site needs JavaScript')
  expect(page.data).toMatchObject({ '@type': 'Article', headline: both.en.title, inLanguage: 'en', mainEntityOfPage: `${address}?lang=en` })
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'nonce-[^']+';/)
})

test('without scripts a reader can go on: to the login, the prices, the list, the next article, and along links in the text', async () => {
  const first = await publishArticle(editor, both)
  const body = `<p><a href="/article/articleRead/${first.id}">pay</a> <a href="/help/${first.id}#h-1">there</a></p>`
  const { id } = await publishArticle(editor, { en: { title: 'Onward', body }, zh: { title: '继续', body } })
  const page = await open(`/help/${id}?lang=zh-CN`)
  const to = (path: string) => `${path}?lang=zh-CN`
  expect(page.hrefs).toEqual(
    expect.arrayContaining([to('/login'), to('/price'), to('/help'), to(`/help/${first.id}`), `${to(`/help/${first.id}`)}#h-1`]),
  )
  expect(page.text).toContain('上一篇：如何付款')
})

test('the address decides the language, then the cookie, then the browser; a missing language is the other one', async () => {
  const { id } = await publishArticle(editor, both)
  const chinese = { cookie: 'language=zh-CN' }
  expect((await open(`/help/${id}`, chinese)).title).toBe('如何付款 - Arch & Co')
  expect((await open(`/help/${id}?lang=en`, chinese)).lang).toBe('en')
  expect((await open(`/help/${id}`, { 'accept-language': 'zh-TW' })).lang).toBe('zh-CN')
  expect(await open(`/help/${id}?lang=zh-CN`)).toMatchObject({ lang: 'zh-CN', text: expect.stringContaining('打开商店。') })
  const only = await publishArticle(editor, { en: { title: 'Only English' } })
  const page = await open(`/help/${only.id}?lang=zh-CN`)
  expect([page.lang, page.title]).toEqual(['zh-CN', 'Only English - Arch & Co'])
  expect(page.html).toContain('<div class="reading" lang="en">')
  expect(page.links).toContain(`canonical https://vpn.example.com/help/${only.id}?lang=en`)
  expect(page.links.join()).not.toContain('alternate zh-CN')
})

test('what is not for visitors is not in the page, its description or its data', async () => {
  const body =
    '<section data-audience="members"><p>SECRET-ONE</p><img src="/files/0123456789abcdef0123456789abcdef.webp" alt=""></section><p>For all: <span data-fill="email"></span>, <span data-fill="subscription_link"></span><span data-fill="subscription_qr"></span>.</p><section data-audience="plans" data-ids="1">SECRET-TWO</section>'
  const { id } = await publishArticle(editor, { en: { title: 'Half', body } })
  const page = await open(`/help/${id}?lang=en`)
  expect(page.html).not.toMatch(/SECRET|0123456789abcdef|data-qr|data-audience/)
  expect(page.meta('description')).toBe('For all: your e-mail address, your subscription link.')
  expect(page.hrefs).toContain(`/login?redirect=%2Farticle%2FarticleRead%2F${id}`)
})

test('an unknown article, a draft and an article for members all give the same page: not found', async () => {
  const draft = await writeArticle(editor, { en: { title: 'Draft title' } })
  const members = await publishArticle(editor, { audience: 'members', en: { title: 'Members title' } })
  const archived = await publishArticle(editor, { en: { title: 'Gone title' } })
  await editor.call('POST', `/admin/articles/${archived.id}/unpublish`, { archive: true })
  const found = await Promise.all([draft.id, members.id, archived.id, 999_999, 'abc', '1/2'].map((id) => open(`/help/${id}`)))
  for (const page of found) {
    // The links of every page: the font, two icons and the manifest of the app.
    expect([page.status, page.title, page.links.length]).toEqual([404, 'This page does not exist. - Arch & Co', 4])
    expect(page.text).toContain('or you need to log in to read it')
    expect(page.hrefs).toEqual(expect.arrayContaining(['/help?lang=en', '/login?lang=en']))
  }
  const listed =
    (await open('/help?lang=en')).html + (await fetchText('/sitemap.xml')).text + (await fetchText('/help/feed.xml?lang=en')).text
  expect(listed).not.toMatch(/Draft title|Members title|Gone title/)
  for (const { id } of [draft, members, archived]) expect(listed).not.toMatch(new RegExp(`/help/${id}\\b`))
})

test('/help lists the public articles in reading order, with the next page as a link', async () => {
  const { id } = await publishArticle(editor, { en: { title: 'In the list', summary: 'And why.' } })
  const first = await open('/help?lang=en&page_size=1')
  expect([first.status, first.title, first.hrefs.filter((href) => /help\/\d/.test(href ?? '')).length]).toEqual([
    200,
    'Tutorials - Arch & Co',
    1,
  ])
  const onward = first.hrefs.find((href) => href?.includes('after='))
  expect((await open(onward!)).text).toContain('In the list')
  const all = await open('/help?lang=en')
  expect(all.hrefs).toContain(`/help/${id}?lang=en`)
  expect(all.text).toContain('And why.')
  expect((await open('/help?lang=zh-CN')).title).toBe('教程文档 - Arch & Co')
  const search = await open('/help?lang=en&search=list')
  expect([search.text.includes('In the list'), search.meta('robots')]).toEqual([true, 'noindex'])
  expect((await open('/help?lang=en&category=x&after=-1')).status).toBe(200)
})

test('a search finds every word in title, summary and open text, whatever its case, hyphens and spaces', async () => {
  const body = '<h2>Import</h2><p>Open <strong>Sing</strong>-box &amp; Clash</p><table><tr><td>Linux</td><td>Arch</td></tr></table>'
  const { id } = await publishArticle(editor, { en: { title: 'Zebra guide', summary: 'For laptops.', body } })
  const member = await t.member()
  const finds = async (search: string): Promise<boolean> => {
    const ids = async (answer: Promise<{ body: { items: { id: number }[] } }>) => (await answer).body.items.map((item) => item.id)
    const open = (await ids(t.call('GET', '/api/help', { search }))).includes(id)
    expect((await ids(member.call('GET', '/muser/knowledge/fetchList', { search }))).includes(id)).toBe(open)
    return open
  }
  for (const search of ['sing box', 'sing-box', 'singbox', 'SING  box & zebra', 'laptops arch', 'zebra-guide', 'guide linux import'])
    expect([search, await finds(search)]).toEqual([search, true])
  for (const search of ['zebra android', 'sing_box', '%', 'strong', 'guidefor'])
    expect([search, await finds(search)]).toEqual([search, false])
  expect((await open('/help?lang=en&search=sing+box+zebra')).text).toContain('Zebra guide')
  expect((await open('/help?lang=en&search=-')).text).toContain('Zebra guide')
})

test('a text cannot leave its place in the page', async () => {
  const title = '</title></script><script>alert(1)</script>$& __NONCE__'
  const { id } = await publishArticle(editor, { en: { title, summary: title, body: `<p>${'x'.repeat(300)}</p>` } })
  const page = await open(`/help/${id}?lang=en`)
  expect(page.title).toBe(`${title} - Arch & Co`)
  expect(page.data.headline).toBe(title)
  expect(page.html).not.toContain('<script>alert')
  const plain = await publishArticle(editor, { en: { title: 'Long', body: `<p>${'word '.repeat(300)}</p>` } })
  expect((await open(`/help/${plain.id}?lang=en`)).meta('description')!.length).toBeLessThanOrEqual(160)
})

test('the sitemap has the public pages and articles in each of their languages, with the last change', async () => {
  const { id } = await publishArticle(editor, both)
  const { status, type, text } = await fetchText('/sitemap.xml')
  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8'])
  const entries = elements(text, 'url')
  const addresses = entries.map((entry) => DomUtils.textContent(elements(entry, 'loc')))
  for (const path of ['/index', '/price', '/help'])
    for (const lang of ['en', 'zh-CN']) expect(addresses).toContain(`https://vpn.example.com${path}?lang=${lang}`)
  const mine = entries[addresses.indexOf(`https://vpn.example.com/help/${id}?lang=zh-CN`)]!
  const { updated_at: changed } = (await t.call('GET', '/api/help/read', { id })).body
  expect(DomUtils.textContent(elements(mine, 'lastmod'))).toBe(changed)
  expect(elements(mine, 'xhtml:link').map(({ attribs }) => attribs['hreflang'])).toEqual(['en', 'zh-CN', 'x-default'])
})

test('a version that is saved and not published is no change to readers', async () => {
  const { id } = await publishArticle(editor)
  const changed = async () => (await t.call('GET', '/api/help/read', { id })).body.updated_at
  const before = await changed()
  t.travel(3_600_000)
  expect((await saveVersion(editor, id, 1, { en: { title: 'Next' } })).status).toBe(200)
  expect(await changed()).toBe(before)
  await editor.call('POST', `/admin/articles/${id}/publish`, { version: 2, expected_live: 1, at: null })
  expect(Date.parse(await changed()) - Date.parse(before)).toBeGreaterThanOrEqual(3_600_000)
})

test('the feed is in one language, newest first, escaped, with dates by RFC 3339', async () => {
  t.travel(1000)
  const { id } = await publishArticle(editor, { en: { title: 'A < B & "C"', summary: '<b>bold</b> \u0007]]>' } })
  const { status, type, text } = await fetchText('/help/feed.xml?lang=en')
  expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  const [entry] = elements(text, 'entry')
  const of = (name: string) => DomUtils.textContent(elements(entry!, name))
  expect([of('title'), of('summary'), of('id')]).toEqual(['A < B & "C"', '<b>bold</b> ]]>', `https://vpn.example.com/help/${id}`])
  for (const element of [...elements(text, 'updated'), ...elements(text, 'published')])
    expect(DomUtils.textContent(element)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(elements((await fetchText('/help/feed.xml?lang=zh-CN')).text, 'feed')[0]!.attribs['xml:lang']).toBe('zh-CN')
})

test('search engines stay out of accounts and of a closed site', async () => {
  const rules = (await fetchText('/robots.txt')).text
  for (const path of ['/api/', '/user/', '/admin/', '/s/']) expect(rules).toContain(`\nDisallow: ${path}\n`)
  // A search engine that runs scripts sees the page only with its answers.
  expect(rules).toContain('\nAllow: /api/v1/api/\n')
  expect(rules).toContain('\nSitemap: https://vpn.example.com/sitemap.xml\n')
  const { id } = await publishArticle(editor)
  await owner.call('PATCH', '/admin/settings', { 'site.closed': true })
  try {
    expect((await fetchText('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n')
    expect([(await fetchText('/sitemap.xml')).status, (await fetchText('/help/feed.xml')).status]).toEqual([503, 503])
    expect((await open(`/help/${id}`)).text).toBe('')
  } finally {
    await owner.call('PATCH', '/admin/settings', { 'site.closed': false })
  }
})

/** Elements of well-formed XML; anything else throws. */
function elements(within: string | ReturnType<typeof DomUtils.getElementsByTagName>[number], name: string) {
  if (typeof within !== 'string') return DomUtils.getElementsByTagName(name, within.children)
  requireWellFormed(within)
  return DomUtils.getElementsByTagName(name, parseDocument(within, { xmlMode: true }))
}

/** Tags in pairs, quoted attributes, no bare ampersand or bracket. */
function requireWellFormed(xml: string): void {
  const open: string[] = []
  const text = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  const token = /<(\/?)([\w:]+)((?: [\w:]+="(?:[^<"&]|&#\d+;)*")*)(\/?)>|(?:[^<&>]|&#\d+;)+/y
  while (token.lastIndex < text.length) {
    const from = token.lastIndex
    const found = token.exec(text)
    if (!found) throw new Error(`not XML: ${text.slice(from, from + 60)}`)
    const [, closes, name, , empty] = found
    if (name === undefined) continue
    if (closes && open.pop() !== name) throw new Error(`</${name}> does not fit`)
    if (!closes && !empty) open.push(name)
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)}> stays open`)
}

test('the picture of a page is its first own one, and looking for it takes no time', async () => {
  const file = (await editor.call('POST', '/admin/files', fileForm(await gradient(20, 20).png().toBuffer()))).body
  const body = `<p><a href="/${'<img '.repeat(24_000)}">x</a></p><p><img src="${file.url}" alt="" /></p>`
  const { id } = await publishArticle(editor, { en: { title: 'Pictures', body } })
  const began = performance.now()
  const page = await open(`/help/${id}`)
  expect(page.meta('og:image')).toBe(`https://vpn.example.com${file.url}`)
  // Reading tag by tag takes 5 ms; a pattern that started again at each `<img` took 5 s.
  expect(performance.now() - began).toBeLessThan(1500 * slowness)
})

test('the manifest of the app has the site’s name in the language that the page asks for', async () => {
  await owner.call('PATCH', '/admin/settings', { 'site.title': 'Harbour "1"', 'site.title_zh': '港湾' })
  const { status, type, text } = await fetchText('/manifest.webmanifest?lang=en')
  expect([status, type]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  expect(JSON.parse(text)).toMatchObject({ name: 'Harbour "1"', lang: 'en', start_url: '/', display: 'standalone' })
  expect(JSON.parse((await fetchText('/manifest.webmanifest?lang=zh-CN')).text)).toMatchObject({ name: '港湾', lang: 'zh-CN' })
  expect(JSON.parse(text).icons.map(({ sizes, purpose }: Record<string, string>) => [sizes, purpose])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ])
})

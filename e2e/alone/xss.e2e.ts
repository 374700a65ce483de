import type { Page } from '@playwright/test'
import { publishArticle } from '../../apps/server/test/publish-article.ts'
import { alone, expect, test } from '../journey.ts'
import { OPERATOR, type Portico } from '../portico.ts'
import { chooseFiles, done, type Person, signIn, visit } from '../shop.ts'
import { watched } from '../watched.ts'
import { payloads } from '../xss-payloads.ts'
import { slowness } from '../../scripts/slowness.ts'

// Texts that try to run a script stay texts: on the public pages, for members, and in the console.

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

let operator: Person
/** One article for each payload, which it holds in every place a writer can fill. */
const articles: number[] = []
/** Articles that hold thirty cleaned payloads each. */
const many: number[] = []

const portico: Portico = alone(async (_, browser) => {
  operator = await signIn(portico, browser, OPERATOR, 1440)
  const cleaned: string[] = []
  const publish = async (payload: string): Promise<void> => {
    const clean = (await imported('html', payload)) + (await imported('markdown', payload))
    // The raw text comes last, because some payloads swallow what follows.
    const text = { title: payload.slice(0, 150), summary: payload.slice(0, 300), body: `<p>start</p>${clean}${payload}` }
    articles.push((await publishArticle(operator, { en: text })).id)
    cleaned.push(clean)
  }
  for (let i = 0; i < payloads.length; i += 10) await Promise.all(payloads.slice(i, i + 10).map(publish))
  for (let i = 0; i < cleaned.length; i += 30) {
    const { id, content } = await publishArticle(operator, { en: { title: 'Many', body: cleaned.slice(i, i + 30).join('<p>next</p>') } })
    await done(operator.call('PUT', `/admin/articles/${id}/draft`, { base_version: 1, serial: 1, content }))
    many.push(id)
  }
  for (const payload of payloads.filter(({ length }) => length <= 60).slice(0, 40)) {
    const names = { name_en: payload, name_zh: payload }
    const category = await done(operator.call('POST', '/admin/article-categories', { ...names, parent_id: null }))
    const tag = await done(operator.call('POST', '/admin/article-tags', names))
    const id = articles.pop() ?? 0
    articles.unshift(id)
    await done(operator.call('PATCH', `/admin/articles/${id}`, { category_id: category.id, tag_ids: [tag.id] }))
  }
})

const imported = async (format: 'html' | 'markdown', text: string): Promise<string> =>
  (await done(operator.call('POST', '/admin/articles/import', { format, text }))).body

/** The page loads none of the site's scripts. `page.route` would ask for every request, and turn the cache off. */
async function withoutScripts(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.setBlockedURLs', { urls: ['*/assets/*.js'] })
}

/** Moves over and clicks what could wait for it; follows no link. */
async function touch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const stay = (event: Event): void => event.preventDefault()
    // First, so that no handler of ours leads away either.
    document.addEventListener('click', stay, true)
    for (const element of document.querySelectorAll('.prose *, [contenteditable] *')) {
      for (const name of ['mouseover', 'focus', 'pointermove', 'animationstart', 'wheel', 'scroll'])
        element.dispatchEvent(new Event(name, { bubbles: true }))
      if (element instanceof HTMLElement) element.click()
    }
    document.removeEventListener('click', stay, true)
  })
}

/** Addresses that run a script or leave the site unseen, and attributes that listen. */
const dangers = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.prose *, [contenteditable] *')].flatMap((element) => {
      const bad = [...element.attributes].filter(
        ({ name, value }) =>
          /^on|^srcdoc$|^formaction$/i.test(name) || /^\s*(javascript|vbscript|data|livescript):|expression\(|url\(/i.test(value),
      )
      const isBad =
        /^(script|iframe|object|embed|form|base|link|meta|svg|math)$/i.test(element.tagName) && !element.closest('[data-qr], button')
      return isBad || bad.length > 0 ? [element.outerHTML.slice(0, 200)] : []
    }),
  )

test('the corpus has at least 150 payloads', () => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(150)
})

test('a script would be noticed', async ({ browser }) => {
  const page = await browser.newPage()
  const found = await watched(page)
  await page.setContent('<div class="prose"><img src="x:" onerror="pwned(1)"></div>')
  await expect.poll(() => found.length).toBe(1)
  expect(await dangers(page)).toHaveLength(1)
})

test('no payload runs for a visitor in the public help, nor in its list, feed and sitemap', async ({ browser }) => {
  test.setTimeout(300_000 * slowness)
  const page = await visit(browser, portico, 1280)
  const found = await watched(page)
  const look = async (paths: string[], text: string): Promise<void> => {
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(page.locator(path === '/help' ? 'main' : text).first()).toBeVisible()
      await touch(page)
      expect(await dangers(page), path).toEqual([])
    }
  }
  await look(['/help', ...articles.filter((_, i) => i % 6 === 0).map((id) => `/help/${id}`)], '.prose')
  // Without the web app, which shows the same texts once more: what the server writes.
  await withoutScripts(page)
  await look(
    articles.map((id) => `/help/${id}`),
    '.prose',
  )
  expect(found).toEqual([])
})

test('no payload runs for a member', async ({ browser }) => {
  test.setTimeout(300_000 * slowness)
  const member = { email: 'reader@example.com', password: 'a long enough password' }
  await done(portico.call('POST', '/muser/auth/register', member))
  const { page } = await signIn(portico, browser, member, 390)
  const found = await watched(page)
  for (const path of ['/article/list', ...many.map((id) => `/article/articleRead/${id}`)]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(page.locator(path === '/article/list' ? 'main' : '.prose').first()).toBeVisible()
    await touch(page)
    expect(await dangers(page), path).toEqual([])
  }
  expect(found).toEqual([])
})

test('no payload runs as a search term, nor in what a search finds', async ({ browser }) => {
  const page = await visit(browser, portico, 1280)
  const found = await watched(page)
  const short = payloads.map((payload) => payload.trim()).filter(({ length }) => length <= 100)
  await page.goto('/soso')
  const field = page.getByRole('searchbox')
  // Each once: what was asked before is not asked again.
  for (const q of new Set([...short.slice(0, 30), 'script', 'onerror', 'alert', 'svg', 'javascript'])) {
    const answered = page.waitForResponse(/soso\/fetch/)
    await field.fill(q)
    await field.press('Enter')
    expect((await answered).status(), q).toBe(200)
  }
  // The titles of the payloads are among the results, as texts.
  await expect(page.locator('main mark').first()).toBeVisible()
  expect(await page.locator('main').locator('script, img, iframe, object, embed, style').count()).toBe(0)
  expect(found).toEqual([])
})

test('no payload runs for an editor: in lists, the editor, its preview and its versions', async () => {
  test.setTimeout(300_000 * slowness)
  const { page } = operator
  const found = await watched(page)
  for (const path of ['contentlist', 'categories', 'tags', 'files']) {
    await page.goto(`/admin/content/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/admin/content/files')
  const names = payloads.filter((payload) => payload.length <= 80 && !/[/\\\n]/.test(payload)).slice(0, 12)
  const picture = Buffer.from(PIXEL, 'base64')
  const files = names.map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: picture }))
  await chooseFiles(page, page.getByRole('button', { name: 'Upload' }).first(), ...files)
  for (const name of names) await expect(page.getByText(name, { exact: false }).first()).toBeVisible()
  await page.goto('/admin/article/list')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const id of many) {
    await page.goto(`/admin/content/contentcreate/${id}`, { waitUntil: 'domcontentloaded' })
    await expect(page.locator('[contenteditable="true"]').first()).toBeVisible()
    await touch(page)
    expect(await dangers(page), String(id)).toEqual([])
  }
  expect(found).toEqual([])
})

test('no payload runs in a notice: on the bar, in banners and a pop-up, in the list and the form with its preview', async ({ browser }) => {
  test.setTimeout(300_000 * slowness)
  const everybody = { audience: 'all', audience_ids: [], audience_days: null, starts_at: null, ends_at: null }
  const publish = async (notice: Record<string, unknown>): Promise<void> => {
    const { id } = await done(operator.call('POST', '/admin/notices', { ...everybody, ...notice }))
    await done(operator.call('POST', `/admin/notices/${id}/move`, { version: 1, to: 'publish' }))
  }
  for (const payload of payloads) await publish({ placement: 'banner', title: `x${payload}`.slice(0, 150), body: `<p>start</p>${payload}` })
  await publish({ placement: 'popup', title: 'Pop-up', body: payloads.slice(0, 60).join('<p>next</p>') })
  await publish({ placement: 'bar', title: `Bar ${payloads.join(' ')}`.slice(0, 500), body: '' })

  const visitor = await visit(browser, portico, 1280)
  const reader = { email: 'banners@example.com', password: 'a long enough password' }
  await done(portico.call('POST', '/muser/auth/register', reader))
  const member = (await signIn(portico, browser, reader, 390)).page
  const found = [await watched(visitor), await watched(member)]
  await visitor.goto('/index')
  await expect(visitor.getByRole('region', { name: 'Site notice' })).toContainText('Bar ')
  expect(await dangers(visitor)).toEqual([])
  await member.goto('/user/center')
  await expect(member.getByRole('dialog', { name: 'Pop-up' })).toBeVisible()
  await touch(member)
  expect(await dangers(member)).toEqual([])

  const editor = (await signIn(portico, browser, OPERATOR, 1440)).page
  found.push(await watched(editor))
  await editor.goto('/admin/notice?placement=popup')
  await editor.getByRole('button', { name: 'Pop-up', exact: true }).click()
  await expect(editor.getByRole('dialog').locator('[contenteditable="true"]')).toBeVisible()
  await expect(editor.getByRole('dialog').locator('.prose').nth(1)).toBeVisible()
  await touch(editor)
  expect(await dangers(editor)).toEqual([])
  await editor.goto('/admin/notice?placement=banner')
  await expect(editor.getByRole('table', { name: 'Notices' }).getByRole('row')).toHaveCount(21)
  expect(found.flat()).toEqual([])
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import type { Env } from '../router.ts'
import { staticRoutes } from './static.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-static-'))
const router = new Hono<Env>()
const t = await startApp()
staticRoutes(router, t.app, folder)
afterAll(async () => {
  await t.stop()
  rmSync(folder, { recursive: true })
})

const get = async (path: string): Promise<Response> => router.request(path)
/** The site with this page. A file that was read is kept, so each has its own router. */
function siteOf(page: string, ...header: { to: string; label: string }[]): Hono<Env> {
  writeFileSync(join(folder, 'index.html'), page)
  const fresh = new Hono<Env>()
  staticRoutes(fresh, t.app, folder, { readHeader: async () => header })
  return fresh
}

test('paths that do not exist are not cached', async () => {
  expect((await get('/late.txt')).status).toBe(404)
  writeFileSync(join(folder, 'late.txt'), 'here now')
  expect(await (await get('/late.txt')).text()).toBe('here now')
})

test.each([
  ['/', 200],
  ['/price', 200],
  ['/PRICE/', 200],
  ['/order/A1', 200],
  ['/redirect/user/orders', 200],
  ['/price/x', 404],
  ['/order', 404],
  ['/sub/0123456789abcdef0123456789abcdef', 404],
  ['/wp-login.php', 404],
  ['/late.txt.bak', 404],
  ['/missing.html', 404],
  ['/.vite/pages.json', 404],
])('%s: %i, a page to who asks for one, else text', async (path, status) => {
  mkdirSync(join(folder, '.vite'), { recursive: true })
  writeFileSync(join(folder, '.vite/pages.json'), JSON.stringify(['/', '/price', '/order/$tradeNo', '/redirect/$']))
  const site = siteOf('<html lang="__LANG__"></html>')
  const as = async (accept: string, cookie = 'AdminToken=abc') => {
    const answer = await site.request(path, { headers: { accept, cookie, 'accept-language': 'zh-CN' } })
    return [answer.status, answer.headers.get('content-type'), await answer.text()]
  }
  expect(await as('text/html,*/*;q=0.8')).toEqual([status, expect.stringContaining('text/html'), expect.stringContaining('<html')])
  const text = [404, expect.stringContaining('text/plain'), '您访问的内容不存在。\n']
  if (status === 404) expect(await as('*/*')).toEqual(text)
  rmSync(join(folder, '.vite'), { recursive: true })
})

test('without a session every address of the member area leads to the login page; with one, what is no page is missing', async () => {
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/pages.json'), JSON.stringify(['/user/orders']))
  const site = siteOf('<html></html>')
  const status = async (path: string, cookie = '') => (await site.request(path, { headers: { accept: 'text/html', cookie } })).status
  expect([await status('/user/orders'), await status('/user/none'), await status('/admin')]).toEqual([200, 200, 200])
  expect([await status('/user/orders', 'AdminToken=a'), await status('/user/none', 'AdminToken=a')]).toEqual([200, 404])
  rmSync(join(folder, '.vite'), { recursive: true })
})

test('pages load scripts of others only from the challenge provider in use', async () => {
  const admin = await t.admin()
  const policy = async (settings: Record<string, string>) => {
    await admin.call('PATCH', '/admin/settings', settings)
    return (await get('/login')).headers.get('content-security-policy') ?? ''
  }
  writeFileSync(join(folder, 'index.html'), '<html></html>')
  expect(await policy({ 'challenge.provider': 'turnstile' }), 'without keys').not.toContain('https://challenges')
  const set = await policy({ 'challenge.site_id': 'public', 'challenge.secret': 'secret' })
  expect(set).toMatch(
    /script-src 'self' 'nonce-[^']+' https:\/\/challenges\.cloudflare\.com; frame-src https:\/\/challenges\.cloudflare\.com;/,
  )
  expect(set).not.toMatch(/unsafe-eval|blob:/)
  expect(await policy({ 'challenge.provider': 'recaptcha' })).toMatch(/frame-src https:\/\/www\.recaptcha\.net/)
  expect(await policy({ 'challenge.provider': 'altcha' })).not.toMatch(/frame-src|cloudflare|recaptcha/)
})

test('a page has the site’s name and its own description in the visitor’s language; no cache gives it to another', async () => {
  const admin = await t.admin()
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'Harbour <1>', 'site.title_zh': '港湾 <1>' })
  const fresh = siteOf('<html lang="__LANG__"><title>__TITLE__</title><meta content="__DESCRIPTION__">')
  const page = async (headers: Record<string, string>) => {
    const answer = await fresh.request('/price', { headers })
    expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
      'no-store',
      'accept, accept-language, cookie, accept-encoding',
    ])
    return answer.text()
  }
  const chinese = '<html lang="zh-CN"><title>港湾 &#60;1&#62;</title><meta content="快速稳定的网络加速服务，多种套餐任选。">'
  expect(await page({ 'accept-language': 'zh-TW,en;q=0.5' })).toBe(chinese)
  expect(await page({ 'accept-language': 'en', cookie: 'a=b; language=zh-CN' })).toBe(chinese)
  expect(await page({ 'accept-language': 'fr' })).toContain('<html lang="en"><title>Harbour &#60;1&#62;</title>')
})

test('a page holds the items of the header, whatever they are called', async () => {
  const label = '"><script>$&</script>'
  const fresh = siteOf('<html data-header="__HEADER__">', { to: 'https://a.example/?a=1&b=2', label })
  const [, written = ''] = /^<html data-header="([^"<>]*)">$/.exec(await (await fresh.request('/price')).text()) ?? []
  expect([...new URLSearchParams(written.replaceAll('&#38;', '&'))]).toEqual([['https://a.example/?a=1&b=2', label]])
})

test('what operators write is no mark to be filled: neither in an item of the header nor in the name of the site', async () => {
  const admin = await t.admin()
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'X&javascript:alert(1)=__HEADER__', 'site.title_zh': '' })
  const page = '<html data-header="__HEADER__"><title>__TITLE__</title>'
  const fresh = siteOf(page, { to: '/index', label: '__TITLE__ __NONCE__ __LANG__' })
  const html = await (await fresh.request('/login')).text()
  const header = 'data-header="%2Findex=__TITLE__+__NONCE__+__LANG__"'
  expect(html).toContain(`<html ${header}><title>X&#38;javascript:alert(1)=__HEADER__</title>`)
})

test('a page of the member area is sent with its frame to a browser that has signed in, and to no other', async () => {
  writeFileSync(join(folder, 'signed-in.html'), '<title>__TITLE__</title>frame')
  const fresh = siteOf('<title>__TITLE__</title>')
  const hasFrame = async (path: string, cookie = '') =>
    (await (await fresh.request(path, { headers: { cookie } })).text()).endsWith('frame')
  const signedIn = 'language=en; AdminToken=abc'
  for (const path of ['/dashboard', '/user/orders', '/admin/log', '/article/list', '/order/A1']) {
    const shown = [await hasFrame(path), await hasFrame(path, signedIn), await hasFrame(path, 'AdminToken=')]
    expect(shown, path).toEqual([false, true, false])
  }
  for (const path of ['/index', '/login', '/users', '/price']) expect([path, await hasFrame(path, signedIn)]).toEqual([path, false])
  expect((await fresh.request('/signed-in.html')).headers.get('cache-control')).toBe('no-store')
})

test('a page of the member area asks for its own scripts and styles, in the visitor’s language', async () => {
  writeFileSync(join(folder, 'signed-in.html'), '<head>__PAGE_FILES__</head>')
  const own = { en: ['assets/a.js', 'assets/a.css', 'assets/en.js'], 'zh-CN': ['assets/a.js', 'assets/zh.js'] }
  writeFileSync(join(folder, 'page-files.json'), JSON.stringify({ '/user/order/$tradeNo': own, '/user/orders': { en: [], 'zh-CN': [] } }))
  const fresh = siteOf('')
  const asked = async (path: string, language: string) =>
    [
      ...(await (await fresh.request(path, { headers: { cookie: `language=${language}; AdminToken=abc` } })).text()).matchAll(
        /<link rel="(\w+)"[^>]*href="([^"]+)">/g,
      ),
    ].map(([, how, file]) => [how, file])
  expect(await asked('/user/order/A1', 'en')).toEqual([
    ['modulepreload', '/assets/a.js'],
    ['preload', '/assets/a.css'],
    ['modulepreload', '/assets/en.js'],
  ])
  expect(await asked('/user/order/A1', 'zh-CN')).toEqual([
    ['modulepreload', '/assets/a.js'],
    ['modulepreload', '/assets/zh.js'],
  ])
  for (const path of ['/user/orders', '/user/order/', '/user/order/A1/B', '/user/none'])
    expect([path, await asked(path, 'en')]).toEqual([path, []])
  expect((await fresh.request('/page-files.json')).status).toBe(404)
})

test('a script is sent at once, and smaller once there was time to pack it', async () => {
  const code = Array.from({ length: 4000 }, (_, i) => `const value${(i * 7919) % 4001} = ${(i * 104_729) % 99_991}`).join('\n')
  writeFileSync(join(folder, 'packed.js'), code)
  const size = async () => (await (await router.request('/packed.js', { headers: { 'accept-encoding': 'br' } })).arrayBuffer()).byteLength
  const first = await size()
  await expect.poll(size).toBeLessThan(first)
})

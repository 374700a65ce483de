import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
  staticRoutes(fresh, t.app, folder, undefined, header.length > 0 ? async () => header : undefined)
  return fresh
}

test('paths that do not exist are not cached', async () => {
  expect((await get('/late.txt')).status).toBe(404)
  writeFileSync(join(folder, 'late.txt'), 'here now')
  expect(await (await get('/late.txt')).text()).toBe('here now')
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
    expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual(['no-store', 'accept-language, cookie'])
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

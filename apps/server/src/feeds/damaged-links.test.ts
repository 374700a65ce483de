import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { fetchLog } from '../link-fetches/fetch-log.ts'

const t = await startApp()
afterAll(() => t.stop())
const { groupId } = await t.node({ name: 'Secret Tokyo', host: 'hidden.example.net' })
const member = await t.holder(groupId)
const { subscribe_url: link, uuid } = (await member.call('GET', '/muser/getSubscribe')).body
const T: string = link.split('/').at(-1)
const html = 'text/html,application/xhtml+xml,*/*;q=0.8'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

async function got(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${t.base}${path}`, { headers: { 'user-agent': 'mihomo/1.19.0', accept: '*/*', ...headers } })
  const text = await answer.text()
  const decoded = /^[A-Za-z0-9+/=]+$/.test(text) ? Buffer.from(text, 'base64').toString() : text
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', headers: answer.headers, text: decoded }
}

const other = 'f'.repeat(32)
test.each([
  ...[
    '/',
    '%20',
    '%0A',
    '%0D%0A',
    '//',
    '.',
    ',',
    ')',
    '%3E',
    '%22',
    '%E3%80%82',
    '%EF%BC%8C',
    '%E2%80%8B',
    '%EF%BB%BF',
    '%C2%A0',
    '%E5%A4%8D%E5%88%B6',
    '&',
    '%',
  ].map((tail) => `/s/${T}${tail}`),
  ...['%20', '/', '%0A', '+', '%0D%0A', '%E3%80%82', '%2C', '%EF%BC%8C%E5%A4%8D%E5%88%B6'].map(
    (tail) => `/api/v1/client/subscribe?token=${T}${tail}`,
  ),
  `/s/${T.toUpperCase()}`,
  `/S/${T}`,
  `//s/${T}`,
  `/s/%20${T}`,
  `/s/${T}/?flag=meta`,
  `/s/${T}%20?flag=meta`,
  `/s/%${T.charCodeAt(0).toString(16)}${T.slice(1)}`,
  `/api/v1/client/subscribe/?token=${T}`,
  `/api/v1/client/subscribe?token=%20${T.toUpperCase()}%20&flag=meta`,
])('%s is the member’s link', async (path) => {
  expect(await got(path)).toMatchObject({ status: 200, type: 'text/yaml; charset=utf-8', text: expect.stringContaining('Secret Tokyo') })
})

test.each([
  [`/s/${T}a`, 403],
  [`/s/${T}0`, 403],
  ...['%EF%BC%91', '%EF%BD%81', '%D0%B0', '%C3%A9', '%D9%A3'].map((letter): [string, number] => [`/s/${T}${letter}`, 403]),
  [`/s/a${T}`, 403],
  [`/s/${T.slice(1)}`, 403],
  [`/s/${T.slice(0, 16)}-${T.slice(16)}`, 403],
  [`/s/${other}`, 403],
  [`/s/`, 403],
  [`/api/v1/client/subscribe?token=${T}x`, 403],
  [`/api/v1/client/subscribe?x=${T}`, 403],
])('%s is none: %i', async (path, status) => {
  expect(await got(path)).toMatchObject({ status, text: 'This link is not valid.' })
})

const secrets = [uuid, T, 'Secret Tokyo', 'hidden.example.net', member.email]
test.each([
  ['TelegramBot (like TwitterBot)', '*/*'],
  ['facebookexternalhit/1.1;line-poker/1.0', html],
  ['WhatsApp/2.23.20.0 A', '*/*'],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', '*/*'],
  ['Uptime-Kuma/1.23.13', 'application/json'],
])('%s gets a page that names neither the link nor a node, even with a flag, and fetches nothing', async (userAgent, accept) => {
  for (const path of [`/s/${T}`, `/s/${T}?flag=clash`, `/api/v1/client/pac?token=${T}`]) {
    const { status, type, headers, text } = await got(path, { 'user-agent': userAgent, accept })
    expect([status, type, headers.get('x-robots-tag')]).toEqual([200, 'text/html; charset=utf-8', 'noindex, nofollow, noarchive'])
    expect(text).toContain('<meta property="og:title" content="Your subscription - Portico">')
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
  await fetchLog(t.app).flush()
  const { items } = (await member.call('GET', '/muser/subscribe/fetches')).body
  expect(items.filter(({ client }: { client: string }) => client !== 'mihomo')).toEqual([])
})

const converter = { 'user-agent': chrome, accept: html, 'subconverter-request': '1', 'subconverter-version': 'v0.9.0' }
test('a converter gets share links, or what the flag says, although it sends a browser’s headers; it is named as what it is', async () => {
  expect(await got(`/s/${T}`, converter)).toMatchObject({ type: 'text/plain; charset=utf-8', text: expect.stringMatching(/^trojan:/) })
  expect((await got(`/s/${T}`, { ...converter, 'user-agent': 'Stash/3.0.0 Clash/1.9.0' })).text).toMatch(/^trojan:/)
  expect((await got(`/s/${T}?flag=surge`, converter)).text).toMatch(/^#!MANAGED-CONFIG/)
  await fetchLog(t.app).flush()
  expect((await member.call('GET', '/muser/subscribe/fetches')).body.items.map(({ client }: { client: string }) => client)).toContain(
    'subconverter',
  )
})

test.each(['MicroMessenger/8.0.50', 'QQ/9.0.0', 'Telegram-Android/11.4.2', 'AliApp(DingTalk/7.6.0)'])(
  'in the browser of %s the page begins with the way out of it and the copy button, and offers no app',
  async (inside) => {
    const { text, headers } = await got(`/s/${T}`, { 'user-agent': `${chrome} ${inside}`, accept: html, 'accept-language': 'zh-CN' })
    const main = text.slice(text.indexOf('<main>') + 6).trim()
    expect(main).toMatch(/^<section class="out"><h2>请在浏览器中打开<\/h2>/)
    expect(main.indexOf('复制链接')).toBeLessThan(main.indexOf('我的订阅'))
    expect(main).toContain(`value="${link}"`)
    expect(main).not.toMatch(/<a class="button"|:\/\/install/)
    const [, script = ''] = /<script>([^]*)<\/script>/.exec(text) ?? []
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(script))).toString('base64')
    expect(headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`)
  },
)

test('a browser’s own page has its apps first and the copy button beside the link', async () => {
  const { text } = await got(`/s/${T}`, { 'user-agent': chrome, accept: html })
  expect(text).not.toContain('class="out"')
  expect(text.indexOf('Add to an app on')).toBeLessThan(text.indexOf('id="copy"'))
})

test.each([`/s/${T}?filter=w`, `/api/v1/client/subscribe?token=${T}&filter=x`])(
  'too many choices are told when to come back: %s',
  async (path) => {
    const answers = await Promise.all(Array.from({ length: 61 }, (_, i) => got(`${path}${i}`)))
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  },
)

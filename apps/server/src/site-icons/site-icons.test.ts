import sharp from 'sharp'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { openInvoiceDesk } from '../../test/invoice-desk.ts'
import { fileForm, gradient } from '../../test/pictures.ts'
import { drawPages, servePages } from '../../test/served-pages.ts'
import { createPages } from '../build-app.ts'

const t = await forFile(startApp())
const desk = await openInvoiceDesk(t)
const owner = desk.shop.admin
const pages = await forFile(servePages(t.app, createPages(t.app), await drawPages(t.app)))
const save = (change: Record<string, string>) => owner.call('PATCH', '/admin/settings', change)

const GREEN = '#2F9E44'
const get = (path: string): Promise<Response> => fetch(t.base + path)
const bytesOf = async (path: string): Promise<Buffer> => Buffer.from(await (await get(path)).arrayBuffer())
const pixel = async (png: Buffer, x: number, y: number): Promise<number[]> => [
  ...(await sharp(png).ensureAlpha().extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
]
const themeColour = async (): Promise<string> => JSON.parse(await (await get('/manifest.webmanifest?lang=en')).text()).theme_color
const mail = async (): Promise<string> => {
  const text = { template: 'new_device', language: 'en', subject: 'New', text: 'Hello\n\nNot me: {{link}}', sms: '{{link}}' }
  return (await owner.call('POST', '/admin/messages/texts/preview', text)).body.html
}
const linkPage = async (): Promise<string> => {
  const member = await t.holder((await t.node()).groupId)
  const { subscribe_url: link } = (await member.call('GET', '/muser/getSubscribe')).body
  const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' }
  return (await fetch(link, { headers })).text()
}

test('a site without a look of its own has the icons of the web app, and pages in our colour', async () => {
  for (const path of ['/icons/192.png', '/favicon.svg']) expect((await get(path)).status).toBe(404)
  expect(await themeColour()).toBe('#f4f3ef')
  const { html } = await pages.open('/index')
  expect(html).toContain('data-brand="colour=%23409EFF&#38;logo=&#38;headline=&#38;intro="')
  expect(html).toContain('<meta name="theme-color" content="#f4f3ef"')
  expect(html).not.toContain('--accent:')
})

test('a colour is six digits, and nothing else', async () => {
  for (const colour of ['', 'red', '#fff', '#2F9E44;}', 'url(x)'])
    expect([colour, (await save({ 'brand.colour': colour })).status]).toEqual([colour, 422])
})

test('the operator’s colour is in the icons, the pages, the installed app, mail and the page of a link', async () => {
  await save({ 'brand.colour': GREEN })
  expect(await (await get('/favicon.svg')).text()).toContain(`fill="${GREEN}"`)
  const icon = await bytesOf('/icons/192.png')
  expect(await sharp(icon).metadata()).toMatchObject({ format: 'png', width: 192, height: 192 })
  expect(await pixel(icon, 96, 8)).toEqual([0x2f, 0x9e, 0x44, 255])
  expect((await pixel(icon, 0, 0))[3]).toBe(0)
  expect(await pixel(await bytesOf('/icons/maskable.png'), 0, 0)).toEqual([0x2f, 0x9e, 0x44, 255])
  const strong = await themeColour()
  expect(strong).toMatch(/^#[0-9a-f]{6}$/)
  const { html } = await pages.open('/login')
  expect(html).toContain(`html:root{--accent:${GREEN};--accent-strong:${strong};`)
  expect(html).toContain(`<meta name="theme-color" content="${strong}"`)
  expect((await t.call('GET', '/api/comm/config')).body.brand.colour).toBe(GREEN)
  expect(await mail()).toContain(`padding:12px 20px;background:${strong}`)
  expect(await linkPage()).toContain(`--accent:${strong}`)
})

const logo = await owner.call('POST', '/admin/files', fileForm(await gradient(600, 300).png().toBuffer(), 'logo.png'))

test('a logo is the icon, whole and in the middle; systems that cut icons get white around it', async () => {
  expect((await save({ 'brand.logo': logo.body.url })).status).toBe(200)
  const icon = await bytesOf('/icons/512.png')
  expect(await sharp(icon).metadata()).toMatchObject({ width: 512, height: 512 })
  expect((await pixel(icon, 256, 10))[3]).toBe(0)
  expect((await pixel(icon, 10, 256))[3]).toBe(255)
  expect(await pixel(await bytesOf('/icons/maskable.png'), 10, 256)).toEqual([255, 255, 255, 255])
  expect(await (await get('/favicon.svg')).text()).toContain('href="data:image/png;base64,')
})

test('a logo is in mail by its address, and in the page of a link itself, which loads nothing', async () => {
  await save({ 'site.url': 'https://vpn.example.com' })
  expect(await mail()).toContain('<img src="https://vpn.example.com/icons/192.png" width="36" height="36" alt="P"')
  await save({ 'site.url': '' })
  expect(await linkPage()).toContain('<img src="data:image/png;base64,')
  expect((await pages.open('/index')).html).toContain(encodeURIComponent(logo.body.url))
})

test('a logo is on invoices', async () => {
  const { tradeNo } = await desk.bought()
  const [{ id }] = await desk.of(tradeNo)
  const hasPicture = async (): Promise<boolean> => (await desk.bytes(owner, `/admin/invoices/${id}/file`)).includes('/Subtype /Image')
  expect(await hasPicture()).toBe(true)
  await save({ 'brand.logo': '' })
  expect(await hasPicture()).toBe(false)
})

test('the operator’s first words are on the home page, as text, in the language of the reader; search engines get them too', async () => {
  await save({
    'brand.headline': 'Fast <b>\nand calm',
    'brand.headline_zh': '又快又稳',
    'brand.intro': 'Made in Łódź.',
    'brand.intro_zh': '来自罗兹。',
  })
  t.travel(11_000)
  const [en, zh] = [await pages.open('/index?lang=en'), await pages.open('/index?lang=zh-CN')]
  expect(en.text).toContain('Fast <b>\nand calm')
  expect(en.html).not.toContain('Fast <b>')
  expect([en.meta('description'), zh.meta('description')]).toEqual(['Made in Łódź.', '来自罗兹。'])
  expect(zh.text).toContain('又快又稳')
  expect((await t.call('GET', '/api/comm/config', {}, { 'accept-language': 'zh-CN' })).body.brand).toMatchObject({ headline: '又快又稳' })
})

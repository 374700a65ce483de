import type { Page } from '@playwright/test'
import { alone, expect, test } from '../journey.ts'
import { OPERATOR, type Portico } from '../portico.ts'
import { done, type Person, signIn, visit } from '../shop.ts'
import { watched } from '../watched.ts'
import { payloads } from '../xss-payloads.ts'

let operator: Person
const portico: Portico = alone(async (_, browser) => {
  operator = await signIn(portico, browser, OPERATOR, 1440)
})

test('no payload runs from games, channels, the header and the footer, for visitors or in the console; no address is a script', async ({
  browser,
}) => {
  const none = { en: { label: '' }, 'zh-CN': { label: '' } }
  const fits = (most: number): string[] => payloads.filter(({ length }) => length <= most)
  const named = fits(80).map((name) => ({ name: name.trim(), aliases: [name.trim().slice(0, 60)] }))
  await done(operator.call('POST', '/admin/games/import', { games: named }))
  const [first] = (await done(operator.call('GET', '/admin/games'))).items
  const text = fits(80)[0] ?? ''
  const texts = { publisher: text, region: text, recommended: text }
  await done(operator.call('PUT', `/admin/games/${first.id}`, { ...first, ...texts, translations: { 'zh-CN': texts } }))
  const { page } = operator
  const found = await watched(page)
  const labels = fits(40)
  const settings = {
    'footer.official_account': fits(60)[0],
    'footer.filing': fits(80)[1],
    'footer.filing_url': 'https://example.com/"onclick="pwned(1)',
    'footer.licence': fits(80)[2],
    'service.hours': payloads.find(({ length }) => length > 60 && length <= 200),
  }
  await done(operator.call('PATCH', '/admin/settings', settings))
  const visitor = await visit(browser, portico, 1280)
  const seen = await watched(visitor)
  for (let i = 0; i < labels.length; i += 8) {
    const some = labels.slice(i, i + 8)
    const channels = some.map((label, at) => ({
      kind: 'link',
      value: `https://example.com/${at}?"><script>pwned(1)</script>`.replaceAll(' ', ''),
      label,
      translations: none,
    }))
    const items = some.slice(0, 6).map((label, at) => ({ to: `https://example.com/${at}`, label: label.slice(0, 24), translations: none }))
    await done(operator.call('PATCH', '/admin/settings', { 'service.channels': channels, 'header.items': items }))
    await visitor.goto('/service', { waitUntil: 'domcontentloaded' })
    await expect(visitor.getByRole('main').getByRole('listitem').filter({ hasText: 'https://example.com/0' })).toBeVisible()
    await visitor.getByRole('contentinfo').getByRole('button', { name: 'Customer service' }).click()
    await expect(visitor.getByRole('dialog')).toBeVisible()
    expect(await scriptLinks(visitor)).toEqual([])
  }
  await visitor.goto('/sup_game', { waitUntil: 'domcontentloaded' })
  await expect(visitor.getByRole('article')).toHaveCount(new Set(named.map(({ name }) => name.toLowerCase())).size)
  for (const sought of fits(60).slice(0, 20)) await visitor.getByRole('searchbox').fill(sought)
  for (const path of ['/admin/games', '/admin/setting?group=footer', '/admin/setting?group=header', '/admin/setting?group=service']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  // An address in a setting may be none that runs or leaves https.
  for (const address of payloads.filter((payload) => /^\s*(javascript|data|vbscript):/i.test(payload)))
    for (const key of [
      'footer.articles_url',
      'footer.directory_url',
      'footer.filing_url',
      'footer.licence_url',
      'footer.official_account_qr',
    ])
      expect([key, address, (await operator.call('PATCH', '/admin/settings', { [key]: address })).status]).toEqual([key, address, 422])
  expect([...found, ...seen]).toEqual([])
})

const scriptLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.querySelectorAll('a')].map(({ href }) => href).filter((href) => !/^(https?|mailto|tel):/.test(href)))

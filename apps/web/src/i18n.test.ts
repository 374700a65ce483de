import { afterEach, expect, test, vi } from 'vitest'
import { type FakeBrowser, fakeBrowser } from '../test/fake-browser.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A page that opens in this browser, as the server sent it. */
async function opened(path = '/', browserLanguage?: string, before: (browser: FakeBrowser) => void = () => {}) {
  vi.resetModules()
  const browser = fakeBrowser(path, browserLanguage)
  before(browser)
  const i18n = await import('./i18n.ts')
  await i18n.loadMessages('site')
  return { ...browser, ...i18n }
}

test.each([
  ['en', 'fr-FR', undefined],
  ['en', 'en-US', undefined],
  ['zh-CN', 'zh-TW', undefined],
  ['en', 'zh-CN', 'en'],
  ['zh-CN', 'en-US', 'zh-CN'],
  ['en', 'zh-CN', 'xx'],
])('the site speaks %s to a browser in %s with the language cookie %s', async (expected, browserLanguage, cookie) => {
  const { language } = await opened('/', browserLanguage, ({ cookies }) => void (cookie && cookies.set('language', cookie)))
  expect([language.get(), document.documentElement.lang]).toEqual([expected, expected])
})

test('without a choice the site speaks the language in which the server answers, whatever the browser’s first one is', async () => {
  const { language } = await opened('/', 'fr-FR', () => void (document.documentElement.lang = 'zh-CN'))
  expect(language.get()).toBe('zh-CN')
})

test('an address may name the language, whatever the cookie says', async () => {
  const { language, written } = await opened('/help', 'en-GB', ({ cookies, location }) => {
    cookies.set('language', 'en')
    location.search = '?lang=zh-CN'
  })
  expect([language.get(), written]).toEqual(['zh-CN', []])
})

test('a switch of language is remembered and changes every text at once', async () => {
  const { cookies, written, loadMessages, switchLanguage, t } = await opened()
  await loadMessages('prices')
  expect(t('limit.device_limit', { n: 1 })).toBe('1 device at a time')
  await switchLanguage('zh-CN')
  expect([t('nav.home'), cookies.get('language'), document.documentElement.lang]).toEqual(['首页', 'zh-CN', 'zh-CN'])
  expect(written).toEqual(['language=zh-CN; Path=/; Max-Age=2592000; SameSite=Strict'])
})

test('a page that opens during a switch of language has its texts too', async () => {
  const { loadMessages, switchLanguage, t } = await opened()
  await Promise.all([switchLanguage('zh-CN'), loadMessages('home')])
  expect(t('home.plans')).toBe('套餐')
})

test('a text that the texts of a page lack comes with its whole area', async () => {
  const { loadInParts, t } = await opened()
  await loadInParts([], ['reading'])
  expect(t('reading.search')).toBe('reading.search')
  await expect.poll(() => t('reading.search')).toBe('Search articles')
})

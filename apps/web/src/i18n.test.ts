import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../test/fake-browser.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['en', 'fr-FR', undefined],
  ['en', 'en-US', undefined],
  ['zh-CN', 'zh-TW', undefined],
  ['en', 'zh-CN', 'en'],
  ['zh-CN', 'en-US', 'zh-CN'],
  ['en', 'zh-CN', 'xx'],
])('the site speaks %s to a browser in %s with the language cookie %s', async (expected, browserLanguage, cookie) => {
  vi.resetModules()
  const { cookies } = fakeBrowser('/', browserLanguage)
  if (cookie) cookies.set('language', cookie)
  const { language, loadMessages } = await import('./i18n.ts')
  await loadMessages('site')
  expect([language.get(), document.documentElement.lang]).toEqual([expected, expected])
})

test('without a choice the site speaks the language in which the server answers, whatever the browser’s first one is', async () => {
  vi.resetModules()
  fakeBrowser('/', 'fr-FR')
  document.documentElement.lang = 'zh-CN'
  const { language, loadMessages } = await import('./i18n.ts')
  await loadMessages('site')
  expect(language.get()).toBe('zh-CN')
})

test('an address may name the language, whatever the cookie says', async () => {
  vi.resetModules()
  const { cookies, location, written } = fakeBrowser('/help', 'en-GB')
  cookies.set('language', 'en')
  location.search = '?lang=zh-CN'
  const { language, loadMessages } = await import('./i18n.ts')
  await loadMessages('site')
  expect([language.get(), written]).toEqual(['zh-CN', []])
})

test('a switch of language is remembered and changes every text at once', async () => {
  vi.resetModules()
  const { cookies, written } = fakeBrowser()
  const { loadMessages, switchLanguage, t } = await import('./i18n.ts')
  await Promise.all([loadMessages('site'), loadMessages('prices')])
  expect(t('plan.devices', { n: 1 })).toBe('1 device at a time')
  await switchLanguage('zh-CN')
  expect([t('nav.home'), cookies.get('language'), document.documentElement.lang]).toEqual(['首页', 'zh-CN', 'zh-CN'])
  expect(written).toEqual(['language=zh-CN; Path=/; Max-Age=2592000; SameSite=Strict'])
})

test('a page that opens during a switch of language has its texts too', async () => {
  vi.resetModules()
  fakeBrowser()
  const { loadMessages, switchLanguage, t } = await import('./i18n.ts')
  await loadMessages('site')
  await Promise.all([switchLanguage('zh-CN'), loadMessages('home')])
  expect(t('home.plans')).toBe('套餐')
})

import { readFileSync } from 'node:fs'
import { parse, type Rule } from 'postcss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test/fake-browser.ts'
import { USUAL_SETTINGS } from '../../test/usual-settings.ts'

// Values fixed by the specification. Any change must be deliberate.
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
beforeAll(() => void fakeBrowser())
afterAll(() => void vi.unstubAllGlobals())

test.each([
  ['layout/public.module.css', 'width < 900px', '.tools .wide-only', 'display', 'none'],
  ['layout/public.module.css', '', '.panel', 'width', '230px'],
  ['layout/frame.module.css', '', '.frame[data-open]', '--sidebar', '238px'],
  ['layout/sidebar.module.css', 'width < 992px', '.sidebar', 'width', '238px'],
  ['layout/frame.module.css', 'width < 992px', '.frame[data-open]', 'grid-template-columns', 'minmax(0, 1fr)'],
  ['layout/settings-panel.module.css', '', '.handle', 'top', '250px'],
  ['layout/tag-tabs.module.css', '', '.tabs', 'scroll-padding', '6px'],
])('%s (%s) %s has %s: %s', (path, media, selector, property, value) => {
  const found: string[] = []
  parse(read(path)).walkDecls(property, ({ parent, value }) => {
    const rule = parent as Rule
    const around = rule.parent?.type === 'atrule' ? (rule.parent as unknown as { params: string }).params : ''
    if (rule.selectors.includes(selector) && around === (media && `(${media})`)) found.push(value)
  })
  expect(found).toEqual([value])
})

test.each([
  ['layout/public-header.tsx', 'const STICKY_AFTER = 290\n'],
  ['../ui/plain/menu.tsx', 'const OPEN_AFTER_MS = 11\n'],
])('%s has %s', (path, code) => expect(read(path)).toContain(code))

test('appearance starts with #409EFF (one of eight colours), medium size and everything shown; the page’s title comes before the site’s; a page without a title shows only the site’s', async () => {
  const { settings, SIZES, THEMES } = await import('./settings.ts')
  const { brandNow } = await import('../api/brand.ts')
  expect(settings.get()).toEqual(USUAL_SETTINGS)
  const { colour } = brandNow()
  expect([new Set([colour, ...THEMES]).size, colour, SIZES.medium]).toEqual([8, '#409EFF', 1])
  const { titleOf } = await import('./shown-title.ts')
  expect([titleOf('Log in', 'Portico'), titleOf(undefined, 'Portico')]).toEqual(['Log in - Portico', 'Portico'])
})

test('texts that other programs look for do not change', () => {
  const files = ['app/site', 'app/frame', 'app/member', 'api/site', 'plans/prices'].map((file) => read(`../${file}.en.json`))
  const texts = Object.assign({}, ...files.map((file) => JSON.parse(file) as Record<string, string>)) as Record<string, string>
  expect(texts).toMatchObject({
    'site.default_title': 'user centre',
    'menu.system': 'Admin system',
    'error.request_failed': 'request failed',
    'error.has_error': 'Has Error',
    'error.loading_title': 'page loading...',
    'period.month_price': 'Monthly',
    'period.quarter_price': 'Quarterly',
    'period.half_year_price': 'Half-year',
    'period.year_price': 'Yearly',
    'period.two_year_price': 'Two years',
    'period.three_year_price': 'Three years',
    'period.onetime_price': 'One-time',
    'period.reset_price': 'Traffic reset',
  })
})

import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test/fake-browser.ts'

afterEach(() => void vi.unstubAllGlobals())

const src = new URL('../', import.meta.url).pathname
const textsOf = (language: string): object =>
  Object.assign(
    {},
    ...globSync(`*/{site,frame,prices,member,console}.${language}.json`, { cwd: src }).map((path) =>
      JSON.parse(readFileSync(src + path, 'utf8')),
    ),
  )

test.each(['en', 'zh-CN'])('every name of a field is a text that the console has loaded, in %s', (language) => {
  const texts = textsOf(language)
  const read = (path: string) => JSON.parse(readFileSync(src + path, 'utf8')) as Record<string, string>
  const names = globSync('*/field-names.json', { cwd: src }).flatMap((path) => Object.values(read(path)))
  expect(names.length).toBeGreaterThan(350)
  expect([...new Set(names)].filter((key) => !(key in texts))).toEqual([])
})

test('a field goes by the label of its form, in the reader’s language, or by its field and its own language; an unknown one by its own name', async () => {
  vi.resetModules()
  fakeBrowser()
  const { loadMessages, switchLanguage } = await import('../i18n.ts')
  const { fieldText } = await import('./field-text.ts')
  for (const area of ['site', 'frame', 'member', 'console'] as const) await loadMessages(area)
  const shown = (): string[] =>
    [
      ['plan', 'transferEnable'],
      ['order', 'createdAt'],
      ['settings', 'withdrawal.min'],
      ['plan', 'toString'],
    ].map(([entity = '', field = '']) => fieldText(entity, field))
  expect(shown()).toEqual(['Traffic per cycle', 'Placed', 'Minimum withdrawal', 'toString'])
  expect(fieldText('plan', 'translations.zh-CN.name')).toBe('Name, 中文')
  expect(fieldText('settings', 'site.title_zh')).toBe('Site name, Chinese')
  await switchLanguage('zh-CN')
  expect(fieldText('payment_method', 'translations.en.instructions')).toBe('付款说明（English）')
  expect(shown()).toEqual(['每周期流量', '下单时间', '最低提现金额', 'toString'])
})

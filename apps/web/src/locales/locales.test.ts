import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const src = new URL('..', import.meta.url).pathname
const read = (path: string) => JSON.parse(readFileSync(`${src}${path}`, 'utf8')) as Record<string, string>
/** File names without the language, such as `orders/member`. */
const files = globSync('*/*.en.json', { cwd: src }).map((path) => path.replace('.en.json', ''))
/** The server's own sentences, by their paths from here. */
const ofServer = globSync('../../server/src/**/*.en.json', { cwd: src }).map((path) => path.replace('.en.json', ''))
const areas = globSync('en/*.ts', { cwd: import.meta.dirname }).map((path) => path.slice('en/'.length, -'.ts'.length))
const base = (key: string) => key.replace(/_(one|other)$/, '')
const placeholders = (texts: string[]) => [...new Set(texts.flatMap((text) => text.match(/\{\w+\}/g) ?? []))].toSorted()

function byBase(messages: Record<string, string>): Map<string, string[]> {
  const grouped = new Map<string, string[]>()
  for (const [key, text] of Object.entries(messages)) grouped.set(base(key), [...(grouped.get(base(key)) ?? []), text])
  return grouped
}

test.each([...files, ...ofServer])('%s has the same keys and placeholders in both languages', (file) => {
  const [en, zh] = [byBase(read(`${file}.en.json`)), byBase(read(`${file}.zh-CN.json`))]
  expect([...zh.keys()].toSorted()).toEqual([...en.keys()].toSorted())
  for (const [key, texts] of en) expect([key, placeholders(texts)]).toEqual([key, placeholders(zh.get(key) ?? [])])
})

test.each(files)('%s leaves no message empty, and its plurals are complete', (file) => {
  for (const language of ['en', 'zh-CN']) {
    const messages = read(`${file}.${language}.json`)
    for (const [key, text] of Object.entries(messages)) {
      expect([key, text.trim()]).not.toEqual([key, ''])
      if (key.endsWith('_one')) expect(messages).toHaveProperty([`${base(key)}_other`])
      if (language === 'en' && key.endsWith('_other')) expect(messages).toHaveProperty([`${base(key)}_one`])
    }
  }
})

test.each(areas)('%s loads the texts of every noun that has any', async (area) => {
  for (const language of ['en', 'zh-CN']) {
    const { texts } = (await import(`./${language}/${area}.ts`)) as { texts: Record<string, unknown> }
    // The frame has a copy of the texts of the prices.
    const held = area === 'frame' ? [area, 'prices'] : [area]
    const named = files.filter((file) => held.includes(file.split('/')[1] ?? '')).map((file) => `../../${file}.${language}.json`)
    expect(Object.keys(texts).toSorted()).toEqual(named.toSorted())
  }
})

test('every file belongs to an area, and no key is in two files', () => {
  expect(files.filter((file) => !areas.includes(file.split('/')[1] ?? ''))).toEqual([])
  const keys = files.flatMap((file) => Object.keys(read(`${file}.en.json`)))
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})

test('every message is used', () => {
  const code = globSync('**/{*.ts,*.tsx,field-names.json}', { cwd: src })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(`${src}${path}`, 'utf8'))
    .join('\n')
  const whole = new Set([...code.matchAll(/['"]([a-z_]+\.\w+)['"]/g)].map(([, key = '']) => key))
  const parts = [...code.matchAll(/`([a-z_]+\.\w*)\$\{[^`]*?\}(\w*)`/g)].map(([, start = '', end = '']) => ({ start, end }))
  const isUsed = (key: string) => whole.has(key) || parts.some(({ start, end }) => key.startsWith(start) && key.endsWith(end))
  const keys = files.flatMap((file) => [...byBase(read(`${file}.en.json`)).keys()])
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})

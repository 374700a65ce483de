import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, string>
const areas = readdirSync(new URL('./en/', import.meta.url))
const base = (key: string) => key.replace(/_(one|other)$/, '')
const placeholders = (texts: string[]) => [...new Set(texts.flatMap((text) => text.match(/\{\w+\}/g) ?? []))].toSorted()

function byBase(messages: Record<string, string>): Map<string, string[]> {
  const grouped = new Map<string, string[]>()
  for (const [key, text] of Object.entries(messages)) grouped.set(base(key), [...(grouped.get(base(key)) ?? []), text])
  return grouped
}

test.each(areas)('%s says the same in both languages', (area) => {
  const [en, zh] = [byBase(read(`./en/${area}`)), byBase(read(`./zh-CN/${area}`))]
  expect([...zh.keys()].toSorted()).toEqual([...en.keys()].toSorted())
  for (const [key, texts] of en) expect([key, placeholders(texts)]).toEqual([key, placeholders(zh.get(key) ?? [])])
})

test.each(areas)('%s leaves no message empty, and its plurals are complete', (area) => {
  for (const language of ['en', 'zh-CN']) {
    const messages = read(`./${language}/${area}`)
    for (const [key, text] of Object.entries(messages)) {
      expect([key, text.trim()]).not.toEqual([key, ''])
      if (key.endsWith('_one')) expect(messages).toHaveProperty([`${base(key)}_other`])
      if (language === 'en' && key.endsWith('_other')) expect(messages).toHaveProperty([`${base(key)}_one`])
    }
  }
})

test('no two areas use the same key', () => {
  const keys = areas.flatMap((area) => Object.keys(read(`./en/${area}`)))
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})

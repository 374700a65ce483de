import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const server = new URL('../../../server/src/', import.meta.url).pathname
const code = globSync('**/*.ts', { cwd: server })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${server}${path}`, 'utf8'))
  .join('\n')
const web = new URL('../', import.meta.url).pathname
const texts = globSync('*/console.en.json', { cwd: web }).flatMap((path) => Object.keys(JSON.parse(readFileSync(web + path, 'utf8'))))
const found = (pattern: RegExp): string[] => [...new Set([...code.matchAll(pattern)].map(([, name = '']) => name))].toSorted()

test('every action and entity in the audit log has a text', () => {
  const actions = found(/action: '([a-z_]+\.[a-z_]+)'/g)
  const entities = found(/(?:entity: |plainRecords\(\w+, )'([a-z_]+)'/g)
  expect(actions.length).toBeGreaterThan(20)
  const nouns = [...actions.map((action) => action.split('.')[0] ?? ''), ...entities]
  const verbs = actions.map((action) => action.split('.')[1] ?? '')
  const keys = new Set([...nouns.map((noun) => `log.entity_${noun}`), ...verbs.map((verb) => `log.verb_${verb}`)])
  expect(
    [...keys].filter((key) => !texts.includes(key)),
    "missing in the noun's console.*.json",
  ).toEqual([])
})

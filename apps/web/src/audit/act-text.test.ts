import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import texts from './console.en.json'

const server = new URL('../../../server/src/', import.meta.url).pathname
const code = globSync('**/*.ts', { cwd: server })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${server}${path}`, 'utf8'))
  .join('\n')
const found = (pattern: RegExp): string[] => [...new Set([...code.matchAll(pattern)].map(([, name = '']) => name))].toSorted()

test('every action and entity in the audit log has a text', () => {
  const actions = found(/action: '([a-z_]+\.[a-z_]+)'/g)
  const entities = found(/entity: '([a-z_]+)'/g)
  expect(actions.length).toBeGreaterThan(20)
  const nouns = [...actions.map((action) => action.split('.')[0] ?? ''), ...entities]
  const verbs = actions.map((action) => action.split('.')[1] ?? '')
  expect([...new Set(nouns)].filter((noun) => !(`log.entity_${noun}` in texts))).toEqual([])
  expect([...new Set(verbs)].filter((verb) => !(`log.verb_${verb}` in texts))).toEqual([])
})

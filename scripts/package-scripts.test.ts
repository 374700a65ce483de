import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
// A file, or a folder of tests.
const PATH = /(?:apps|bench|e2e|packages|scripts)\/[\w./-]+/g

test('every file that a script of package.json names exists', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: Record<string, string> }
  const named = Object.values(scripts).flatMap((script) => script.match(PATH) ?? [])
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

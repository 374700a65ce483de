import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const src = new URL('../../', import.meta.url).pathname
const entries = readFileSync(`${src}app/palette/entries.ts`, 'utf8')

test('the palette makes what the button of any list makes', () => {
  const code = globSync('*/**/*.tsx', { cwd: src }).map((path) => readFileSync(src + path, 'utf8'))
  const made = code.flatMap((text) => [...text.matchAll(/editing\.button\(t\('(\w+)\./g)].map(([, area = '']) => area))
  expect(made.length).toBeGreaterThan(10)
  expect(
    made.filter((area) => !entries.includes(`title: '${area}.`)),
    'missing in MAKES of app/palette/entries.ts',
  ).toEqual([])
})

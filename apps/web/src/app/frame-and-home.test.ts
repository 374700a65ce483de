import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('..', import.meta.url))
/** What draws the frame and the member's home, for which only the texts of `site` and `frame` are loaded. */
const starts = [
  'app/signed-in-layout.tsx',
  'app/notices/member-notices.tsx',
  'dashboard/dashboard-page.tsx',
  ...globSync('*/*.plan-banner.tsx', { cwd: src }),
]

const code = reachedFrom(starts.map((name) => resolve(src, name)))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test('the frame and the member’s home say nothing whose text comes with later pages; the frame and the member’s home do without the component library', () => {
  const later = globSync('*/member.en.json', { cwd: src }).flatMap((name) => Object.keys(JSON.parse(readFileSync(`${src}${name}`, 'utf8'))))
  const named = new Set([...code.matchAll(/['"`]([\w-]+\.[\w.-]+)['"`]/g)].map(([, key]) => key))
  const built = [...code.matchAll(/`([\w-]+\.[\w.-]*)\$\{[^}]*\}([\w.-]*)`/g)].map(([, start = '', end = '']) => ({ start, end }))
  expect(named.size).toBeGreaterThan(100)
  const used = later.filter((key) => {
    const name = key.replace(/_(one|other)$/, '')
    return named.has(name) || named.has(key) || built.some(({ start, end }) => name.startsWith(start) && name.endsWith(end))
  })
  expect(used, 'to be moved from a member.*.json to a frame.*.json').toEqual([])
  expect([...code.matchAll(/^import (?!type )(?:.* from )?'@mantine\/core(?:\/styles\.layer\.css)?'$/gm)].map(([line]) => line)).toEqual([])
})

/** The files that are there once these are: not those of an `import()`. */
function reachedFrom(files: string[], reached = new Set<string>()): string[] {
  for (const file of files) {
    if (reached.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) continue
    reached.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s+(?!type\s)(?:[^'";=()]*?\sfrom\s+)?'(\.[^']+)'/gm)
    reachedFrom(
      [...imports].map(([, target = '']) => resolve(dirname(file), target)),
      reached,
    )
  }
  return [...reached]
}

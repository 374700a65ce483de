import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { importsOf, sourcePaths } from './imports.ts'

// Cheap checks of the whole: imports, scripts, texts, contract.
const ALWAYS = ['architecture.test.ts', 'scripts/*.test.ts', 'apps/web/src/locales/*.test.ts', 'packages/contract/src/**/*.test.ts']
/**
 * The tests of the nouns that changed since `main`, and those that import what changed themselves; through others, a test with a server
 * imports everything. Prints what is left out.
 */
export function touchedTests(): string[] {
  const base = git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
  const changed = new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])
  const nouns = new Set([...changed].map(nounOf).filter(Boolean))
  const always = new Set(globSync(ALWAYS))
  const tests = sourcePaths().filter((path) => /\.test\.tsx?$/.test(path))
  const touched = tests.filter(
    (path) => always.has(path) || changed.has(path) || nouns.has(nounOf(path)) || importsOf(path).some((target) => changed.has(target)),
  )
  console.log(`${changed.size} files changed since main, of ${[...nouns].toSorted().join(', ') || 'no noun'}`)
  console.log(`left out: journeys, and ${tests.length - touched.length} of ${tests.length} test files; npm test runs them`)
  return touched
}

/** `coupons`, for its folders on the server and on the web and for its files in the contract; '' for files of no noun. */
function nounOf(path: string): string {
  const inApp = /^apps\/\w+\/src\/([\w-]+)\//.exec(path)?.[1]
  return inApp ?? /^packages\/contract\/src\/(?:.+\/)?([\w-]+?)(-admin)?\.ts$/.exec(path)?.[1] ?? ''
}

function git(...args: string[]): string[] {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
}

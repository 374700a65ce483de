import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { importsOf, sourcePaths } from './imports.ts'

// Cheap checks of the whole: imports, scripts, texts, contract.
const ALWAYS = ['architecture.test.ts', 'scripts/*.test.ts', 'apps/web/src/locales/*.test.ts', 'packages/contract/src/**/*.test.ts']
/** The tests that the change since `main` touches. Prints what is left out. */
export function touchedTests(): string[] {
  const base = git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  const { touched, nouns, leftOut } = touchedBy(new Set(changed))
  console.log(`${changed.length} files changed since main, of ${[...nouns].toSorted().join(', ') || 'no noun'}`)
  console.log(`left out: journeys, and ${leftOut} of ${touched.length + leftOut} test files; npm test runs them`)
  return touched
}

/** The tests of the nouns that changed, and those that import a changed file themselves: the harness imports everything. */
export function touchedBy(changed: ReadonlySet<string>) {
  const nouns = new Set([...changed].map(nounOf).filter(Boolean))
  const always = new Set(globSync(ALWAYS))
  const tests = sourcePaths().filter((path) => /\.test\.tsx?$/.test(path))
  const isTouched = (path: string): boolean => always.has(path) || changed.has(path) || nouns.has(nounOf(path))
  const touched = tests.filter((path) => isTouched(path) || importsOf(path).some((target) => changed.has(target)))
  return { touched, nouns, leftOut: tests.length - touched.length }
}

/** `coupons`, for its folders on the server and on the web and for its files in the contract; '' for files of no noun. */
function nounOf(path: string): string {
  const inApp = /^apps\/\w+\/src\/([\w-]+)\//.exec(path)?.[1]
  return inApp ?? /^packages\/contract\/src\/(?:.+\/)?([\w-]+?)(-admin)?\.ts$/.exec(path)?.[1] ?? ''
}

function git(...args: string[]): string[] {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
}

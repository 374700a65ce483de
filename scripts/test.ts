import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallChromium } from './find-chromium.ts'

// `npm test`: every stage in turn, also after one failed, then one line of counts.
// `node scripts/test.ts lint types` runs only the stages named.

// `failures`: what failed, each with what was said of it, repeated at the end where a cut log still has it.
type Counts = { passed: number; skipped: number; failures: string[] }

const vitestReport = '.test/vitest.json'
const browserReport = '.test/browser.json' // named in playwright.config.ts too
// What `npm start` uses too: the tests start dozens of servers.
const compiled = resolve('node_modules/.cache/compiled')

const stages: Record<string, () => Promise<Counts>> = {
  format: async () => one('format', await npm('format:check')),
  lint: async () => one('lint', await npm('lint')),
  types: async () => one('types', await npm('typecheck')),
  'dead-code': async () => one('dead-code', await npm('dead-code')),
  tests: async () => {
    rmSync(vitestReport, { force: true })
    const ok = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`])
    return withCrash('tests', ok, countVitest(read(vitestReport)))
  },
  build: async () => one('build', await npm('build')),
  // What a first visit to the login page loads.
  bundle: async () => one('bundle', await run('node', ['apps/web/build.check.ts'])),
  browser: async () => {
    rmSync(browserReport, { force: true })
    const ok = await run('playwright', ['test'], { CHROMIUM_PATH: findOrInstallChromium() })
    return withCrash('browser', ok, countPlaywright(read(browserReport)))
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in stages))
if (unknown.length > 0) {
  console.error(`No stage ${unknown.join(', ')}; there are ${Object.keys(stages).join(', ')}.`)
  process.exit(2)
}

// Who ends the run ends the stage at work, which then stops its database and its browsers.
let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running?.once('exit', () => process.exit(130)).kill(signal)
  })
}

const sum: Counts = { passed: 0, skipped: 0, failures: [] }
for (const [name, stage] of Object.entries(stages)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n=== ${name}`)
  const start = performance.now()
  const counts = await attempt(name, stage)
  console.log(`=== ${name}: ${counts.failures.length === 0 ? 'ok' : 'FAILED'}, ${((performance.now() - start) / 1000).toFixed(1)} s`)
  sum.passed += counts.passed
  sum.skipped += counts.skipped
  sum.failures.push(...counts.failures)
}

for (const failure of sum.failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${sum.passed} passed, ${sum.failures.length} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = sum.failures.length > 0 ? 1 : 0

async function attempt(name: string, stage: () => Promise<Counts>): Promise<Counts> {
  try {
    return await stage()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return one(name, false)
  }
}

function npm(script: string): Promise<boolean> {
  return run('npm', ['run', '--silent', script])
}

// No stdin: nothing here may wait for an answer.
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  running = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env } })
  const [status] = await once(running, 'exit')
  return status === 0
}

function one(name: string, ok: boolean): Counts {
  return { passed: ok ? 1 : 0, skipped: 0, failures: ok ? [] : [name] }
}

// A runner may fail without a failed test: a crash, no tests found, an error between tests.
function withCrash(name: string, ok: boolean, counts: Counts): Counts {
  const ran = counts.passed + counts.skipped > 0
  return (ok && ran) || counts.failures.length > 0 ? counts : { ...counts, failures: [name] }
}

function read(report: string): unknown {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
}

function countVitest(report: unknown): Counts {
  type Test = { status: string; fullName: string; failureMessages: string[] }
  const { testResults: files = [] } = (report ?? {}) as {
    testResults?: { name: string; status: string; message: string; assertionResults: Test[] }[]
  }
  const counts: Counts = { passed: 0, skipped: 0, failures: [] }
  for (const file of files) {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const passed = file.assertionResults.filter((test) => test.status === 'passed').length
    counts.passed += passed
    counts.skipped += file.assertionResults.length - passed - failed.length
    for (const test of failed) counts.failures.push(told(`${relative('.', file.name)} > ${test.fullName}`, test.failureMessages.join('\n')))
    // A file that did not load, or whose hooks failed, has no failed test of its own.
    if (file.status === 'failed' && failed.length === 0) counts.failures.push(told(relative('.', file.name), file.message))
  }
  return counts
}

function countPlaywright(report: unknown): Counts {
  type Suite = {
    suites?: Suite[]
    specs: { ok: boolean; title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
  }
  const { stats, suites = [] } = (report ?? {}) as { stats?: { expected: number; skipped: number }; suites?: Suite[] }
  const specs = (all: Suite[]): Suite['specs'] => all.flatMap((suite) => [...suite.specs, ...specs(suite.suites ?? [])])
  const failures = specs(suites).flatMap((spec) =>
    spec.tests
      // A journey that passed only the second time is a failure too.
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => told(`${spec.file} > ${spec.title}`, test.results.map((result) => result.error?.message ?? '').join('\n'))),
  )
  return { passed: stats?.expected ?? 0, skipped: stats?.skipped ?? 0, failures }
}

// The name and the first lines of what was said; the whole is in the stage's own output.
function told(name: string, message: string): string {
  return [name, ...stripVTControlCharacters(message).split('\n').slice(0, 20)].join('\n  ')
}

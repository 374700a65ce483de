import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallChromium } from './find-chromium.ts'

// `npm test` runs the tests beside the checks that need no server, then the journeys, even after a failed stage. It ends with the
// time of each stage and one line of counts. `node scripts/test.ts lint types` runs only the stages named.

// `failures`: what failed, each with its message. Repeated at the end, where even a truncated log has them.
// `files`: how long each took, in milliseconds.
type Counts = { passed: number; skipped: number; failures: string[]; files?: [name: string, ms: number][] }

const vitestReport = '.test/vitest.json'
const browserReport = '.test/browser.json' // named in playwright.config.ts too
// The cache that `npm start` uses too: the tests start dozens of servers.
const compiled = resolve('node_modules/.cache/compiled')

const stages: Record<string, () => Promise<Counts>> = {
  tests: async () => {
    rmSync(vitestReport, { force: true })
    const ok = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`])
    return withCrash('tests', ok, countVitest(read(vitestReport)))
  },
  format: async () => one('format', await script('format:check')),
  lint: async () => one('lint', await script('lint')),
  types: async () => one('types', await script('typecheck')),
  'dead-code': async () => one('dead-code', await script('dead-code')),
  build: async () => one('build', await script('build')),
  // What a first visit to the login page loads.
  bundle: async () => one('bundle', await run('node', ['apps/web/build.check.ts'], { isHeld: true })),
  browser: async () => {
    rmSync(browserReport, { force: true })
    const ok = await run('playwright', ['test'], { env: { CHROMIUM_PATH: findOrInstallChromium() } })
    return withCrash('browser', ok, countPlaywright(read(browserReport)))
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in stages))
if (unknown.length > 0) {
  console.error(`No stage ${unknown.join(', ')}; there are ${Object.keys(stages).join(', ')}.`)
  process.exit(2)
}

// A signal ends the running stages, which then stop their databases and browsers. No other stage starts.
const running = new Set<ChildProcess>()
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isStopped = true
    const ends = [...running].map((child) => once(child, 'close'))
    for (const child of running) child.kill(signal)
    void Promise.all(ends).then(() => process.exit(130))
  })
}

const sum = { passed: 0, skipped: 0, failures: [] as string[], files: [] as [name: string, ms: number][] }
const times: string[] = []
const began = performance.now()
// The tests leave a core idle now and then; the journeys need the build.
await Promise.all([inTurn(['tests']), inTurn(['format', 'lint', 'types', 'dead-code', 'build', 'bundle'])])
await inTurn(['browser'])

for (const failure of sum.failures) console.log(`\nFAILED ${failure}`)
const slowest = sum.files.toSorted(([, a], [, b]) => b - a).slice(0, 10)
if (slowest.length > 0) console.log(`\nslowest files\n${slowest.map(([name, ms]) => timed(name.padEnd(60), ms)).join('\n')}`)
console.log(`\n${[...times, timeOf('in all', began)].join('\n')}`)
console.log(`\n${sum.passed} passed, ${sum.failures.length} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = sum.failures.length > 0 ? 1 : 0

async function inTurn(names: string[]): Promise<void> {
  for (const name of names) {
    const stage = stages[name]
    if (!stage || isStopped || (asked.length > 0 && !asked.includes(name))) continue
    console.log(`\n=== ${name}`)
    const start = performance.now()
    const counts = await attempt(name, stage)
    const time = timeOf(name, start)
    console.log(`=== ${time} ${counts.failures.length === 0 ? 'ok' : 'FAILED'}`)
    times.push(time)
    sum.passed += counts.passed
    sum.skipped += counts.skipped
    sum.failures.push(...counts.failures)
    sum.files.push(...(counts.files ?? []))
  }
}

function timeOf(name: string, start: number): string {
  return timed(name.padEnd(10), performance.now() - start)
}

function timed(name: string, ms: number): string {
  return `${name} ${(ms / 1000).toFixed(1).padStart(6)} s`
}

async function attempt(name: string, stage: () => Promise<Counts>): Promise<Counts> {
  try {
    return await stage()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return one(name, false)
  }
}

function script(name: string): Promise<boolean> {
  return run('npm', ['run', '--silent', name], { isHeld: true })
}

/**
 * `isHeld`: prints the output in one piece at the end, so that it does not mix with the tests' output.
 * No stdin, because nothing may wait for an answer.
 */
async function run(command: string, args: string[], { env = {}, isHeld = false }: { env?: Record<string, string>; isHeld?: boolean } = {}) {
  const output = isHeld ? 'pipe' : 'inherit'
  const child = spawn(command, args, { stdio: ['ignore', output, output], env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env } })
  running.add(child)
  const held: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => held.push(chunk))
  const [status] = await once(child, 'close').finally(() => running.delete(child))
  process.stdout.write(Buffer.concat(held))
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
    testResults?: { name: string; status: string; message: string; startTime: number; endTime: number; assertionResults: Test[] }[]
  }
  const times = files.map(({ name, startTime, endTime }): [string, number] => [relative('.', name), endTime - startTime])
  const counts: Counts = { passed: 0, skipped: 0, failures: [], files: times }
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
    specs: {
      ok: boolean
      title: string
      file: string
      tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[]
    }[]
  }
  const { stats, suites = [] } = (report ?? {}) as { stats?: { expected: number; skipped: number }; suites?: Suite[] }
  const specs = (all: Suite[]): Suite['specs'] => all.flatMap((suite) => [...suite.specs, ...specs(suite.suites ?? [])])
  const failures = specs(suites).flatMap((spec) =>
    spec.tests
      // A journey that passed only on the second try is a failure too.
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => told(`${spec.file} > ${spec.title}`, test.results.map((result) => result.error?.message ?? '').join('\n'))),
  )
  const times = Map.groupBy(specs(suites), ({ file }) => `e2e/${file}`)
  const files = [...times].map(([name, its]): [string, number] => [
    name,
    its
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .map(({ duration }) => duration)
      .reduce((sum, ms) => sum + ms, 0),
  ])
  return { passed: stats?.expected ?? 0, skipped: stats?.skipped ?? 0, failures, files }
}

// The name and the first lines of the message. The stage's own output has the whole.
function told(name: string, message: string): string {
  return [name, ...stripVTControlCharacters(message).split('\n').slice(0, 20)].join('\n  ')
}

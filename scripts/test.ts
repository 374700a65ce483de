import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { findOrInstallChromium } from './find-chromium.ts'

// `npm test`: every stage in turn, also after one failed, then one line of counts.
// `node scripts/test.ts lint types` runs only the stages named.

type Counts = { passed: number; failed: number; skipped: number }

const vitestReport = '.test/vitest.json'
const browserReport = '.test/browser.json' // named in playwright.config.ts too

const stages: Record<string, () => Promise<Counts>> = {
  format: async () => one(await npm('format:check')),
  lint: async () => one(await npm('lint')),
  types: async () => one(await npm('typecheck')),
  'dead-code': async () => one(await npm('dead-code')),
  tests: async () => {
    rmSync(vitestReport, { force: true })
    const ok = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`])
    return withCrash(ok, countVitest(read(vitestReport)))
  },
  build: async () => one(await npm('build')),
  // What a first visit to the login page loads.
  bundle: async () => one(await run('node', ['apps/web/build.check.ts'])),
  browser: async () => {
    rmSync(browserReport, { force: true })
    const ok = await run('playwright', ['test'], { CHROMIUM_PATH: findOrInstallChromium() })
    return withCrash(ok, countPlaywright(read(browserReport)))
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

const sum: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const [name, stage] of Object.entries(stages)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n=== ${name}`)
  const start = performance.now()
  const counts = await attempt(stage)
  console.log(`=== ${name}: ${counts.failed === 0 ? 'ok' : 'FAILED'}, ${((performance.now() - start) / 1000).toFixed(1)} s`)
  sum.passed += counts.passed
  sum.failed += counts.failed
  sum.skipped += counts.skipped
}

console.log(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = sum.failed > 0 ? 1 : 0

async function attempt(stage: () => Promise<Counts>): Promise<Counts> {
  try {
    return await stage()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return one(false)
  }
}

function npm(script: string): Promise<boolean> {
  return run('npm', ['run', '--silent', script])
}

// No stdin: nothing here may wait for an answer.
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  running = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  const [status] = await once(running, 'exit')
  return status === 0
}

function one(ok: boolean): Counts {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

// A runner may fail without a failed test: a crash, no tests found, an error between tests.
function withCrash(ok: boolean, counts: Counts): Counts {
  const ran = counts.passed + counts.skipped > 0
  return (ok && ran) || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

function read(report: string): unknown {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
}

function countVitest(report: unknown): Counts {
  const { testResults: files = [] } = (report ?? {}) as { testResults?: { status: string; assertionResults: { status: string }[] }[] }
  const tests = files.flatMap((file) => file.assertionResults.map((test) => test.status))
  // A file that did not load, or whose hooks failed, has no failed test of its own.
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')).length
  const passed = tests.filter((status) => status === 'passed').length
  const failed = tests.filter((status) => status === 'failed').length
  return { passed, failed: failed + broken, skipped: tests.length - passed - failed }
}

function countPlaywright(report: unknown): Counts {
  const { stats } = (report ?? {}) as { stats?: { expected: number; unexpected: number; flaky: number; skipped: number } }
  if (!stats) return { passed: 0, failed: 0, skipped: 0 }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

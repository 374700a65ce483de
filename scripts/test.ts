import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { type Counts, countOne, countPlaywright, countVitest, sum } from './counts.ts'
import { findOrInstallChromium } from './find-chromium.ts'
import { measureSlowness, slowness } from './slowness.ts'
import { touchedTests } from './touched-tests.ts'

// `npm test` runs every stage, even after a failed one. It ends with the slowest files, the time of each stage and one line of counts.
// `npm test -- lint types` runs only the stages named, `npm test -- quick` those of `quick` below.

/** `needs`: stages that end before it begins. */
type Stage = { run: (name: string) => Promise<Counts>; needs?: string[] }

// The tests and the journeys leave a core idle now and then. What is held in `run` fills the gaps.
const AT_ONCE = 2
// Without the installation, on a quiet machine. Later work pays for its tests in the same commit.
const MOST_MINUTES = 20

const vitestReport = '.test/vitest.json'
const browserReport = '.test/browser.json' // named in playwright.config.ts too
// The cache that `npm start` uses too: the tests start dozens of servers.
const compiled = resolve('node_modules/.cache/compiled')
// How far memory may grow, in percent, before it is cleared: TypeScript then takes a fifth less time and a tenth more memory.
const GOGC = '400'

/** In the order in which they begin: what takes longest goes first. */
const stages: Record<string, Stage> = {
  tests: { run: runVitest },
  build: { run: npmRun('build') },
  // Beside the tests, both would be slow enough to fail.
  browser: { run: runPlaywright, needs: ['build', 'tests'] },
  lint: { run: npmRun('lint') },
  types: { run: npmRun('typecheck') },
  // One of the nouns that a site can do without; `test:leave-out` has them all, with more than types.
  'leave-out': { run: npmRun('leave-out') },
  'dead-code': { run: npmRun('dead-code') },
  // What a first visit to the login page loads.
  bundle: { run: async (name) => countOne(name, await run('node', ['apps/web/build.check.ts'], { isHeld: true })), needs: ['build'] },
  format: { run: npmRun('format:check') },
}
const quick = ['types', 'lint', 'tests']

const asked = process.argv.slice(2)
const isQuick = asked.join() === 'quick'
const names = isQuick ? quick : asked.length > 0 ? asked : Object.keys(stages)
const unknown = names.filter((name) => !(name in stages))
if (unknown.length > 0) {
  console.error(`No stage ${unknown.join(', ')}; there are quick, ${Object.keys(stages).join(', ')}.`)
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

console.log(`=== This machine is ${slowness} times as slow as a quiet one with two cores.`)
const began = performance.now()
const waiting = new Set(Object.keys(stages).filter((name) => names.includes(name)))
const begun = new Set<string>()
const counts: Counts[] = []
const times: string[] = []
await new Promise<void>(runStages)
const inAll = performance.now() - began
if (asked.length === 0) counts.push(countTime(inAll))

const { passed, skipped, failures, files } = sum(counts)
for (const failure of failures) console.log(`\nFAILED ${failure}`)
const slowest = files.toSorted(([, a], [, b]) => b - a).slice(0, 10)
if (slowest.length > 0) console.log(`\nslowest files\n${slowest.map(([name, ms]) => timed(name.padEnd(60), ms)).join('\n')}`)
console.log(`\n${[...times, timed('in all'.padEnd(10), inAll)].join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failures.length > 0 ? 1 : 0

/** Begins each stage once those it needs have ended and there is room for it. */
function runStages(done: () => void): void {
  for (const name of isStopped ? [] : waiting) {
    const isReady = !stages[name]?.needs?.some((need) => waiting.has(need) || begun.has(need))
    if (begun.size === AT_ONCE || !isReady) continue
    waiting.delete(name)
    begun.add(name)
    void runStage(name).then(() => begun.delete(name) && runStages(done))
  }
  if (begun.size === 0) done()
}

async function runStage(name: string): Promise<void> {
  console.log(`\n=== ${name}`)
  const start = performance.now()
  const result = await attempt(name)
  const time = timed(name.padEnd(10), performance.now() - start)
  console.log(`=== ${time} ${result.failures.length === 0 ? 'ok' : 'FAILED'}`)
  times.push(time)
  counts.push(result)
}

async function attempt(name: string): Promise<Counts> {
  try {
    return (await stages[name]?.run(name)) ?? countOne(name, false)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return countOne(name, false)
  }
}

async function runVitest(name: string): Promise<Counts> {
  rmSync(vitestReport, { force: true })
  const files = isQuick ? touchedTests() : []
  const ok = await run('vitest', ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`])
  return withCrash(name, ok, countVitest(vitestReport))
}

async function runPlaywright(name: string): Promise<Counts> {
  rmSync(browserReport, { force: true })
  const ok = await run('playwright', ['test'], { env: { CHROMIUM_PATH: findOrInstallChromium() } })
  return withCrash(name, ok, countPlaywright(browserReport))
}

function npmRun(script: string) {
  return async (name: string): Promise<Counts> => countOne(name, await run('npm', ['run', '--silent', script], { isHeld: true }))
}

/** On a machine that others keep busy, the run may take longer. */
function countTime(ms: number): Counts {
  const most = MOST_MINUTES * Math.max(slowness, measureSlowness())
  const title = `the run took ${(ms / 60_000).toFixed(1)} minutes, of ${most.toFixed(1)} at most`
  console.log(`\n${title}`)
  return countOne(title, ms / 60_000 <= most)
}

function timed(name: string, ms: number): string {
  return `${name} ${(ms / 1000).toFixed(1).padStart(6)} s`
}

/**
 * `isHeld`: takes only what others leave of the cores, and prints its output in one piece at the end, so that it does not mix with that of
 * the tests. No stdin, because nothing may wait for an answer.
 */
async function run(command: string, args: string[], { env = {}, isHeld = false }: { env?: Record<string, string>; isHeld?: boolean } = {}) {
  const output = isHeld ? 'pipe' : 'inherit'
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    env: { NODE_COMPILE_CACHE: compiled, GOGC, ...process.env, ...env },
  })
  running.add(child)
  if (isHeld && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const held: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => held.push(chunk))
  const [status] = await once(child, 'close').finally(() => running.delete(child))
  process.stdout.write(Buffer.concat(held))
  return status === 0
}

// A runner may fail without a failed test: a crash, no tests found, an error between tests.
function withCrash(name: string, ok: boolean, counts: Counts): Counts {
  const ran = counts.passed + counts.skipped > 0
  return (ok && ran) || counts.failures.length > 0 ? counts : { ...counts, failures: [name] }
}

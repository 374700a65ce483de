import { type ChildProcess, fork } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { RACES } from '../../test/at-once.ts'
import type { AppError } from '../errors.ts'
import { createOwnChecker } from './own-checker.ts'

let checker = createOwnChecker()
afterEach(() => checker.stop())
/** With all the time a busy machine needs. */
const patient = createOwnChecker({ startMs: 60_000, waitMs: 60_000 })
afterAll(() => patient.stop())

const question = (text: string) => ({ text, language: 'en-US' as const })
const failure = (checking: Promise<unknown>): Promise<string> =>
  checking.then(
    () => 'checked',
    (error: AppError) => error.code,
  )

async function gone(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid)).toBe(false)
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
/** Megabytes of this process and all it started, by /proc. */
async function memory(): Promise<number> {
  const all = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(statusOf))
  const mine = new Set([process.pid])
  for (const { pid, parent } of all.toSorted((a, b) => a.pid - b.pid)) if (mine.has(parent)) mine.add(pid)
  const kilobytes = all.filter(({ pid }) => mine.has(pid)).reduce((sum, { rss }) => sum + rss, 0)
  return Math.round(kilobytes / 1024)
}
async function statusOf(pid: string) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { pid: Number(pid), parent: field('PPid'), rss: field('VmRSS') }
}

test('no process runs before the first text; many texts at once are checked one after the other by one process', async () => {
  expect(patient.pid()).toBeNull()
  const pids = new Set<number | null>()
  const texts = Array.from({ length: RACES }, (_, i) => `This is an test, number ${i}.`)
  const all = await Promise.all(
    texts.map(async (text, i) => {
      const { mistakes } = await patient.check(i, question(text))
      pids.add(patient.pid())
      return mistakes.map(({ offset, length, replacements }) => [text.slice(offset, offset + length), replacements[0]])
    }),
  )
  expect(all).toEqual(texts.map(() => [['an', 'a']]))
  expect(pids.size).toBe(1)
}, 180_000)

test('more than thirty waiting texts are refused at once, and a text that waits too long is refused then', async () => {
  checker = createOwnChecker({ waitMs: 100 })
  const results = await Promise.all(Array.from({ length: 40 }, (_, i) => failure(checker.check(i, question('An test.')))))
  // The first is being checked, which starts the process.
  expect(results.slice(31)).toEqual(Array.from({ length: 9 }, () => 'grammar.busy'))
  expect(results[0]).toBe('checked')
  expect(results.slice(1, 31).filter((result) => result === 'grammar.busy').length).toBeGreaterThan(0)
}, 180_000)

test('the account served longest ago is next, so two that send one text after the other do not starve a third', async () => {
  const order: string[] = []
  const ask = (of: number, name: string): Promise<unknown> => patient.check(of, question('Fine.')).then(() => order.push(name))
  const again = (): Promise<unknown> => ask(1, 'a1').then(() => ask(1, 'a3'))
  await Promise.all([again(), ask(1, 'a2'), ask(2, 'b1'), ask(2, 'b2'), ask(3, 'c1')])
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
}, 180_000)

test('somebody’s third waiting text is refused at once; theirs that wait are checked, and others are not refused', async () => {
  const ask = (of: number): Promise<string> => failure(patient.check(of, question('Fine.')))
  const checking = [ask(1), ask(1), ask(1)]
  const first = await Promise.race([...checking, ask(1)])
  expect(first).toBe('grammar.busy')
  expect(await Promise.all([...checking, ask(2)])).toEqual(['checked', 'checked', 'checked', 'checked'])
  expect(await ask(1)).toBe('checked')
}, 180_000)

test('a process that is killed fails its text with a clear error, and the next text starts another', async () => {
  const first = failure(patient.check(1, question('Fine.')))
  const second = failure(patient.check(2, question('Fine.')))
  const pid = patient.pid() ?? 0
  process.kill(pid, 'SIGKILL')
  expect(await Promise.all([first, second])).toEqual(['grammar.unavailable', 'checked'])
  expect(patient.pid()).not.toBe(pid)
  // Also while it has nothing to do.
  const idle = patient.pid() ?? 0
  process.kill(idle, 'SIGKILL')
  await expect.poll(() => patient.pid()).toBeNull()
  expect(await failure(patient.check(1, question('Fine.')))).toBe('checked')
}, 180_000)

test('a text that takes too long is given up, and its process ends', async () => {
  checker = createOwnChecker({ startMs: 0, workMs: 50 })
  const checking = failure(checker.check(1, question('Fine.')))
  const pid = checker.pid() ?? 0
  expect(await checking).toBe('grammar.unavailable')
  await gone(pid)
})

test('texts made to be slow are checked up to where the time ends, and endless words are passed over', async () => {
  checker = createOwnChecker({ workMs: 60_000, budgetMs: 300 })
  const odd = [
    "a'".repeat(10_000),
    'abcdefghij'.repeat(2000),
    '中'.repeat(20_000),
    '😀'.repeat(10_000),
    '.'.repeat(20_000),
    'a '.repeat(10_000),
  ]
  for (const text of odd) expect((await checker.check(1, question(text))).checkedTo).toBeGreaterThan(0)
  const words = Array.from({ length: 2500 }, (_, i) => `q${(i * 7919).toString(36)}zt`)
    .join(' ')
    .slice(0, 20_000)
  const { checkedTo } = await checker.check(1, question(words))
  expect(checkedTo).toBeGreaterThan(0)
  expect(checkedTo).toBeLessThan(words.length)
}, 180_000)

// Memory of other processes is read from /proc.
test.runIf(process.platform === 'linux')(
  'the process ends after a while without texts, and its memory is back',
  async () => {
    checker = createOwnChecker({ idleMs: 500, waitMs: 120_000 })
    const before = await memory()
    const text = 'This is an test of teh long textes that peoples writes. '.repeat(400).slice(0, 20_000)
    const all = await Promise.all([1, 2, 3].map((of) => checker.check(of, question(text))))
    expect(new Set(all.map(({ checkedTo }) => checkedTo))).toEqual(new Set([20_000]))
    const during = await memory()
    await gone(checker.pid() ?? 0)
    const after = await memory()
    const measured = `memory of the process tree: ${before} MB before, ${during} MB after three texts of 20,000 characters, ${after} MB when idle`
    process.stdout.write(`${measured}\n`)
    expect(during - before).toBeGreaterThan(200)
    expect(after - before).toBeLessThan(60)
  },
  180_000,
)

test('the process ends with the server, however that ends', async () => {
  checker = createOwnChecker()
  await checker.check(1, question('Fine.'))
  const pid = checker.pid() ?? 0
  await checker.stop()
  expect(isAlive(pid)).toBe(false)
  expect(await failure(checker.check(1, question('Fine.')))).toBe('grammar.busy')

  const host = fork(fileURLToPath(new URL('../../test/grammar-host.ts', import.meta.url)))
  const orphan = await firstMessage(host)
  expect(isAlive(orphan)).toBe(true)
  host.kill('SIGKILL')
  await gone(orphan)
}, 180_000)

const firstMessage = (child: ChildProcess): Promise<number> => new Promise((done) => child.once('message', (pid) => done(Number(pid))))

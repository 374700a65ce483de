import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startProgress } from './start-progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a start says every second what is new, every ten seconds what goes on, and nothing in its first second or after its end', () => {
  const lines: string[] = []
  const { tell, end } = startProgress((line) => lines.push(line), 0)
  tell('starting PostgreSQL')
  vi.advanceTimersByTime(900)
  tell('migrating the database: 1 of 2')
  tell('migrating the database: 2 of 2')
  vi.advanceTimersByTime(10_500)
  tell('building the web app: 40 %')
  vi.advanceTimersByTime(1000)
  end()
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual(['1 s: migrating the database: 2 of 2', '11 s: migrating the database: 2 of 2', '12 s: building the web app: 40 %'])
})

test('a start whose code took long to read says at once what comes next', () => {
  const lines: string[] = []
  startProgress((line) => lines.push(line), 2500).tell('creating the database')
  expect(lines).toEqual(['2 s: creating the database'])
})

test('a start that has not said what it does writes nothing', () => {
  const lines: string[] = []
  const { tell } = startProgress((line) => lines.push(line), 0)
  vi.advanceTimersByTime(12_000)
  tell('migrating the database')
  expect(lines).toEqual(['12 s: migrating the database'])
})

test('where no timer runs, a look says what goes on, until the end', () => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['performance'] })
  const lines: string[] = []
  const { tell, look, end } = startProgress((line) => lines.push(line), 0)
  tell('reading the code')
  for (let half = 0; half < 24; half++) {
    vi.advanceTimersByTime(500)
    look()
  }
  end()
  vi.advanceTimersByTime(60_000)
  look()
  expect(lines).toEqual(['1 s: reading the code', '11 s: reading the code'])
})

test('reading code lets a start look again and again', () => {
  const script = `
    const { whileReading } = await import('./apps/server/src/processes/quick-imports.ts')
    let looks = 0
    whileReading(() => looks++)
    await import('./apps/server/src/config.ts')
    console.log(looks)`
  const looks = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: new URL('../../../..', import.meta.url),
    encoding: 'utf8',
  })
  expect(Number(looks)).toBeGreaterThan(5)
})

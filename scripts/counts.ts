import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** `failures`: what failed, each with its message. `files`: how long each took, in milliseconds. */
export type Counts = { passed: number; skipped: number; failures: string[]; files: [name: string, ms: number][] }

/** Of a stage that is one check. */
export function countOne(name: string, ok: boolean): Counts {
  return { passed: ok ? 1 : 0, skipped: 0, failures: ok ? [] : [name], files: [] }
}

/** Of Vitest's report as JSON. */
export function countVitest(report: string): Counts {
  type Test = { status: string; fullName: string; failureMessages: string[] }
  type File = { name: string; status: string; message: string; startTime: number; endTime: number; assertionResults: Test[] }
  const { testResults = [] } = read<{ testResults: File[] }>(report)
  return sum(
    testResults.map((file) => {
      const name = relative('.', file.name)
      const having = (status: string): Test[] => file.assertionResults.filter((test) => test.status === status)
      const failed = having('failed').map((test) => headOf(`${name} > ${test.fullName}`, test.failureMessages))
      // A file that did not load, or whose hooks failed, has no failed test of its own.
      const failures = file.status === 'failed' && failed.length === 0 ? [headOf(name, [file.message])] : failed
      const passed = having('passed').length
      const skipped = file.assertionResults.length - passed - failed.length
      return { passed, skipped, failures, files: [[name, file.endTime - file.startTime]] }
    }),
  )
}

/** Of Playwright's report as JSON. */
export function countPlaywright(report: string): Counts {
  type Test = { status: string; results: { duration: number; error?: { message?: string } }[] }
  type Suite = { file: string; suites?: Suite[]; specs: { title: string; tests: Test[] }[] }
  const specsOf = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
  const { suites = [] } = read<{ suites: Suite[] }>(report)
  return sum(
    suites.map((suite) => {
      const tests = specsOf(suite).flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test })))
      const having = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status))
      // A journey that passed only on the second try is a failure too.
      const failures = having('unexpected', 'flaky').map(({ title, results }) =>
        headOf(
          `${suite.file} > ${title}`,
          results.map(({ error }) => error?.message ?? ''),
        ),
      )
      const ms = tests.flatMap(({ results }) => results).reduce((all, { duration }) => all + duration, 0)
      return { passed: having('expected').length, skipped: having('skipped').length, failures, files: [[`e2e/${suite.file}`, ms]] }
    }),
  )
}

function read<T>(report: string): Partial<T> {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
}

export function sum(all: Counts[]): Counts {
  const total = (of: (counts: Counts) => number): number => all.reduce((sum, counts) => sum + of(counts), 0)
  return {
    passed: total(({ passed }) => passed),
    skipped: total(({ skipped }) => skipped),
    failures: all.flatMap(({ failures }) => failures),
    files: all.flatMap(({ files }) => files),
  }
}

// The name and the first lines of the message. The stage's own output has the whole.
function headOf(name: string, messages: string[]): string {
  return [name, ...stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, 20)].join('\n  ')
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildFault, ensureBuildMemory } from './build-memory.ts'

const MB = 1024 * 1024
const root = mkdtempSync(join(tmpdir(), 'portico-machine-'))
afterAll(() => rmSync(root, { recursive: true }))
/** A machine with so many megabytes left. */
function left(mb: number): string {
  mkdirSync(join(root, 'proc'), { recursive: true })
  writeFileSync(join(root, 'proc/meminfo'), `MemAvailable: ${mb * 1024} kB\n`)
  return root
}

test('a build without the memory that it needs is refused in one line, which says what to do; one with it is not', () => {
  expect(() => ensureBuildMemory(left(599))).toThrow(
    'the web app has no build of these sources, and making one needs 600 MB of memory, has 599 MB; use a release, in which it is built, or add swap',
  )
  expect(ensureBuildMemory(left(600))).toBe(600 * MB)
  expect(ensureBuildMemory(join(root, 'none'))).toBeNull()
})

test('a build that the system ends says what it needs; any other shows what it printed', () => {
  const ended = { code: null, signal: null, output: 'no such module', left: 650 * MB }
  const says = 'the system ended the build of the web app, which needs 600 MB of memory, has 650 MB; use a release'
  expect(buildFault({ ...ended, signal: 'SIGKILL' })).toContain(says)
  expect(buildFault({ ...ended, code: 137 })).toContain(says)
  expect(buildFault({ ...ended, code: 137, left: null })).toContain('which needs 600 MB of memory; use a release')
  expect(buildFault({ ...ended, code: 1 })).toBe('the web app could not be built:\nno such module')
})

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
// A file, or a folder of tests.
const PATH = /(?:apps|bench|e2e|packages|scripts)\/[\w./-]+/g

test('every file that a script of package.json names exists', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: Record<string, string> }
  const named = Object.values(scripts).flatMap((script) => script.match(PATH) ?? [])
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

test('every file that CONTRIBUTING.md names with its whole path exists', () => {
  const named =
    readFileSync(new URL('CONTRIBUTING.md', root), 'utf8').match(/(?<=`)(?:apps|packages|e2e|docs|scripts)\/[\w./-]+\.\w+(?=`)/g) ?? []
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

test('where npm ci was not run or did not end, a start says so', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bare-'))
  copyFileSync(new URL('portico', root), join(folder, 'portico'))
  const { status, stderr } = spawnSync('sh', [join(folder, 'portico')], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect([status, stderr]).toEqual([1, 'The packages are not there, or only some: run npm ci.\n'])
})

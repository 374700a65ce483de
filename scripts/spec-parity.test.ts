import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const SHORT = { srv: 'apps/server/src', web: 'apps/web/src', con: 'packages/contract/src' }
const NAME = /`((?:srv|web|con|apps|packages|e2e|bench|scripts)\/[^`]+)`/g

const text = readFileSync(new URL('docs/spec-parity.md', root), 'utf8')
const rows = text
  .split('\n')
  .map((line) => line.split(' | '))
  .filter(([sentence = '']) => /^\| (?!sentence|---)/.test(sentence))

const pathOf = (name: string): string => name.replace(/^(srv|web|con)(?=\/)/, (short) => SHORT[short as keyof typeof SHORT])
const read = (path: string): string => (statSync(new URL(path, root)).isFile() ? readFileSync(new URL(path, root), 'utf8') : '')
/** As it stands between any quotes of a source. */
const plain = (source: string): string => source.replaceAll('\\', '')

/** The tests that a row names, each with its titles. */
function testsOf(proof: string): { path: string; titles: string[] }[] {
  return proof
    .split(/(?=`(?:srv|web|con|apps|packages|e2e|scripts)\/)/)
    .flatMap((part) => [...part.matchAll(NAME)].slice(0, 1).map(([, name = '']) => ({ path: pathOf(name), part })))
    .map(({ path, part }) => ({ path, titles: [...part.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, title = '']) => plain(title)) }))
}

test('each sentence of the parity with the specification names files and tests that exist', () => {
  expect(rows.length).toBeGreaterThan(200)
  const faults = rows.flatMap(([sentence = '', files = '', ...proof]) => {
    const told = (fault: string): string => `${sentence.slice(2, 60)}: ${fault}`
    const tests = testsOf(proof.join(' | '))
    const missing = [...files.matchAll(NAME)].map(([, name = '']) => pathOf(name)).filter((path) => !existsSync(new URL(path, root)))
    const gone = tests.flatMap(({ path, titles }) => {
      if (!existsSync(new URL(path, root))) return [path]
      const source = plain(read(path))
      return titles.filter((title) => !source.includes(title)).map((title) => `${path} has no test "${title}"`)
    })
    const hasFile = NAME.test(files)
    NAME.lastIndex = 0
    return [...(hasFile ? [] : ['no file']), ...(tests.length > 0 ? [] : ['no test']), ...missing, ...gone].map(told)
  })
  expect(faults).toEqual([])
})

test('nothing of the specification is left for later or for the eye alone', () => {
  expect(text.match(/by eye|not yet|as above|screenshots`/gi) ?? []).toEqual([])
})

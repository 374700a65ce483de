import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOnly, type DiffLine, lineDiff } from './line-diff.ts'

const side = (lines: DiffLine[], kind: 'added' | 'removed') =>
  lines
    .filter((line) => line.kind === 'same' || line.kind === kind)
    .map((line) => line.text)
    .join('\n')

test('both texts can be rebuilt from their difference, and equal texts are reported as equal', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(words, words, (before, after) => {
      const lines = lineDiff(before, after)
      expect([side(lines, 'removed'), side(lines, 'added')]).toEqual([before, after])
      expect(lineDiff(before, before).every((line) => line.kind === 'same')).toBe(true)
    }),
  )
})

test('one changed line is one removed and one added, with its context', () => {
  const lines = lineDiff('1\n2\n3\n4\n5\n6', '1\n2\n3\nx\n5\n6')
  expect(lines.filter((line) => line.kind !== 'same')).toHaveLength(2)
  expect(changesOnly(lines, 1)).toEqual([
    null,
    { kind: 'same', text: '3' },
    { kind: 'removed', text: '4' },
    { kind: 'added', text: 'x' },
    { kind: 'same', text: '5' },
    null,
  ])
})

test('texts with nothing in common are compared in reasonable time', () => {
  const many = (mark: string) => Array.from({ length: 4000 }, (_, index) => `${mark}${index}`).join('\n')
  expect(lineDiff(many('a'), many('b'))).toHaveLength(8000)
})

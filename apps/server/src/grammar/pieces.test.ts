import { expect, test } from 'vitest'
import { isLatin, piecesOf } from './pieces.ts'

const sentence = 'The quick brown fox jumps over the lazy dog. '

test('pieces are a text without gaps, and end with a paragraph, a sentence or a word', () => {
  const text = `${sentence.repeat(20).trim()}\n${sentence.repeat(40)}${'word '.repeat(1000)}end`
  const pieces = piecesOf(text)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  for (const [i, { text: piece, start }] of pieces.entries()) {
    expect(piece.length).toBeLessThanOrEqual(1000)
    expect(text.slice(start, start + piece.length)).toBe(piece)
    if (i < pieces.length - 1) expect(piece).toMatch(/\s$/)
  }
  expect(pieces[0]?.text).toMatch(/dog\.\n$/)
  expect(pieces[1]?.text).toMatch(/dog\. $/)
})

test('an endless word becomes digits of the same length', () => {
  const text = `See ${'a/'.repeat(1500)} for ${'字'.repeat(100)}.`
  const joined = piecesOf(text)
    .map((piece) => piece.text)
    .join('')
  expect(joined).toBe(`See ${'1'.repeat(3000)} for ${'1'.repeat(101)}`)
})

test.each([
  ['This has one 字.', true],
  ['这里有一个 word。', false],
  ['123 😀', true],
  ['Привет', false],
  ['Ça va', true],
])('%s: Latin is %s', (text, expected) => {
  expect(isLatin(text)).toBe(expected)
})

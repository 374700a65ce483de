import type { GrammarMatch } from '@portico/contract/grammar'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accepted, acceptedAll, checked, type CheckedText, ignored, redone, typed, undone, unmarked } from './checked-text.ts'

const TEXT = 'I has an test, and teh test is short.'
const at = (word: string, ...replacements: string[]): GrammarMatch => {
  const place = { offset: TEXT.indexOf(word), length: word.length }
  return { ...place, message: '', short_message: '', replacements, rule: '', category: 'general' }
}
const start = checked(unmarked(TEXT), TEXT, [at('has', 'have'), at('an', 'a', 'one'), at('teh', 'the'), at('short')])
const marked = ({ text, matches }: CheckedText): string[] => matches.map(({ offset, length }) => text.slice(offset, offset + length))
const find = (state: CheckedText, word: string): GrammarMatch => state.matches[marked(state).indexOf(word)]!

test('an accepted suggestion is in the text, and the other marks stay on their words; all are accepted at once, save what has no suggestion; one step takes it back; an ignored mark goes, and comes back with undo', () => {
  const once = accepted(start, find(start, 'has'), 'have')
  expect([once.text, marked(once)]).toEqual(['I have an test, and teh test is short.', ['an', 'teh', 'short']])
  const removed = accepted(once, find(once, 'an'), '')
  expect([removed.text, marked(removed)]).toEqual(['I have  test, and teh test is short.', ['teh', 'short']])
  const all = acceptedAll(start)
  expect([all.text, marked(all)]).toEqual(['I have a test, and the test is short.', ['short']])
  const back = undone(all)
  expect([back.text, marked(back)]).toEqual([TEXT, ['has', 'an', 'teh', 'short']])
  expect(redone(back)).toEqual(all)
  const without = ignored(start, find(start, 'teh'))
  expect([without.text, marked(without)]).toEqual([TEXT, ['has', 'an', 'short']])
  expect(marked(undone(without))).toEqual(['has', 'an', 'teh', 'short'])
})

test.each([
  ['typing before the marks moves them', `Now ${TEXT}`, ['has', 'an', 'teh', 'short']],
  ['typing behind them leaves them', `${TEXT} Yes.`, ['has', 'an', 'teh', 'short']],
  ['a changed word loses its mark', TEXT.replace('teh', 'the'), ['has', 'an', 'short']],
  ['a letter at the end of a word changes it', TEXT.replace('an test', 'any test'), ['has', 'teh', 'short']],
  ['a letter before a word changes it', TEXT.replace('an test', 'can test'), ['has', 'teh', 'short']],
  ['a full stop behind a word does not', TEXT.replace('teh', 'teh.'), ['has', 'an', 'teh', 'short']],
  ['a deleted part takes its marks along', 'I is short.', ['short']],
  ['an empty text has none', '', []],
])('%s', (_, text, left) => {
  expect(marked(typed(start, text))).toEqual(left)
})

test('letters typed one after the other are undone word by word; a pasted text is one step', () => {
  let state = unmarked('')
  for (const text of ['a', 'ab', 'ab ', 'ab c', 'ab cd']) state = typed(state, text)
  const steps: string[] = []
  for (; state.past.length > 0; state = undone(state)) steps.push(state.text)
  expect(steps).toEqual(['ab cd', 'ab ', 'ab'])
  expect(undone(typed(unmarked('a'), 'a whole text')).text).toBe('a')
  expect(undone(unmarked('a')).text).toBe('a')
})

test('an answer that comes after more was typed marks the right words', () => {
  const late = checked(typed(unmarked(TEXT), `Well, ${TEXT}`), TEXT, [at('teh', 'the')])
  expect(marked(late)).toEqual(['teh'])
})

test('whatever is typed, a mark stands on the word it was for', () => {
  fc.assert(
    fc.property(fc.nat(TEXT.length), fc.nat(6), fc.string({ maxLength: 5 }), (place, deleted, inserted) => {
      const text = TEXT.slice(0, place) + inserted + TEXT.slice(place + deleted)
      const words = marked(typed(start, text))
      expect(['has', 'an', 'teh', 'short'].filter((word) => words.includes(word))).toEqual(words)
    }),
  )
})

import { expect, test } from 'vitest'
import { keptBySize } from './kept-by-size.ts'

const has = (kept: ReturnType<typeof keptBySize<string>>, keys: string[]): boolean[] => keys.map((key) => kept.get(key) !== undefined)

test('what was not asked for longest makes room, as much as is needed', () => {
  const kept = keptBySize<string>(10)
  for (const key of ['a', 'b', 'c']) kept.set(key, key, 3)
  expect(has(kept, ['b', 'c', 'a'])).toEqual([true, true, true])
  kept.set('d', 'd', 6)
  expect(has(kept, ['a', 'b', 'c', 'd'])).toEqual([true, false, false, true])
})

test('the sizes of many values never come to more than the total, and one that is larger is not kept', () => {
  const kept = keptBySize<string>(100)
  const keys = Array.from({ length: 50 }, (_, i) => `key ${i}`)
  for (const key of keys) kept.set(key, key, 40)
  expect(keys.filter((key) => kept.get(key) !== undefined)).toEqual(['key 48', 'key 49'])
  kept.set('huge', 'huge', 101)
  expect(has(kept, ['huge', 'key 48', 'key 49'])).toEqual([false, true, true])
})

test('a value that is set again replaces the one before, with its size', () => {
  const kept = keptBySize<string>(10)
  kept.set('a', 'old', 9)
  kept.set('a', 'new', 2)
  kept.set('b', 'b', 8)
  expect([kept.get('a'), kept.get('b')]).toEqual(['new', 'b'])
})

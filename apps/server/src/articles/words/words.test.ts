import { expect, test, vi } from 'vitest'
import { plainWord } from './words.ts'

test('of a long word, only its beginning is normalised', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(plainWord('Ａ'.repeat(5_000))).toBe('a'.repeat(40))
  const longest = Math.max(...normalize.mock.contexts.map(String).map((text) => text.length))
  normalize.mockRestore()
  expect(longest).toBeLessThan(1_000)
})

import { expect, test } from 'vitest'
import { nextName } from './next-name.ts'

test('a copy gets the next free number after the name, and is cut to what fits', () => {
  expect(nextName('Basic', ['Basic'], 80)).toBe('Basic (2)')
  expect(nextName('Basic', ['Basic', 'Basic (2)', 'Basic (4)'], 80)).toBe('Basic (3)')
  expect(nextName('Basic (2)', ['Basic', 'Basic (2)'], 80)).toBe('Basic (3)')
  expect(nextName('Tokyo (IPv6)', ['Tokyo (IPv6)'], 80)).toBe('Tokyo (IPv6) (2)')
  expect(nextName('abcdefgh', [], 8)).toBe('abcd (2)')
})

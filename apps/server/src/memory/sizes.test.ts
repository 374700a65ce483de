import { expect, test } from 'vitest'
import { memoryNote, sizesFor, usableMemory } from './sizes.ts'

test('below 300 MB the grammar check, caches and parallel pictures are off; below 900 MB all is small; above, all is as Node decides', () => {
  expect(sizesFor(256)).toMatchObject({ grammar: 'off', caches: 0, children: 1, pictures: { atOnce: 1 }, passwords: 1 })
  expect(sizesFor(299)).toBe(sizesFor(256))
  expect(sizesFor(512)).toMatchObject({ grammar: 'small', caches: 0.25, children: 1, heap: { old: 160 } })
  expect(sizesFor(899)).toBe(sizesFor(300))
  expect(sizesFor(900)).toMatchObject({ grammar: 'usual', caches: 1, heap: null, connections: 12, postgres: {} })
  expect(sizesFor(1_000_000)).toBe(sizesFor(900))
})

test('a start with little memory says in one line how much and what is off', () => {
  expect(memoryNote(256)).toMatch(/^Portico may use 256 MB .* grammar check, .* off .*$/)
  expect(memoryNote(512)).toMatch(/^Portico may use 512 MB .* one after another .*$/)
  expect(memoryNote(900)).toBeNull()
})

test('an operator may say how much the server may use; otherwise the system does', () => {
  expect(usableMemory({ MEMORY_MB: '256' })).toBe(256)
  expect(usableMemory({})).toBeGreaterThan(100)
})

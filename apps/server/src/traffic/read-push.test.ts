import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPush } from './read-push.ts'

const id = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 2 ** 31, max: 10 ** 14 }))
const noId = fc.oneof(
  fc.constantFrom('', '0', '01', '-1', '1.5', '1e3', ' 1', '١', '9'.repeat(16)),
  fc.string().filter((text) => !/^\d+$/.test(text)),
)
const bytes = fc.maxSafeNat()
const noPair = fc.constantFrom(null, 5, '5', [], [1], [1, 2, 3], [-1, 1], [1.5, 1], ['1', 1], [1, 2 ** 53], [null, 1], { 0: 1, 1: 1 })

test('valid entries are read in ascending order, and the others are counted', () => {
  const good = fc.dictionary(id.map(String), fc.tuple(bytes, bytes))
  const bad = fc.tuple(fc.dictionary(noId, fc.tuple(bytes, bytes)), fc.dictionary(id.map(String), noPair))
  fc.assert(
    fc.property(good, bad, (pairs, [foreign, broken]) => {
      const wrong = { ...foreign, ...Object.fromEntries(Object.entries(broken).filter(([key]) => !Object.hasOwn(pairs, key))) }
      const push = readPush(JSON.stringify({ ...wrong, ...pairs }))!
      const rows = push.accountIds.map((accountId, i) => [accountId, push.ups[i], push.downs[i]])
      const expected = Object.entries(pairs).map(([key, [up, down]]) => [Number(key), up, down] as const)
      expect(rows).toEqual(expected.toSorted(([a], [b]) => a - b))
      expect(push.dropped).toBe(Object.keys(wrong).length)
    }),
  )
})

test('anything but a JSON object is refused whole', () => {
  for (const text of ['', '{', '[]', 'null', '1', '"x"', '[[1,2]]']) expect(readPush(text), text).toBeNull()
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Ancestor, reversedPart, shareCommission } from './share-commission.ts'

const percent = fc.integer({ min: 0, max: 100 })
const base = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 1_000_000_000_00 }))
/** Three shares of 100 at most together. */
const shares = fc
  .tuple(percent, percent, percent)
  .map(([a, b, c]) => [a, Math.floor(((100 - a) * b) / 100), Math.floor(((100 - a) * (100 - b) * c) / 10_000)])
const ancestors = fc
  .array(fc.record({ closed: fc.boolean(), rate: fc.option(percent, { nil: null }) }), { maxLength: 3 })
  .map((list): Ancestor[] => list.map((one, n) => ({ ...one, accountId: 100 + n, level: n + 1 })))

test('the shares of an order never exceed its commission, and each goes to its own level', () => {
  fc.assert(
    fc.property(base, ancestors, percent, shares, (amount, chain, rate, split) => {
      const parts = shareCommission(amount, chain, { rate, shares: split })
      const commission = (BigInt(amount) * BigInt(chain[0]?.rate ?? rate)) / 100n
      const sum = parts.reduce((total, part) => total + part.amount, 0)
      expect(BigInt(sum) <= (chain.length === 0 ? 0n : commission)).toBe(true)
      for (const part of parts) {
        const ancestor = chain[part.level - 1]!
        expect([part.accountId, ancestor.closed, ancestor.rate === 0]).toEqual([ancestor.accountId, false, false])
        expect(part.rate).toBe((chain[0]!.rate ?? rate) * split[part.level - 1]!)
      }
      // The share of a level that pays nobody goes to nobody else.
      for (const { level, closed } of chain) {
        const others = chain.map((one) => (one.level === level && level > 1 ? { ...one, closed: !closed } : one))
        const changed = shareCommission(amount, others, { rate, shares: split })
        if (level > 1) expect(changed.filter((part) => part.level !== level)).toEqual(parts.filter((part) => part.level !== level))
      }
    }),
    { numRuns: 500, seed: Number(process.env['FC_SEED'] ?? 20_261_121) },
  )
})

test.each([
  ['the site’s rate if the inviter has none', null, 10, [100, 0, 0], [1000]],
  ['the inviter’s own rate', 25, 10, [100, 0, 0], [2500]],
  ['nothing at a rate of 0, which is not "none"', 0, 10, [100, 0, 0], []],
  ['three levels', null, 10, [60, 30, 10], [600, 300, 100]],
  ['a level of 0 % pays nobody, and the next keeps its own', null, 10, [60, 0, 10], [600, 100]],
])('of 100.00: %s', (_, own, rate, split, amounts) => {
  const chain = [1, 2, 3].map((level): Ancestor => ({ accountId: level, level, closed: false, rate: level === 1 ? own : null }))
  expect(shareCommission(10_000, chain, { rate, shares: split }).map((part) => part.amount)).toEqual(amounts)
})

test('a share is rounded down, and a share of nothing is not written', () => {
  const one: Ancestor = { accountId: 1, level: 1, closed: false, rate: null }
  expect(shareCommission(19, [one], { rate: 10, shares: [100, 0, 0] })).toEqual([{ accountId: 1, level: 1, rate: 1000, amount: 1 }])
  expect(shareCommission(9, [one], { rate: 10, shares: [100, 0, 0] })).toEqual([])
})

test('the rest after a refund is never more than the same share of the rest of the order', () => {
  fc.assert(
    fc.property(base, percent, fc.nat(1000), (amount, rate, part) => {
      const commission = Number((BigInt(amount) * BigInt(rate)) / 100n)
      const refunded = Number((BigInt(amount) * BigInt(part)) / 1000n)
      const left = commission - reversedPart(commission, refunded, amount)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(BigInt(left) * 100n <= BigInt(amount - refunded) * BigInt(rate)).toBe(true)
      expect(reversedPart(commission, 0, amount)).toBe(0)
      expect(reversedPart(commission, amount, amount)).toBe(commission)
    }),
    { seed: Number(process.env['FC_SEED'] ?? 20_261_121) },
  )
})

test('an inviter of the second level with a rate of 0, or a closed account, loses their share to nobody', () => {
  const first: Ancestor = { accountId: 1, level: 1, closed: false, rate: null }
  const rules = { rate: 10, shares: [60, 30, 10] }
  const second = (values: Partial<Ancestor>): number[] =>
    shareCommission(10_000, [first, { accountId: 2, level: 2, closed: false, rate: null, ...values }], rules).map(({ amount }) => amount)
  expect([second({}), second({ rate: 50 }), second({ rate: 0 }), second({ closed: true })]).toEqual([[600, 300], [600, 300], [600], [600]])
  expect(shareCommission(10_000, [{ ...first, level: 2 }], rules)).toEqual([])
  expect(shareCommission(10_000, [first, { ...first, level: 4 }], rules)).toHaveLength(1)
})

test.each([
  // 60 × 1 / 1000, rounded up
  ['the smallest part', 1, 1000, 1],
  ['all but the smallest part', 999, 1000, 60],
  // 60 × 333 / 1000 = 19.98
  ['a third', 333, 1000, 20],
  ['more than was received', 2000, 1000, 60],
  ['less than nothing', -500, 1000, 0],
  ['nothing of nothing', 0, 0, 60],
])('what a commission of 60 loses when %s went back', (_, refunded, amount, lost) => {
  expect(reversedPart(60, refunded, amount)).toBe(lost)
})

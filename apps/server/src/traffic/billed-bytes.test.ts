import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { billedBytes, billedSql } from './billed-bytes.ts'

const t = await forFile(startApp())

const MAX = BigInt(Number.MAX_SAFE_INTEGER)
const exactly = (raw: number, rate: number): bigint => {
  const exact = (BigInt(raw) * BigInt(rate) + 50n) / 100n
  return exact > MAX ? MAX : exact
}
const raws = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(1000),
  fc.maxSafeNat().map((n) => Number.MAX_SAFE_INTEGER - (n % 1000)),
)
const rates = fc.oneof(fc.constantFrom(0, 1, 50, 99, 100, 150, 10_000), fc.nat(10_000))

test('a rate of 1 bills the carried bytes, 0 bills nothing, and half a byte is rounded up', () => {
  expect([billedBytes(7, 100), billedBytes(7, 0), billedBytes(7, 150), billedBytes(7, 50), billedBytes(1, 49)]).toEqual([7, 0, 11, 4, 0])
})

test('every amount at every rate is billed as in exact arithmetic', () => {
  fc.assert(
    fc.property(raws, rates, (raw, rate) => {
      expect(BigInt(billedBytes(raw, rate))).toBe(exactly(raw, rate))
    }),
    { numRuns: 3000 },
  )
})

test('the database bills the same as our code', async () => {
  const cases = fc.sample(fc.tuple(raws, rates), 500)
  const [raw, rate] = [sql`t.raw`, sql`t.rate`]
  const { rows } = await t.database.db.execute<{ billed: number }>(sql`
    select ${billedSql(raw, rate)}::bigint as billed
    from unnest(${sql.param(cases.map(([r]) => r))}::bigint[], ${sql.param(cases.map(([, r]) => r))}::bigint[]) with ordinality as t (raw, rate, n) order by n`)
  expect(rows.map((row) => row.billed)).toEqual(cases.map(([r, hundredths]) => billedBytes(r, hundredths)))
})

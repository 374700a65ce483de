import { expect, test } from 'vitest'
import { archStones } from './arch.ts'

const gauge = { outer: 136, inner: 112, ring: 24, legs: 5, foot: 78, gap: 5.2 }

test('an arch has the stones of both legs and of its half circle, left foot first', () => {
  const stones = archStones(gauge)
  expect(stones).toHaveLength(34)
  expect(stones[0]).toMatchObject({ x: -124, y: 70.2 })
  expect(stones.at(-1)).toMatchObject({ x: 124, y: 70.2 })
  expect(Math.min(...stones.map((stone) => stone.y))).toBeCloseTo(-124 * Math.cos(Math.PI / 48), 1)
})

test('an arch is the same on both sides', () => {
  const stones = archStones({ ...gauge, ring: 11, legs: 2 })
  for (const [i, stone] of stones.entries()) {
    const other = stones[stones.length - 1 - i]
    expect([stone.x, stone.y]).toEqual([0 - (other?.x ?? Number.NaN), other?.y])
  }
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { findNumber } from './find-number.ts'

const salt = 'f3a9?expires=1795000000&type=login&'
const made = (number: number) => ({
  algorithm: 'SHA-256' as const,
  challenge: createHash('sha256').update(`${salt}${number}`).digest('hex'),
  maxnumber: 50_000,
  salt,
  signature: '',
})

test.each([0, 1, 4_999, 5_000, 49_999, 50_000])('finds %i and says how much it has tried', (number) => {
  const parts: number[] = []
  expect(findNumber(made(number), (part) => parts.push(part))).toBe(number)
  expect(parts).toEqual(Array.from({ length: Math.floor(number / 5_000) + 1 }, (_, i) => i / 10))
})

test('says when no number solves it', () => expect(findNumber(made(50_001))).toBeNull())

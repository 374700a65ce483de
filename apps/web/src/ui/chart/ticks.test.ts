import { expect, test } from 'vitest'
import { fitOf, isMarked, niceTicks } from './ticks.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [412, [0, 200, 400, 600]],
  [1999, [0, 500, 1000, 1500, 2000]],
])('up to %i the axis has the marks %j', (most, marks) => expect(niceTicks(most)).toEqual(marks))

test('money is marked in whole units of its minor digits', () => expect(niceTicks(150, 100)).toEqual([0, 100, 200]))

test('of thirty days five are marked, the first and the last among them', () => {
  expect(Array.from({ length: 30 }, (_, i) => i).filter((i) => isMarked(i, 30))).toEqual([0, 7, 15, 22, 29])
})

test.each([
  [Array(14).fill('3'), 'all'],
  [Array(7).fill('69.2 GB'), 'wide'],
  [Array(30).fill('69.2 GB'), 'none'],
])('figures stand on bars that have room for them', (texts, fit) => expect(fitOf(texts)).toBe(fit))

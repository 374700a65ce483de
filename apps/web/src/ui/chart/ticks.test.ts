import { expect, test } from 'vitest'
import { fitOf, isMarked, niceTicks, peaksOf, spacedOut } from './ticks.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [412, [0, 200, 400, 600]],
  [1999, [0, 500, 1000, 1500, 2000]],
])('up to %i the axis has the marks %j', (most, marks) => expect(niceTicks(most)).toEqual(marks))

test('money is marked in whole units of its minor digits', () => expect(niceTicks(150, 100)).toEqual([0, 100, 200]))

test('of thirty days five are marked, a week apart', () => {
  expect(Array.from({ length: 30 }, (_, i) => i).filter((i) => isMarked(i, 30))).toEqual([0, 7, 14, 21, 28])
})

test.each([
  [Array(14).fill('3'), 'all'],
  [Array(7).fill('69.2 GB'), 'wide'],
  [Array(30).fill('69.2 GB'), 'none'],
])('figures stand on bars that have room for them', (texts, fit) => expect(fitOf(texts)).toBe(fit))

test.each([
  [7, 70, 600, [0, 1, 2, 3, 4, 5, 6]],
  [7, 70, 500, [0, 2, 4, 6]],
  [7, 70, 280, [0, 3, 6]],
  [7, 70, 100, [6]],
])('of %i labels %i wide, an axis of %i shows those that cannot touch, the last among them', (count, width, axis, shown) => {
  const labels = Array.from({ length: count }, (_, i) => ({ text: String(i), at: (i + 0.5) / count, width }))
  expect(spacedOut(labels, axis).map(({ text }) => Number(text))).toEqual(shown)
})

test('the label of today stays, and one that would touch it goes', () => {
  const labels = [0, 1, 2].map((i) => ({ text: String(i), at: (i + 0.5) / 3, width: 40 }))
  expect(spacedOut(labels, 300, { text: 'today', at: 0.75, width: 40 }).map(({ text }) => text)).toEqual(['0', '1', 'today'])
})

test.each([
  [[3, 9, 2, 4], [1]],
  [
    [762, 80, 330, 762],
    [0, 3],
  ],
  [[5, 6, 7], []],
  [[0, 0, 0], []],
  [[8], []],
])('of %j these stand far above the rest: %j', (values, peaks) => expect([...peaksOf(values)]).toEqual(peaks))

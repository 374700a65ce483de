import { expect, test } from 'vitest'
import { moved, placeOf } from './drag-row.ts'

test('an item is taken out and inserted again, up, down and at both ends; a dragged row takes the place of a row once past its middle, at any height, and never leaves the list', () => {
  const list = ['a', 'b', 'c', 'd']
  expect(moved(list, 0, 3)).toEqual(['b', 'c', 'd', 'a'])
  expect(moved(list, 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(list, 1, 2)).toEqual(['a', 'c', 'b', 'd'])
  for (const i of list.keys()) expect(moved(list, i, i)).toEqual(list)
  // Rows of 40, 100 and 40 pixels, 10 apart.
  const boxes = [
    { top: 0, height: 40 },
    { top: 50, height: 100 },
    { top: 160, height: 40 },
  ]
  const places = (from: number, offsets: number[]) => offsets.map((offset) => placeOf(boxes, from, offset))
  expect(places(0, [0, 79, 81, 159, 161, 9999, -9999])).toEqual([0, 0, 1, 1, 2, 2, 0])
  expect(places(2, [0, -79, -81, -159, -161, -9999, 9999])).toEqual([2, 2, 1, 1, 0, 0, 2])
  expect(places(1, [0, 81, -81])).toEqual([1, 2, 0])
})

import { expect, test } from 'vitest'
import { drawnAt, largestCrop, moved, zoomed } from './crop.ts'

const wide = { width: 900, height: 300 }

test('the middle square is shown first; dragging to the right shows what is on the left, as far as the picture goes; enlarging keeps the middle, and going back never shows what is beside the picture', () => {
  expect(drawnAt(wide, largestCrop(wide))).toEqual({ x: 300, y: 0, size: 300 })
  const crop = moved(wide, largestCrop(wide), 0.5, 0)
  expect(crop.x).toBe(150)
  expect(moved(wide, crop, 5, 5)).toMatchObject({ x: 0, y: 0 })
  expect(moved(wide, crop, -9, -9)).toMatchObject({ x: 600, y: 0 })
  const near = zoomed(wide, largestCrop(wide), 2)
  expect(drawnAt(wide, near)).toEqual({ x: 375, y: 75, size: 150 })
  const corner = moved(wide, near, 9, 9)
  expect(drawnAt(wide, zoomed(wide, corner, 1))).toEqual({ x: 0, y: 0, size: 300 })
})

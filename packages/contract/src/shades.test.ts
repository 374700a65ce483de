import { expect, test } from 'vitest'
import { shades } from './shades.ts'

// Contrast as WCAG 2 defines it, independent of the code under test.
function contrastWithWhite(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

test.each(['#409EFF', '#3B5BDB', '#7048E8', '#C2255C', '#E8590C', '#2F9E44', '#0C8599', '#495057'])(
  'white text is readable on %s',
  (color) => {
    const all = shades(color)
    expect(all).toHaveLength(10)
    expect(all[5]).toBe(color)
    for (const shade of all.slice(7)) expect(contrastWithWhite(shade)).toBeGreaterThanOrEqual(4.5)
  },
)

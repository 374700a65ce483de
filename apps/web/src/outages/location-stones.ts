import type { Location } from '@portico/contract/outages'

/** Stones an arch may have; always odd, so that one is the keystone. */
const SIZES = [9, 11, 13] as const
/** How many Latin letters fit in a line of a stone. */
const FITS = 12

/** The locations from the left foot to the right: the first is the keystone, the next stand left and right of it. null: blank. */
export function stonesFor(locations: Location[]): (Location | null)[] {
  const size = SIZES.find((one) => locations.length <= one) ?? 13
  const stones = Array.from<Location | null>({ length: size }).fill(null)
  for (const [i, place] of locations.slice(0, size).entries()) {
    const away = Math.ceil(i / 2)
    stones[(size - 1) / 2 + (i % 2 === 1 ? -away : away)] = place
  }
  return stones
}

/** A name in one or two lines that fit in a stone. */
export function linesOf(name: string): string[] {
  if (widthOf(name) <= FITS) return [name]
  const gaps = [...name.matchAll(/ /g)].map(({ index }) => index)
  const middle = gaps.toSorted((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0]
  const lines = middle === undefined ? [name] : [name.slice(0, middle), name.slice(middle + 1)]
  return lines.map(cut)
}

function cut(line: string): string {
  if (widthOf(line) <= FITS) return line
  const letters = lettersOf(line)
  while (letters.length > 0 && widthOf(letters.join('')) > FITS - 1) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** In Latin letters; a Chinese one is as wide as two. */
function widthOf(text: string): number {
  return lettersOf(text).reduce((sum, letter) => sum + (letter > '\u2E80' ? 2 : 1), 0)
}

function lettersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}

import type { Location } from '@portico/contract/outages'

/** The stones of each leg: none for up to nine locations, which stand in the curve, above two piers. */
export function legStones(count: number): number {
  return count < 10 ? 0 : 2
}

/** The locations from left to right: the first at the top, the next beside it. null: a blank stone. */
export function stonesFor(locations: Location[]): (Location | null)[] {
  const size = sizeFor(locations.length)
  const stones = Array.from<Location | null>({ length: size }).fill(null)
  const isOdd = size % 2 === 1
  for (const [i, place] of locations.slice(0, size).entries()) {
    const away = Math.ceil(i / 2)
    // Without a keystone, the first location is left of the middle.
    stones[Math.floor((size - 1) / 2) + ((i % 2 === 1) === isOdd ? -away : away)] = place
  }
  return stones
}

function sizeFor(count: number): number {
  return count === 0 ? 5 : Math.min(Math.max(count, 3), 13)
}

/** A name in one or two lines, never broken inside a word. `fits`: how many Latin letters a stone is wide. */
export function linesOf(name: string, fits: number): { text: string; isLong: boolean }[] {
  return split(name, fits).map((line) => ({ text: cut(line, fits + 3), isLong: widthOf(line) > fits }))
}

function split(name: string, fits: number): string[] {
  if (widthOf(name) <= fits) return [name]
  const middle = widthOf(name) / 2
  const gaps = segments(name, 'word').map(({ index }) => index)
  const off = (index: number): number => Math.abs(widthOf(name.slice(0, index).trim()) - middle)
  const gap = gaps.filter((index) => name.slice(0, index).trim() && name.slice(index).trim()).toSorted((a, b) => off(a) - off(b))[0]
  return gap === undefined ? [name] : [name.slice(0, gap).trim(), name.slice(gap).trim()]
}

function cut(line: string, most: number): string {
  if (widthOf(line) <= most) return line
  const letters = lettersOf(line)
  while (letters.length > 0 && widthOf(letters.join('')) > most - 1) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** Width in Latin letters; a Chinese one counts two. */
function widthOf(text: string): number {
  return lettersOf(text).reduce((sum, letter) => sum + (letter > '\u2E80' ? 2 : 1), 0)
}

function lettersOf(text: string): string[] {
  return segments(text, 'grapheme').map(({ segment }) => segment)
}

function segments(text: string, granularity: 'word' | 'grapheme'): Intl.SegmentData[] {
  return [...new Intl.Segmenter(undefined, { granularity }).segment(text)]
}

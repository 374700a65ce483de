import { expect, test } from 'vitest'
import { type Code, shareOut } from './share-out.ts'

/** Modules by name: their size, the visits that load them, what they import. */
function codesOf(modules: Record<string, [size: number, visits: number[], imports?: string[]]>): Map<string, Code> {
  return new Map(
    Object.entries(modules).map(([name, [size, visits, imports = []]]) => [
      name,
      { size, users: Uint8Array.from({ length: 4 }, (_, i) => Number(visits.includes(i))), imports },
    ]),
  )
}

const SMALL = 1000
const LARGE = 500_000

test('what the same visits load is one file; what is small joins it, what is large does not', () => {
  const codes = codesOf({
    button: [SMALL, [0, 1, 2]],
    table: [LARGE, [0, 1, 2]],
    badge: [SMALL, [0, 1]],
    calendar: [LARGE, [1]],
  })
  expect(shareOut(codes, [1, 1, 1, 1]).map((file) => file.toSorted())).toEqual([['calendar'], ['badge', 'button', 'table']])
})

test('a visit that counts much loads nothing that it does not use', () => {
  const codes = codesOf({ button: [SMALL, [0, 1, 2]], badge: [2 * SMALL, [1, 2]] })
  expect(shareOut(codes, [1, 1, 1, 1]).map((file) => file.toSorted())).toEqual([['badge', 'button']])
  expect(shareOut(codes, [100, 1, 1, 1])).toEqual([['button'], ['badge']])
})

test('files come after what they import, and two that need each other through a third stay apart', () => {
  const codes = codesOf({
    page: [SMALL, [0, 1], ['list']],
    list: [LARGE, [0, 1, 2, 3], ['base']],
    base: [SMALL, [0, 1, 2, 3], []],
    other: [SMALL, [0, 1], []],
  })
  const files = shareOut(codes, [1, 1, 1, 1])
  const place = (name: string) => files.findIndex((file) => file.includes(name))
  expect(place('list')).toBe(place('base'))
  expect(place('page')).toBeGreaterThanOrEqual(place('list'))
  expect(files.flat().toSorted()).toEqual(['base', 'list', 'other', 'page'])
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  // `t` fills numbers in, and is below everything.
  .filter((name) => !name.startsWith('ui/format/') && name !== 'i18n.ts')
const found = (rule: RegExp): string[] => files.filter((name) => rule.test(readFileSync(new URL(name, root), 'utf8')))

test('numbers, dates and lists are written by ui/format, in the reader’s language and the site’s zone; no field shows days or times in the format of the browser', () => {
  expect(files.length).toBeGreaterThan(400)
  expect(found(/\.toLocale(Date|Time)?String\(|\bIntl\.(Number|DateTime|RelativeTime|List|Duration)Format|\bIntl\.DisplayNames/)).toEqual(
    [],
  )
  expect(found(/toISOString\(\)\s*\.(slice|substring|split|replace)\(|\.to(Date|Time|UTC|GMT)String\(/)).toEqual([])
  expect(
    found(/type="(date|datetime-local|time|month|week)"|<(DateInput|TimeInput)\b/).filter((name) => name !== 'ui/form/day-field.tsx'),
  ).toEqual([])
})

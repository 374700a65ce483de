import { expect, test } from 'vitest'
import { emptied } from './emptied.ts'

test('a text, a number, a list and what is in a list are emptied; a switch cannot be', () => {
  const values = { name: 'Tokyo', port: 443, tags: ['x'], plan: null, on: true, ranges: [{ start: '08:00' }, { start: '20:00' }] }
  expect(emptied(values, 'name')).toEqual({ ...values, name: '' })
  expect(emptied(values, 'port')).toEqual({ ...values, port: '' })
  expect(emptied(values, 'tags')).toEqual({ ...values, tags: [] })
  expect(emptied(values, 'plan')).toEqual(values)
  expect(emptied(values, 'ranges.1.start')).toEqual({ ...values, ranges: [{ start: '08:00' }, { start: '' }] })
  expect(emptied(values, 'on')).toBeNull()
  expect(emptied(values, 'on.it')).toBeNull()
})

import { expect, test } from 'vitest'
import { readFilters } from './use-saved-filters.ts'

test('saved filters come back as they were stored; what cannot be read is left out', () => {
  const saved = { name: 'Ended', search: { state: 'expired', q: 'example' } }
  expect(readFilters(JSON.stringify([saved]))).toEqual([saved])
  expect(readFilters(JSON.stringify([saved, null, 7, { name: 'x' }, { name: 'y', search: { page: 2 } }, { search: {} }]))).toEqual([saved])
  for (const broken of [null, '', '{', 'null', '7', '{"name":"x"}']) expect(readFilters(broken), String(broken)).toEqual([])
})

import { adminListCoupons } from '@portico/contract/coupons-admin'
import { adminListAudit } from '@portico/contract/audit-admin'
import { expect, test } from 'vitest'
import { fieldsOf, nameInUrl, readFields } from './query-fields.ts'

const coupons = fieldsOf(adminListCoupons)
const read = (address: object) => Object.entries(readFields(coupons, address)).filter(([, value]) => value !== undefined)

test('a list takes from the address what its endpoint takes, and leaves out the rest', () => {
  const address = { page: '3', sort: '-used', q: 'sum', state: 'running', from: '2030-01-31', tab: 'coupons', page_size: '5' }
  const { tab: _tab, page_size: _size, ...taken } = address
  expect(Object.fromEntries(read(address))).toEqual({ ...taken, page: 3 })
  expect(read({ page: 'x', q: '', state: 'no_such', kind: '1', to: '31 January' })).toEqual([])
})

test('a text that is too long for the endpoint is cut', () => {
  expect(read({ q: 'a'.repeat(101) })).toEqual([
    ['page', 1],
    ['q', 'a'.repeat(100)],
  ])
})

test('a filter by an id goes by the noun, unless a filter has that name', () => {
  expect(read({ batch: '12' })).toContainEqual(['batch_id', '12'])
  expect(nameInUrl('entity_id', fieldsOf(adminListAudit))).toBe('entity_id')
})

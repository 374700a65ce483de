import { expect, test } from 'vitest'
import { reaches } from './imports.ts'
import { touchedBy } from './touched-tests.ts'

test('a change touches the tests of its noun on both sides, and those that import it', () => {
  const ofVerb = touchedBy(new Set(['apps/server/src/coupons/coupons.table.ts'])).touched
  expect(ofVerb).toContain('apps/server/src/coupons/coupons.test.ts')
  expect(ofVerb).toContain('apps/web/src/coupons/coupon-form.test.ts')
  expect(ofVerb).toContain('apps/server/src/settings/currency-in-use.test.ts')
  expect(ofVerb).toContain('architecture.test.ts')
  expect(ofVerb.filter((path) => path.includes('/src/tickets/'))).toEqual([])
  expect(touchedBy(new Set(['packages/contract/src/coupons-admin.ts'])).nouns).toEqual(new Set(['coupons']))
})

test('only a test that reaches the harness needs a cluster', () => {
  const needsCluster = (path: string): boolean => reaches(path, 'apps/server/test/harness.ts')
  expect(needsCluster('apps/server/src/coupons/coupons.test.ts')).toBe(true)
  expect(needsCluster('apps/server/src/orders/price.test.ts')).toBe(false)
})

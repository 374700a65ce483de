import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

// For `npm run test:mutants`: the tests of the rules that stryker.config.json names. Each mutant runs those that reach it.
const include = [
  'orders/{price,surplus,surplus-limits,offer-token,running-orders,order-rules}',
  'refunds/{money-back,refund-order}',
  'commissions/{share-commission,earned-by-order,commissions}',
  'coupons/{coupon-state,coupons}',
  'traffic/allowance',
]

export default defineConfig({
  ...config,
  test: { ...config.test, include: include.map((name) => `apps/server/src/${name}.test.ts`) },
})

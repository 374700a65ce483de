import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import config from './vitest.config.ts'

// For `npm run test:mutants`: the tests of the rules that mutants/stryker.config.json names. Each mutant runs those that reach it.
const include = [
  'orders/{price,offer-token,order-rules,make-offer}',
  'orders/terms/moved-terms',
  'orders/value/{surplus,surplus-limits,unused,running-orders,move-by-staff}',
  'plans/prices/{kept-price,price-changes}',
  'renewals/{known-price,renew-due,renewal-offer}',
  'refunds/{money-back,order-money,paid-for,refund-order,refund-chain,topup-fee}',
  'commissions/{share-commission,accrue-commission,earned-by-order,commissions,top-ups}',
  'coupons/{coupon-state,listed-state,use-coupon,coupons}',
  'statements/{match-rules,reading/read-row,reading/read-statement}',
  'subscriptions/{new-cycle,carry-over,gift-subscription,parts/parts,parts/move-end}',
  'traffic/allowance',
]

/** Tests without a server take milliseconds. What they find, the others need not look for. */
class FastFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification): number => Number(readFileSync(moduleId, 'utf8').includes('startApp'))
    // Not the sort of an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => isSlow(a) - isSlow(b))
  }
}

export default defineConfig({
  ...config,
  test: { ...config.test, include: include.map((name) => `apps/server/src/${name}.test.ts`), sequence: { sequencer: FastFirst } },
})

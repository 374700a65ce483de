import { expect, test } from 'vitest'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())
const shop = await openShop(t)
const tradeNo = (await shop.order()).tradeNo

const write = (change: string) => t.database.pool.query(`update orders set ${change} where trade_no = $1`, [tradeNo])

test.each([
  ['orders_amounts', 'price_amount = -1, total_amount = -1'],
  ['orders_amounts', 'fee_amount = -1'],
  ['orders_lines', 'price_amount = price_amount + 1'],
  ['orders_lines', 'coupon_amount = 1'],
  ['orders_parts', 'total_amount = total_amount - 1, promotion_amount = 2, coupon_amount = -1'],
  ['orders_parts', 'credit_amount = 1, surplus_amount = 1, bonus_amount = -1'],
  ['orders_refunded', 'refunded_amount = total_amount + balance_amount + fee_amount + 1'],
  ['orders_paid_has_time', `status = 'processing'`],
  ['orders_paid_has_time', 'paid_at = now()'],
])('the database refuses an order that breaks %s: %s', async (constraint, change) => {
  await expect(write(change)).rejects.toMatchObject({ code: '23514', constraint })
})

test('an order that adds up is stored', async () => {
  await expect(write('total_amount = total_amount - 1, coupon_amount = 1')).resolves.toMatchObject({ rowCount: 1 })
})

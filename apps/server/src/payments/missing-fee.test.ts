import { expect, test } from 'vitest'
import { startEpay } from '../../test/gateways/epay.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'

const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)

test('a payment of the price without the fee does not pay the order', async () => {
  const method = await shop.epay(epay, { fee_fixed: 50 })
  const { member, tradeNo } = await shop.order()
  const { body } = await shop.checkout(member, tradeNo, method)
  await fetch(body.data)
  epay.behave({ money: '10.00' })
  await epay.payAt(body.data)
  const [receipt] = (await shop.admin.call('GET', '/admin/receipts', { state: 'open' })).body.items
  expect(receipt).toMatchObject({ trade_no: tradeNo, outcome: 'underpaid', amount: 1000, expected_amount: 1050, can_settle: false })
  const refused = await shop.admin.call('POST', `/admin/receipts/${receipt.id}/resolution`, { resolution: 'settled', note: 'seen' })
  expect([refused.status, refused.body.code]).toEqual([409, 'receipt.not_enough'])
  expect(await shop.status(member, tradeNo)).toBe('pending')
})

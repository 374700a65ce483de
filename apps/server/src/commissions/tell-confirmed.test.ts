import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { commissionChain, DAY } from '../../test/commission-chain.ts'

import { forFile, startApp } from '../../test/harness.ts'
import { messagesOf } from '../../test/messages-of.ts'
import { payCommissions } from './pay-commissions.ts'

const t = await forFile(startApp())
const chain = commissionChain(t)
const rules = { 'commission.rate': 10, 'commission.mode': 'every', 'commission.shares': [60, 30, 10], 'commission.freeze_days': 3 }
await (await t.admin()).call('PATCH', '/admin/settings', rules)
const pay = (): Promise<number> => payCommissions(t.database, t.app.now())

/** Both signed in now, because sessions end while time passes. */
async function earned() {
  const [buyer, inviter] = await chain.members(2)
  const order = await chain.order(buyer!, 10_000)
  await chain.accrue(order)
  return { inviter: inviter!, order }
}

test('an inviter gets a message about what they earned once it is confirmed, without what was refunded, once per commission', async () => {
  const { inviter, order } = await earned()
  await pay()
  expect(await messagesOf(inviter, 'commission_confirmed')).toEqual([])
  await chain.refund(order, 4000)
  t.travel(3 * DAY)
  await atOnce(pay)
  const told = { type: 'commission_confirmed', data: { amount: 360, currency: 'CNY' } }
  expect(await messagesOf(inviter, 'commission_confirmed')).toEqual([{ ...told, ended: false }])
  await chain.refund(order, 6000)
  expect(await messagesOf(inviter, 'commission_confirmed')).toEqual([{ ...told, ended: false }])
  // Now nothing is left of it.
  await chain.refund(order, 10_000)
  expect(await messagesOf(inviter, 'commission_confirmed')).toEqual([{ ...told, ended: true }])
})

test('a commission that was void before it was confirmed is not told', async () => {
  const { inviter, order } = await earned()
  await chain.refund(order, 10_000)
  t.travel(3 * DAY)
  await pay()
  expect(await messagesOf(inviter, 'commission_confirmed')).toEqual([])
})

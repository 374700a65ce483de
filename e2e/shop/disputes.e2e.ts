import { disputeEvent, type DisputeState } from '../../apps/server/test/gateways/stripe-dispute.ts'
import { type FakeStripe, startStripe } from '../../apps/server/test/gateways/stripe.ts'
import { expect, onShop, test } from '../journey.ts'
import { booksOf, done, fitsScreen, orderOf, passesAxe, type Person, type Shop } from '../shop.ts'

let stripe: FakeStripe
let card: { id: number; notify_url: string }
const shop: Shop = onShop(async () => {
  stripe = await startStripe()
  const config = { secret_key: stripe.secretKey, webhook_secret: stripe.webhookSecret, api_base: stripe.url }
  const money = { fee_percent: 0, fee_fixed: 0, currency: 'CNY', exchange_rate: null }
  const way = { driver: 'stripe', name: 'Card', icon: null, config, ...money, notify_origin: null, enabled: true }
  card = await done(shop.operator.call('POST', '/admin/payment-methods', way))
  stripe.webhookUrl = card.notify_url
  return async () => {
    await done(shop.operator.call('DELETE', `/admin/payment-methods/${card.id}`))
    await stripe.stop()
  }
})

/** Pays for a month by card. Returns the order's number and the payment's. */
async function payByCard(who: Person): Promise<{ tradeNo: string; intent: string }> {
  const order = await done(who.call('POST', '/muser/order/save', { plan_id: shop.small.id, period: 'month_price' }))
  const checkout = await done(who.call('POST', '/muser/order/checkout', { trade_no: order.trade_no, method: card.id }))
  const session = checkout.data.split('/').at(-1)
  await stripe.pay(session)
  await expect.poll(async () => (await orderOf(who, order.trade_no)).status).toBe('completed')
  return { tradeNo: order.trade_no, intent: String(stripe.sessions.get(session)?.['payment_intent']) }
}

test('a dispute from inquiry to reinstatement: an operator answers in time, the member loses the plan and gets it back', async () => {
  const member = await shop.member('disputer')
  const owed = async () => (await booksOf(shop.operator)).debt
  const before = await owed()
  const { tradeNo, intent } = await payByCard(member)
  const [{ page: desk }, { page }] = [shop.operator, member]
  const began = Date.now()
  const report = (type: string, seconds: number, state: DisputeState) =>
    stripe.deliver(disputeEvent(stripe, type, intent, 1000, { id: 'dp_journey', at: new Date(began + seconds * 1000), ...state }))

  // The bank asks: nothing has moved.
  const due = new Date(began + 7 * 24 * 3_600_000)
  await report('created', 0, { status: 'warning_needs_response', moved: 0, due })
  expect((await orderOf(member, tradeNo)).status).toBe('completed')
  await desk.goto('/dashboard')
  await expect(desk.getByRole('link', { name: /1 dispute to answer/ })).toContainText('Answer by')
  await desk.getByRole('link', { name: /1 dispute to answer/ }).click()
  await expect(desk.getByRole('cell', { name: 'Inquiry' })).toBeVisible()
  await desk.getByRole('button', { name: 'Details' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText('No money has moved')).toBeVisible()
  await dialog.getByLabel('Note', { exact: true }).fill('sent the invoice')
  await passesAxe(desk)
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(desk.getByText('Note saved.')).toBeVisible()

  // Half of the traffic is used. It becomes a chargeback: the plan ends, and what was used is owed.
  await shop.changeUser(member, { d: 50 * 2 ** 30 })
  await report('funds_withdrawn', 1, { status: 'needs_response', moved: 1, due })
  expect(await orderOf(member, tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
  expect(await owed()).toBe(before - 500)
  await page.goto('/user/topup')
  await expect(page.getByText(/You owe .*5\.00/)).toBeVisible()
  await fitsScreen(page)
  await page.goto(`/user/plan/${shop.small.id}/1`)
  await expect(page.getByText(/You owe .*5\.00/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0)
  await desk.reload()
  await expect(desk.getByRole('cell', { name: 'Needs an answer' })).toBeVisible()

  // It is won: money, term and debt are as before.
  await report('closed', 2, { status: 'won', moved: 1 })
  await report('funds_reinstated', 3, { status: 'won', moved: 2 })
  expect(await orderOf(member, tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 0 })
  expect(await done(member.call('GET', '/muser/getSubscribe'))).toMatchObject({ plan_name: 'Small', state: 'active' })
  expect(await owed()).toBe(before)
  await page.goto('/user/topup')
  await expect(page.getByText(/You owe/)).toHaveCount(0)
  await desk.goto('/admin/reconciliation?tab=disputes&state=done')
  await expect(desk.getByRole('cell', { name: 'Won' })).toBeVisible()
  await desk.getByRole('button', { name: 'Details' }).click()
  await expect(desk.getByRole('dialog').getByText('sent the invoice')).toBeVisible()
  await expect(desk.getByRole('dialog').getByText('The money is back')).toBeVisible()
})

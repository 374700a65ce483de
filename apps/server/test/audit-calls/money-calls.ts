import { eq } from 'drizzle-orm'
import { commissions } from '../../src/commissions/commissions.table.ts'
import { subscriptions } from '../../src/subscriptions/subscriptions.table.ts'
import { DAY } from '../commission-chain.ts'
import { plainMethod } from '../gateways/shop.ts'
import { disputeEvent } from '../gateways/stripe-dispute.ts'
import { openStatementDesk } from '../statement-desk.ts'
import { type AuditCalls, type AuditDesk, leaves, on, turned } from './audit-desk.ts'

const aMethod = ({ epay, shop }: AuditDesk) => shop.epay(epay)
const unpaid = async ({ shop }: AuditDesk): Promise<string> => (await shop.order()).tradeNo

async function paidOrder({ shop, make, t }: AuditDesk) {
  const order = await shop.order()
  await make('POST', `/admin/orders/${order.tradeNo}/payment`, { note: 'cash' })
  await t.runJobs()
  return order
}

/** What a console list says of a payment by card that is disputed. */
async function disputed({ stripe, shop, make }: AuditDesk, list: 'reversals' | 'disputes', asked?: Parameters<typeof disputeEvent>[4]) {
  const { member, tradeNo } = await shop.order()
  const { body } = await shop.checkout(member, tradeNo, await shop.stripe(stripe))
  const session = new URL(body.data).pathname.split('/').at(-1) ?? ''
  await stripe.pay(session)
  await stripe.deliver(disputeEvent(stripe, 'created', String(stripe.sessions.get(session)?.['payment_intent']), 1000, asked))
  const { items } = await make('GET', `/admin/${list}`, { page_size: 100 })
  return items.find((one: { trade_no: string }) => one.trade_no === tradeNo)
}

async function preparedImport({ t, shop, unique }: AuditDesk): Promise<number> {
  const statements = openStatementDesk(t, shop)
  const csv = `Date,Amount,Currency,Reference\n${t.app.now().toISOString()},37.00,CNY,${unique('IMPORT')}`
  return (await statements.prepare(await statements.bank(), csv)).body.id
}

async function importedLine({ t, shop, unique }: AuditDesk, on?: { id: number }, amount = '37.00') {
  const statements = openStatementDesk(t, shop)
  const method = on ?? (await statements.bank())
  await statements.upload(method, { amount, ref: unique('BANK') })
  return statements.line(method)
}

async function requested({ t, chain, make }: AuditDesk): Promise<{ id: string; email: string }> {
  await make('PATCH', '/admin/settings', { 'withdrawal.enabled': true, 'withdrawal.min': 100, 'withdrawal.methods': ['Alipay'] })
  const member = await t.member()
  await chain.earn(member, 1000)
  const asked = { withdraw_method: 'Alipay', withdraw_account: member.email, amount: 500 }
  const { body } = await member.call('POST', '/muser/ticket/withdraw', asked)
  return { id: body.withdrawal_no, email: member.email }
}

/** What a gateway paid to the bank. */
async function payout({ shop }: AuditDesk) {
  const { id } = await shop.method({ driver: 'manual', config: { instructions: 'Account 1' } })
  return { method_id: id, kind: 'payout', happened_at: '2026-11-28T10:00:00Z', currency: 'CNY', amount: 12_345, note: 'statement 11' }
}

export const moneyCalls: AuditCalls = {
  // Whoever takes a list out takes it for good.
  'GET /admin/orders/export': leaves('order.export', () => ({ body: { status: 'pending' } })),
  'GET /admin/ledger/export': leaves('ledger.export', () => ({ body: { what: 'balance' } })),
  'GET /admin/withdrawals/export': leaves('withdrawal.export', () => ({ body: { status: 'requested' } })),
  'GET /admin/commissions/export': leaves('commission.export', () => ({ body: { status: 'pending' } })),
  'GET /admin/coupons/export': leaves('coupon.export', () => ({ body: { q: 'no such' } })),
  'GET /admin/log/audit/export': leaves('audit.export', () => ({ body: { kind: 'staff' } })),
  'GET /admin/invoices/export': leaves('invoice.export', () => ({ body: { kind: 'invoice' } })),
  'GET /admin/month/export': leaves('month.export', () => ({ body: { month: '2026-11', what: 'payments' } })),
  'POST /admin/orders': leaves('order.assign', async ({ t }) => {
    const [{ email }, plan] = [await t.member(), await t.plan()]
    const body = { email, plan_id: plan.id, period: 'month_price', total_amount: 500 }
    return { body, entityId: (answer) => answer.trade_no }
  }),
  'POST /admin/orders/:trade_no/payment': leaves('order.mark_paid', on(unpaid, { note: 'seen at the bank' })),
  'POST /admin/orders/:trade_no/cancellation': leaves('order.cancel', on(unpaid)),
  'POST /admin/orders/:trade_no/refunds': leaves('order.refund', async (desk) => {
    const { tradeNo } = await paidOrder(desk)
    return { id: tradeNo, body: { refund_no: desk.unique('REFUNDNUMBER'), way: 'balance', amount: 400, reason: 'too slow' } }
  }),
  'POST /admin/orders/:trade_no/opening': leaves('order.retry', async ({ t, shop, make }) => {
    const { member, tradeNo } = await shop.order()
    await make('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
    const { id: planId, groupId } = await t.plan()
    const held = { planId, groupId, expiresAt: new Date(t.app.now().getTime() + DAY) }
    await t.database.db.update(subscriptions).set(held).where(eq(subscriptions.accountId, member.id))
    await t.runJobs()
    return { id: tradeNo }
  }),

  'POST /admin/receipts/:id/resolution': leaves('receipt.resolve', async ({ epay, shop }) => {
    const { tradeNo, url } = await shop.atEpay(epay)
    await shop.payAt(epay, url, '6.00')
    const [{ id, callback_no: entityId }] = await shop.openReceipts(tradeNo)
    return { id, body: { resolution: 'credited', note: 'six of ten' }, entityId }
  }),
  'POST /admin/reversals/:id/review': leaves('reversal.review', async (desk) => {
    const { id, reversal_no: entityId } = await disputed(desk, 'reversals')
    return { id, body: { note: 'fraud' }, entityId }
  }),
  'POST /admin/disputes/:id/note': leaves('dispute.note', async (desk) => {
    const { id, dispute_no: entityId } = await disputed(desk, 'disputes', { status: 'warning_needs_response', moved: 0 })
    return { id, body: { note: 'answered' }, entityId }
  }),
  'POST /admin/gateway-entries': leaves('gateway_entry.create', async (desk) => ({ body: await payout(desk) })),
  'DELETE /admin/gateway-entries/:id': leaves(
    'gateway_entry.delete',
    on(async (desk) => desk.make('POST', '/admin/gateway-entries', await payout(desk))),
  ),
  'POST /admin/ledger/check': leaves('ledger.check', () => ({})),

  'POST /admin/statement-imports/:id/start': leaves('statement.import', on(preparedImport)),
  'POST /admin/statement-imports/:id/cancellation': leaves('statement.cancel', async (desk) => {
    const id = await preparedImport(desk)
    await desk.make('POST', `/admin/statement-imports/${id}/start`)
    return { id }
  }),
  'POST /admin/statements/:id/confirmation': leaves('statement_line.confirm', async (desk) => {
    const statements = openStatementDesk(desk.t, desk.shop)
    const method = await statements.bank()
    await statements.waiting(method)
    const { id, suggestions } = await importedLine(desk, method, '10.00')
    return { id, body: { attempt_no: suggestions[0]?.attempt_no, effect: suggestions[0]?.effect } }
  }),
  'POST /admin/statements/:id/assignment': leaves(
    'statement_line.assign',
    on(importedLine, async ({ t }) => ({ email: (await t.member()).email, note: 'phoned' })),
  ),
  'POST /admin/statements/:id/dismissal': leaves('statement_line.ignore', on(importedLine, { note: 'rent' })),

  'POST /admin/commissions/:id/voiding': leaves('commission.void', async ({ chain, t }) => {
    const [buyer, inviter] = await chain.members(2)
    await chain.accrue(await chain.order(buyer!, 1000))
    const [row] = await t.database.db.select().from(commissions).where(eq(commissions.receiverId, inviter!.id))
    return { id: row!.id, body: { reason: 'the same person' } }
  }),
  'POST /admin/withdrawals/approval': leaves('withdrawal.approve_many', async (desk) => ({
    body: { q: (await requested(desk)).email, expected: 1 },
  })),
  'POST /admin/withdrawals/:withdrawal_no/approval': leaves('withdrawal.approve', on(requested)),
  'POST /admin/withdrawals/:withdrawal_no/rejection': leaves('withdrawal.reject', on(requested, { reason: 'unknown account' })),
  'POST /admin/withdrawals/:withdrawal_no/payment': leaves('withdrawal.pay', async (desk) => {
    const { id } = await requested(desk)
    await desk.make('POST', `/admin/withdrawals/${id}/approval`)
    return { id, body: { proof: 'TX 8841' } }
  }),

  'POST /admin/payment-methods': leaves('payment_method.create', ({ epay, hide }) => ({
    body: { ...plainMethod, driver: 'epay', config: { url: epay.url, pid: epay.pid, key: hide('first-key-of-the-gateway') } },
  })),
  'PATCH /admin/payment-methods/:id': leaves(
    'payment_method.update',
    on(aMethod, ({ epay, hide }) => ({ config: { url: epay.url, pid: epay.pid, key: hide('second-key-of-the-gateway') } })),
  ),
  'DELETE /admin/payment-methods/:id': leaves('payment_method.delete', on(aMethod)),
  'POST /admin/payment-methods/sort': leaves('payment_method.sort', turned(aMethod)),
}

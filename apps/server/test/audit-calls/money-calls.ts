import { eq } from 'drizzle-orm'
import { commissions } from '../../src/commissions/commissions.table.ts'
import { subscriptions } from '../../src/subscriptions/subscriptions.table.ts'
import { DAY } from '../commission-chain.ts'
import { plainMethod } from '../gateways/shop.ts'
import { disputeEvent } from '../gateways/stripe-dispute.ts'
import { openStatementDesk } from '../statement-desk.ts'
import type { Entity } from '../../src/audit/entities.ts'
import type { AuditCall, AuditCalls, AuditDesk } from './audit-desk.ts'

/** Orders, payments, statements, commission and withdrawals. */
export const moneyCalls: AuditCalls = {
  // Whoever takes a list out takes it for good.
  'GET /admin/orders/export': exported('order', { status: 'pending' }),
  'GET /admin/ledger/export': exported('ledger', { what: 'balance' }),
  'GET /admin/withdrawals/export': exported('withdrawal', { status: 'requested' }),
  'GET /admin/commissions/export': exported('commission', { status: 'pending' }),
  'GET /admin/coupons/export': exported('coupon', { q: 'no such' }),
  'GET /admin/log/audit/export': exported('audit', { kind: 'staff' }),
  'GET /admin/invoices/export': exported('invoice', { kind: 'invoice' }),
  'GET /admin/month/export': exported('month', { month: '2026-11', what: 'payments' }),
  'POST /admin/orders': {
    action: 'order.assign',
    entity: 'order',
    prepare: async ({ t }) => {
      const [{ email }, plan] = [await t.member(), await t.plan()]
      const body = { email, plan_id: plan.id, period: 'month_price', total_amount: 500 }
      return { body, entityId: (answer) => answer.trade_no }
    },
  },
  'POST /admin/orders/:trade_no/payment': {
    action: 'order.mark_paid',
    entity: 'order',
    prepare: async ({ shop }) => ({ id: (await shop.order()).tradeNo, body: { note: 'seen at the bank' } }),
  },
  'POST /admin/orders/:trade_no/cancellation': {
    action: 'order.cancel',
    entity: 'order',
    prepare: async ({ shop }) => ({ id: (await shop.order()).tradeNo }),
  },
  'POST /admin/orders/:trade_no/refunds': {
    action: 'order.refund',
    entity: 'order',
    prepare: async (desk) => {
      const { tradeNo } = await paidOrder(desk)
      return { id: tradeNo, body: { refund_no: desk.unique('REFUNDNUMBER'), way: 'balance', amount: 400, reason: 'too slow' } }
    },
  },
  'POST /admin/orders/:trade_no/opening': {
    action: 'order.retry',
    entity: 'order',
    prepare: async ({ t, shop, make }) => {
      const { member, tradeNo } = await shop.order()
      await make('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
      const { id: planId, groupId } = await t.plan()
      const held = { planId, groupId, expiresAt: new Date(t.app.now().getTime() + DAY) }
      await t.database.db.update(subscriptions).set(held).where(eq(subscriptions.accountId, member.id))
      await t.runJobs()
      return { id: tradeNo }
    },
  },

  'POST /admin/receipts/:id/resolution': {
    action: 'receipt.resolve',
    entity: 'receipt',
    prepare: async ({ epay, shop, make }) => {
      const { member, tradeNo } = await shop.order()
      const { body } = await shop.checkout(member, tradeNo, await shop.epay(epay))
      await fetch(body.data)
      epay.behave({ money: '6.00' })
      await epay.payAt(body.data)
      epay.behave({})
      const { items } = await make('GET', '/admin/receipts', { state: 'open', page_size: 100 })
      const { id, callback_no: entityId } = items.find((one: { trade_no: string }) => one.trade_no === tradeNo)
      return { id, body: { resolution: 'credited', note: 'six of ten' }, entityId }
    },
  },
  'POST /admin/reversals/:id/review': {
    action: 'reversal.review',
    entity: 'reversal',
    prepare: async ({ stripe, shop, make }) => {
      const { member, tradeNo } = await shop.order()
      const { body } = await shop.checkout(member, tradeNo, await shop.stripe(stripe))
      const session = new URL(body.data).pathname.split('/').at(-1) ?? ''
      await stripe.pay(session)
      const payment_intent = stripe.sessions.get(session)?.['payment_intent']
      await stripe.deliver(disputeEvent(stripe, 'created', String(payment_intent), 1000))
      const { items } = await make('GET', '/admin/reversals', { page_size: 100 })
      const { id, reversal_no: entityId } = items.find((one: { trade_no: string }) => one.trade_no === tradeNo)
      return { id, body: { note: 'fraud' }, entityId }
    },
  },
  'POST /admin/disputes/:id/note': {
    action: 'dispute.note',
    entity: 'dispute',
    prepare: async ({ stripe, shop, make }) => {
      const { member, tradeNo } = await shop.order()
      const { body } = await shop.checkout(member, tradeNo, await shop.stripe(stripe))
      const session = new URL(body.data).pathname.split('/').at(-1) ?? ''
      await stripe.pay(session)
      const asked = { status: 'warning_needs_response', moved: 0 } as const
      await stripe.deliver(disputeEvent(stripe, 'created', String(stripe.sessions.get(session)?.['payment_intent']), 1000, asked))
      const { items } = await make('GET', '/admin/disputes', { page_size: 100 })
      const { id, dispute_no: entityId } = items.find((one: { trade_no: string }) => one.trade_no === tradeNo)
      return { id, body: { note: 'answered' }, entityId }
    },
  },
  'POST /admin/gateway-entries': {
    action: 'gateway_entry.create',
    entity: 'gateway_entry',
    prepare: async ({ shop }) => ({ body: await payout(shop), entityId: (answer) => answer.id }),
  },
  'DELETE /admin/gateway-entries/:id': {
    action: 'gateway_entry.delete',
    entity: 'gateway_entry',
    prepare: async ({ shop, make }) => ({ id: (await make('POST', '/admin/gateway-entries', await payout(shop))).id }),
  },
  'POST /admin/ledger/check': {
    action: 'ledger.check',
    entity: 'ledger',
    prepare: () => ({ entityId: '' }),
  },

  'POST /admin/statement-imports/:id/start': {
    action: 'statement.import',
    entity: 'statement',
    prepare: async (desk) => ({ id: await preparedImport(desk) }),
  },
  'POST /admin/statement-imports/:id/cancellation': {
    action: 'statement.cancel',
    entity: 'statement',
    prepare: async (desk) => {
      const id = await preparedImport(desk)
      await desk.make('POST', `/admin/statement-imports/${id}/start`)
      return { id }
    },
  },
  'POST /admin/statements/:id/confirmation': {
    action: 'statement_line.confirm',
    entity: 'statement_line',
    prepare: async (desk) => {
      const statements = openStatementDesk(desk.t, desk.shop)
      const method = await statements.bank()
      await statements.waiting(method)
      const { id, suggestions } = await importedLine(desk, method, '10.00')
      return { id, body: { attempt_no: suggestions[0]?.attempt_no, effect: suggestions[0]?.effect } }
    },
  },
  'POST /admin/statements/:id/assignment': {
    action: 'statement_line.assign',
    entity: 'statement_line',
    prepare: async (desk) => ({ id: (await importedLine(desk)).id, body: { email: (await desk.t.member()).email, note: 'phoned' } }),
  },
  'POST /admin/statements/:id/dismissal': {
    action: 'statement_line.ignore',
    entity: 'statement_line',
    prepare: async (desk) => ({ id: (await importedLine(desk)).id, body: { note: 'rent' } }),
  },

  'POST /admin/commissions/:id/voiding': {
    action: 'commission.void',
    entity: 'commission',
    prepare: async ({ chain, t }) => {
      const [buyer, inviter] = await chain.members(2)
      await chain.accrue(await chain.order(buyer!, 1000))
      const [row] = await t.database.db.select().from(commissions).where(eq(commissions.receiverId, inviter!.id))
      return { id: row!.id, body: { reason: 'the same person' } }
    },
  },
  'POST /admin/withdrawals/approval': {
    action: 'withdrawal.approve_many',
    entity: 'withdrawal',
    prepare: async (desk) => ({ body: { q: (await requested(desk)).email, expected: 1 }, entityId: '' }),
  },
  'POST /admin/withdrawals/:withdrawal_no/approval': {
    action: 'withdrawal.approve',
    entity: 'withdrawal',
    prepare: async (desk) => ({ id: (await requested(desk)).no }),
  },
  'POST /admin/withdrawals/:withdrawal_no/rejection': {
    action: 'withdrawal.reject',
    entity: 'withdrawal',
    prepare: async (desk) => ({ id: (await requested(desk)).no, body: { reason: 'unknown account' } }),
  },
  'POST /admin/withdrawals/:withdrawal_no/payment': {
    action: 'withdrawal.pay',
    entity: 'withdrawal',
    prepare: async (desk) => {
      const { no } = await requested(desk)
      await desk.make('POST', `/admin/withdrawals/${no}/approval`)
      return { id: no, body: { proof: 'TX 8841' } }
    },
  },

  'POST /admin/payment-methods': {
    action: 'payment_method.create',
    entity: 'payment_method',
    prepare: ({ epay, hide }) => ({
      body: { ...plainMethod, driver: 'epay', config: { url: epay.url, pid: epay.pid, key: hide('first-key-of-the-gateway') } },
      entityId: (answer) => answer.id,
    }),
  },
  'PATCH /admin/payment-methods/:id': {
    action: 'payment_method.update',
    entity: 'payment_method',
    prepare: async ({ epay, hide, shop }) => {
      const { id } = await shop.epay(epay)
      return { id, body: { config: { url: epay.url, pid: epay.pid, key: hide('second-key-of-the-gateway') } } }
    },
  },
  'DELETE /admin/payment-methods/:id': {
    action: 'payment_method.delete',
    entity: 'payment_method',
    prepare: async ({ epay, shop }) => ({ id: (await shop.epay(epay)).id }),
  },
  'POST /admin/payment-methods/sort': {
    action: 'payment_method.sort',
    entity: 'payment_method',
    prepare: async ({ epay, shop }) => {
      const [first, second] = [await shop.epay(epay), await shop.epay(epay)]
      return { body: { ids: [second.id, first.id] }, entityId: '' }
    },
  },
}

async function paidOrder({ shop, make, t }: AuditDesk) {
  const order = await shop.order()
  await make('POST', `/admin/orders/${order.tradeNo}/payment`, { note: 'cash' })
  await t.runJobs()
  return order
}

async function preparedImport({ t, shop, unique }: AuditDesk): Promise<number> {
  const statements = openStatementDesk(t, shop)
  const csv = `Date,Amount,Currency,Reference\n${t.app.now().toISOString()},37.00,CNY,${unique('IMPORT')}`
  return (await statements.prepare(await statements.bank(), csv)).body.id
}

/** A waiting line of a statement. */
async function importedLine({ t, shop, unique }: AuditDesk, on?: { id: number }, amount = '37.00') {
  const statements = openStatementDesk(t, shop)
  const method = on ?? (await statements.bank())
  await statements.upload(method, { amount, ref: unique('BANK') })
  return statements.line(method)
}

async function requested({ t, chain, make }: AuditDesk): Promise<{ no: string; email: string }> {
  await make('PATCH', '/admin/settings', { 'withdrawal.enabled': true, 'withdrawal.min': 100, 'withdrawal.methods': ['Alipay'] })
  const member = await t.member()
  await chain.earn(member, 1000)
  const asked = { withdraw_method: 'Alipay', withdraw_account: member.email, amount: 500 }
  const { body } = await member.call('POST', '/muser/ticket/withdraw', asked)
  return { no: body.withdrawal_no, email: member.email }
}

function exported(entity: Entity, body: Record<string, string>): AuditCall {
  return { action: `${entity}.export`, entity, prepare: () => ({ body, entityId: '' }) }
}

/** What a gateway paid to the bank. */
async function payout(shop: AuditDesk['shop']) {
  const { id } = await shop.method({ driver: 'manual', config: { instructions: 'Account 1' } })
  return { method_id: id, kind: 'payout', happened_at: '2026-11-28T10:00:00Z', currency: 'CNY', amount: 12_345, note: 'statement 11' }
}

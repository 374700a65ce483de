import { eq } from 'drizzle-orm'
import { orders } from '../../src/orders/orders.table.ts'
import { paymentAttempts, paymentReceipts } from '../../src/payments/payments.table.ts'
import type { Member } from '../harness.ts'
import type { Tries, TryDesk } from './try-desk.ts'

export const moneyTries: Tries = {
  'POST /admin/orders': async ({ t }, { email }) => ({
    body: { email, plan_id: (await t.plan()).id, period: 'month_price', total_amount: 0 },
  }),
  'POST /admin/orders/:trade_no/payment': [
    async ({ shop }, me) => ({ id: (await shop.order(undefined, me)).tradeNo, body: { note: 'cash' } }),
    async (desk, me) => ({ id: (await desk.shop.order(undefined, await invitedBy(desk, me))).tradeNo, body: { note: 'cash' } }),
  ],
  'POST /admin/orders/:trade_no/opening': async (desk, me) => {
    const { tradeNo } = await desk.shop.order(undefined, me)
    await desk.make('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
    await desk.db.update(orders).set({ status: 'review', reviewReason: 'plan_not_held' }).where(eq(orders.tradeNo, tradeNo))
    return { id: tradeNo }
  },
  'POST /admin/orders/:trade_no/refunds': async (desk, me) => {
    const { tradeNo } = await desk.shop.order(undefined, me)
    await desk.make('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
    await desk.t.runJobs()
    return { id: tradeNo, body: { refund_no: `R${tradeNo}`, way: 'balance', amount: 400, reason: 'too slow' } }
  },
  'POST /admin/receipts/:id/resolution': async ({ t, db, shop, statements }, me) => {
    const { tradeNo } = await shop.order(undefined, me)
    const { id: methodId } = await statements.bank()
    await shop.checkout(me, tradeNo, { id: methodId })
    const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.methodId, methodId))
    const row = { methodId, attemptId: attempt!.id, callbackNo: tradeNo, amount: 900, currency: 'CNY', outcome: 'underpaid' } as const
    const [receipt] = await db
      .insert(paymentReceipts)
      .values({ ...row, receivedAt: t.app.now() })
      .returning()
    return { id: receipt!.id, body: { resolution: 'credited', note: 'seen' } }
  },
  'POST /admin/statement-imports/:id/start': async (desk, me) => {
    const { method, attemptNo } = await waiting(desk, me)
    const csv = `Date,Amount,Currency,Reference,Number\n${desk.t.app.now().toISOString()},10.00,CNY,${attemptNo},${attemptNo}`
    return { id: (await desk.statements.prepare(method, csv)).body.id }
  },
  'POST /admin/statements/:id/assignment': async ({ statements }, { email }) => {
    const method = await statements.bank()
    await statements.upload(method, { amount: '37.00' })
    return { id: (await statements.line(method)).id, body: { email, note: 'phoned' } }
  },
  'POST /admin/statements/:id/confirmation': async (desk, me) => {
    const { method } = await waiting(desk, me)
    await desk.statements.upload(method, {})
    const { id, suggestions } = await desk.statements.line(method)
    return { id, body: { attempt_no: suggestions[0]?.attempt_no, effect: suggestions[0]?.effect } }
  },
  'POST /admin/withdrawals/approval': async (desk, me) => {
    await requested(desk, me)
    return { body: { q: me.email, expected: 1 } }
  },
  'POST /admin/withdrawals/:withdrawal_no/approval': async (desk, me) => ({ id: await requested(desk, me) }),
  'POST /admin/withdrawals/:withdrawal_no/payment': async (desk, me) => {
    const id = await requested(desk, me)
    await desk.make('POST', `/admin/withdrawals/${id}/approval`, {})
    return { id, body: { proof: 'TX 8841' } }
  },
}

async function invitedBy({ t, chain }: TryDesk, me: Member): Promise<Member> {
  const member = await t.member()
  await chain.invited(member, me)
  return member
}

/** An order of 10.00 that waits for a transfer. */
async function waiting({ shop, statements }: TryDesk, me: Member) {
  const method = await statements.bank()
  const { tradeNo } = await shop.order(undefined, me)
  await shop.checkout(me, tradeNo, method)
  const attemptNo: string = (await shop.details(tradeNo)).attempts[0].attempt_no
  return { method, attemptNo }
}

async function requested({ chain }: TryDesk, me: Member): Promise<string> {
  await chain.earn(me, 1000)
  const asked = { withdraw_method: 'Alipay', withdraw_account: me.email, amount: 500 }
  return (await me.call('POST', '/muser/ticket/withdraw', asked)).body.withdrawal_no
}

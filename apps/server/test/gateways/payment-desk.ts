import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { jobActor } from '../../src/actor.ts'
import { checkLedger } from '../../src/ledger/check-ledger.ts'
import { subscriptions } from '../../src/subscriptions/subscriptions.table.ts'
import { type Member, startApp } from '../harness.ts'
import { openShop } from './shop.ts'
import { disputeEvent, type DisputeState, newDispute } from './stripe-dispute.ts'
import { startStripe } from './stripe.ts'

let serial = 0

/** A shop that is paid through Stripe, on one clock that stands still until the test moves it, so that nothing is used in between. */
export async function startPaymentDesk() {
  // Of a day in whose month thirty days are one cycle, whenever the tests run.
  let now = new Date('2027-05-10T08:00:00Z')
  const [t, gateway] = await Promise.all([startApp({ now: () => now }), startStripe({ now: () => now })])
  const shop = await openShop(t)
  const method = await shop.stripe(gateway)
  const faults = async () => (await checkLedger(t.database, jobActor('check_ledger'), now)).faults
  const newNo = (): string => `DESKREFUND${String(++serial).padStart(6, '0')}`
  const askRefund = (tradeNo: string, body: Record<string, unknown>) =>
    shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, { refund_no: newNo(), way: 'gateway', reason: 'asked for it', ...body })

  async function place(member: Member, wanted: object): Promise<string> {
    const placed = await member.call('POST', '/muser/order/save', { use_balance: false, ...wanted })
    if (placed.status !== 200) throw new Error(JSON.stringify(placed.body))
    await t.runJobs()
    return placed.body.trade_no
  }

  /** Starts a payment, and pays `amount` instead if one is given. Returns the gateway's number. */
  async function pay(member: Member, tradeNo: string, amount?: number, through = method): Promise<string> {
    const { body } = await shop.checkout(member, tradeNo, through)
    const session = gateway.sessions.get(new URL(body.data).pathname.split('/').at(-1)!)!
    if (amount !== undefined) session['amount_total'] = amount
    await gateway.pay(session.id)
    await t.runJobs()
    return String(session['payment_intent'])
  }

  return {
    t,
    gateway,
    shop,
    method,
    place,
    pay,
    now: () => now,
    pass: (ms: number): void => void (now = new Date(now.getTime() + ms)),
    /** A member who paid for an order, its number, and that of the payment. */
    async paid(wanted: object, buyer?: Member) {
      const member = buyer ?? (await t.member())
      const tradeNo = await place(member, wanted)
      return { member, tradeNo, intent: await pay(member, tradeNo) }
    },
    newNo,
    /** What an operator who asks for a refund is answered. */
    askRefund,
    /** A refund by an operator. A gateway refund waits for its job. */
    async refund(tradeNo: string, body: Record<string, unknown>): Promise<string> {
      const asked = await askRefund(tradeNo, { despite_dispute: true, ...body })
      if (asked.status !== 200) throw new Error(JSON.stringify(asked.body))
      return asked.body.refund_no
    },
    /** What Stripe reports about a refund; without `refundNo`, one made in its dashboard. */
    reportRefund: (intent: string, amount: number, about: { id: string; refundNo?: string; status?: 'succeeded' | 'failed' }) => {
      const { id, refundNo, status = 'succeeded' } = about
      const metadata = refundNo === undefined ? {} : { refund_no: refundNo }
      const refund = { id, object: 'refund', amount, currency: 'cny', payment_intent: intent, status, metadata }
      return gateway.deliver(gateway.event(status === 'failed' ? 'refund.failed' : 'refund.updated', refund))
    },
    /** The gateway takes a payment back. Returns the number of the dispute. */
    async chargeBack(intent: string, amount: number, state: DisputeState = {}): Promise<string> {
      const id = state.id ?? newDispute()
      await gateway.deliver(disputeEvent(gateway, 'funds_withdrawn', intent, amount, { at: now, ...state, id }))
      return id
    },
    win: (intent: string, amount: number, id: string) =>
      gateway.deliver(disputeEvent(gateway, 'funds_reinstated', intent, amount, { at: now, id, moved: 2, status: 'won' })),
    money: async ({ id }: Member) => ({ balance: await shop.ledger('member', id), debt: 0 - (await shop.ledger('debt', id)) }),
    isOver: async (member: Member): Promise<boolean> => {
      const { expiresAt } = await shop.term(member)
      return expiresAt !== null && expiresAt <= now
    },
    consume: (member: Member, bytes: number) =>
      t.database.db.update(subscriptions).set({ up: 0, down: bytes }).where(eq(subscriptions.accountId, member.id)),
    /** Bytes of the quota, and those used of it. */
    traffic: async (member: Member) => {
      const { transferEnable, up, down } = await t.subscription(member.id)
      return { quota: transferEnable, used: up + down }
    },
    order: async (tradeNo: string) => (await shop.details(tradeNo)).order,
    /** What can still be refunded of an order. */
    room: async (tradeNo: string): Promise<number> => (await shop.details(tradeNo)).refundable?.total ?? 0,
    faults,
    /** After all that the file did, the books have no fault. */
    async stop() {
      const found = await faults()
      await Promise.all([t.stop(), gateway.stop()])
      expect(found).toEqual([])
    },
  }
}

export const year = (plan: { id: number }) => ({ plan_id: plan.id, period: 'year_price' })
export const month = (plan: { id: number }) => ({ plan_id: plan.id, period: 'month_price' })

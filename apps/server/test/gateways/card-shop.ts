import type { PaymentMethodInput } from '@portico/contract/payments-admin'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { jobActor } from '../../src/actor.ts'
import { checkLedger } from '../../src/ledger/check-ledger.ts'
import { beginRenewal } from '../../src/renewals/begin-renewal.ts'
import type { OnError } from '../../src/renewals/renew-by-card.ts'
import { renewDue } from '../../src/renewals/renew-due.ts'
import { orders } from '../../src/orders/orders.table.ts'
import { askGateways } from '../../src/payments/ask-gateways.ts'
import { savedCards } from '../../src/saved-cards/saved-cards.table.ts'
import { subscriptions } from '../../src/subscriptions/subscriptions.table.ts'
import { type Member, startApp, type TestApp } from '../harness.ts'
import { HOUR, openShop, type Shop } from './shop.ts'
import { type FakeStripe, startStripe } from './stripe.ts'

type Method = { id: number; notify_url: string }

/** A shop and its own Stripe, on one clock. `checked`: after all that the file did, the books have no fault. */
export async function startCardShop({ checked = true } = {}) {
  let t: TestApp
  const stripe = await startStripe({ now: () => t.app.now() })
  t = await startApp()
  const shop = await openShop(t)
  const cards = openCardShop(t, shop, stripe)
  const stop = async (): Promise<void> => {
    const faults = checked ? await cards.faults() : []
    await Promise.all([t.stop(), stripe.stop()])
    expect(faults).toEqual([])
  }
  return { t, shop, stripe, cards, stop }
}

/** Members with cards saved at Stripe whose terms end soon. */
function openCardShop(t: TestApp, shop: Shop, stripe: FakeStripe) {
  const { db } = t.database
  /** A method that lets members save cards, unless its settings say otherwise. */
  const method = (config: Record<string, string> = {}, values: Partial<PaymentMethodInput> = {}) => {
    const keys = { secret_key: stripe.secretKey, webhook_secret: stripe.webhookSecret, api_base: stripe.url }
    return shop.stripe(stripe, { config: { ...keys, save_cards: 'yes', ...config }, ...values })
  }

  /** An order of 10.00, paid at Stripe and opened. */
  async function bought(given: { method: Method; save?: boolean; plan?: { id: number }; buyer?: Member }) {
    const { member, tradeNo } = await shop.order(given.plan, given.buyer)
    const asked = { trade_no: tradeNo, method: given.method.id, ...(given.save === undefined ? {} : { save_card: given.save }) }
    const { status, body } = await member.call('POST', '/muser/order/checkout', asked)
    if (status !== 200) throw new Error(JSON.stringify(body))
    stripe.webhookUrl = given.method.notify_url
    const session = stripe.sessions.get(body.data.split('/').at(-1))!
    await stripe.pay(session.id)
    await t.runJobs()
    return { member, tradeNo, session }
  }

  /** A member with a saved card whose term ends in six hours and renews automatically. */
  async function due(given: { method: Method; plan?: { id: number } }) {
    const { member } = await bought({ ...given, save: true })
    const ends = new Date(t.app.now().getTime() + 6 * HOUR)
    await db
      .update(subscriptions)
      .set({ autoRenew: true, expiresAt: ends, nextResetAt: ends })
      .where(eq(subscriptions.accountId, member.id))
    return { member, ends, card: (await cardsOf(member))[0]! }
  }

  const cardsOf = (member: Member) => db.select().from(savedCards).where(eq(savedCards.accountId, member.id))
  const subscription = (member: Member) => t.subscription(member.id)
  const context = () => ({ now: t.app.now(), settings: t.app.settings() })
  /** The counts that `renewDue` returns; unclear charges count as neither. */
  const renew = (onError: OnError = () => {}) => renewDue(t.database, { now: t.app.now, settings: t.app.settings() }, onError)

  const charged = (customer: string) => stripe.vault.charged().filter((one) => one.customer === customer)
  const problemOf = async (member: Member) => (await member.call('GET', '/muser/getSubscribe')).body.renew_problem
  const renewals = async (member: Member) => {
    const all = await db.select().from(orders).where(eq(orders.accountId, member.id)).orderBy(orders.id)
    return all.filter(({ renewalOf }) => renewalOf !== null)
  }

  return {
    method,
    bought,
    due,
    cardsOf,
    renew,
    /** Charges the cards, but the answers are lost. */
    async renewUnheard() {
      stripe.behaviour = { cut: true }
      const counts = await renew()
      stripe.behaviour = {}
      return counts
    },
    /** Renewed by the card exactly once: one charge, one opened order, one receipt, one more month. */
    async expectRenewedOnce({ member, ends, card }: Awaited<ReturnType<typeof due>>, amount = 1000): Promise<void> {
      expect(charged(card.customer).map((one) => one.amount)).toEqual([amount])
      await t.runJobs()
      const made = await renewals(member)
      const opened = made.filter(({ status }) => status === 'completed')
      expect(opened).toMatchObject([{ type: 'renew', renewalOf: ends, cashAmount: amount, paymentName: 'stripe' }])
      expect(made.filter(({ status }) => status === 'pending')).toEqual([])
      // Signs in again: sessions end while time passes.
      const { receipts } = (await (await t.admin()).call('GET', `/admin/orders/${opened[0]!.tradeNo}`)).body
      expect(receipts).toMatchObject([{ outcome: 'settled', amount, callback_no: charged(card.customer)[0]!.id }])
      const days = ((await subscription(member)).expiresAt!.getTime() - ends.getTime()) / (24 * HOUR)
      expect(days).toBeGreaterThan(27)
      expect(days).toBeLessThan(32)
      expect(await problemOf(member)).toBeNull()
    },
    renewAfter(ms: number, onError?: OnError) {
      t.travel(ms)
      return renew(onError)
    },
    /** As the job does: returns how many payments it found. */
    ask: () => askGateways(t.database, { now: t.app.now(), log: t.app.log }),
    problemOf,
    /** As a process that is killed before it charges. */
    async begin(member: Member) {
      const begun = await t.database.transaction(async (tx) => beginRenewal(tx, await subscription(member), context(), () => false))
      if (typeof begun === 'string' || 'problem' in begun) throw new Error(`not begun: ${JSON.stringify(begun)}`)
      return begun.open
    },
    subscription,
    /** The orders made for renewals, oldest first. */
    renewals,
    /** The amounts charged to a member's cards, in minor units. */
    charged: (customer: string) => charged(customer).map(({ amount }) => amount),
    chargesOf: charged,
    /** Differences within the ledger, or between the ledger and the orders. */
    faults: async () => (await checkLedger(t.database, jobActor('check_ledger'), t.app.now())).faults,
  }
}
export type CardShop = ReturnType<typeof openCardShop>

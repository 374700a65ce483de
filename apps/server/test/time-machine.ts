import type { Period } from '@portico/contract/periods'
import type { Settings } from '@portico/contract/settings-admin'
import { eq } from 'drizzle-orm'
import { makeOffer } from '../src/orders/make-offer.ts'
import { fulfillOrder } from '../src/orders/fulfill-order.ts'
import type { OrderRow } from '../src/orders/orders.table.ts'
import { placeOffer } from '../src/orders/place-order.ts'
import { type Leg, post } from '../src/ledger/post.ts'
import { settleOrder } from '../src/orders/settle-order.ts'
import type { PlanRow } from '../src/plans/plans.table.ts'
import { addUsage } from '../src/subscriptions/change-subscription.ts'
import { type SubscriptionRow, subscriptions } from '../src/subscriptions/subscriptions.table.ts'
import type { Member, TestApp } from './harness.ts'

export const GB = 2 ** 30
const OFFSETS: Record<string, string> = { 'Asia/Shanghai': '+08:00', UTC: 'Z', 'Asia/Kathmandu': '+05:45' }
const PRICES = {
  month_price: 3000,
  quarter_price: 9000,
  half_year_price: 18_000,
  year_price: 36_000,
  onetime_price: 5000,
  reset_price: 700,
}

/** A local time, with its offset where clocks change. */
export const at = (text: string, zone: string): Date => new Date(/[Z+]|-\d\d:\d\d$/.test(text.slice(10)) ? text : `${text}${OFFSETS[zone]}`)

/** Every action takes its time and zone as arguments and calls the site's own verbs. */
export function timeMachine(t: TestApp) {
  const settingsIn = (zone: string): Settings => ({ ...t.app.settings(), 'site.timezone': zone })
  return {
    settingsIn,
    /** 10 GB; 30.00 a month, and the same for each month of a longer term. */
    plan: (values: Partial<PlanRow> = {}): Promise<PlanRow> =>
      t.plan({ ...PRICES, two_year_price: 60_000, three_year_price: 90_000, ...values }),
    /** Orders, pays and opens at one moment, with the right amount from the gateway. */
    async buy(member: Member, { id: planId }: PlanRow, period: Period, now: Date, zone: string): Promise<OrderRow> {
      const context = { now, settings: settingsIn(zone) }
      const { offer } = await makeOffer(t.database.db, member.id, { planId, period, couponCode: null, useBalance: false }, context)
      const placed = await placeOffer(t.database, offer, context)
      if (placed.status === 'pending') {
        const cash = { at: now, feeAmount: 0, cashAmount: placed.totalAmount, method: null }
        await t.database.transaction(async (tx) => {
          await settleOrder(tx, placed, cash)
          const { totalAmount: amount, currency, id } = placed
          const legs: Leg[] = [
            { kind: 'gateway', amount: -amount },
            { kind: 'revenue', amount, order: placed },
          ]
          await post(tx, { kind: 'order.paid', key: `paid:${id}`, currency, legs, at: now })
        })
      }
      return fulfillOrder(t.database, placed.id, context)
    },
    use: (member: Member, bytes: number, now: Date): Promise<void> =>
      t.database.transaction((tx) => addUsage(tx, { accountIds: [member.id], ups: [0], downs: [bytes] }, now)),
    async term(member: Member): Promise<SubscriptionRow> {
      const [row] = await t.database.db.select().from(subscriptions).where(eq(subscriptions.accountId, member.id))
      return row!
    },
  }
}
export type TimeMachine = ReturnType<typeof timeMachine>

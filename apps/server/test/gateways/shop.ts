import type { PaymentMethod, PaymentMethodInput } from '@portico/contract/payments-admin'
import { sql } from 'drizzle-orm'
import type { Member, TestApp } from '../harness.ts'
import { callerOf } from '../../src/actor.ts'
import type { Epay } from './epay.ts'
import type { FakeStripe } from './stripe.ts'

export const HOUR = 3_600_000

/** A payment method without a fee in the site's currency; the driver and its keys are added by the test. */
export const plainMethod = {
  name: 'Card',
  icon: null,
  config: {},
  fee_percent: 0,
  fee_fixed: 0,
  currency: 'CNY',
  exchange_rate: null,
  notify_origin: null,
  enabled: true,
}

type AtEpay = { method: PaymentMethod; member: Member; tradeNo: string; url: string; attemptNo: string }

/** An operator, and ways to buy and pay. Everything goes through the API; only the ledger is read directly. */
export async function openShop(t: TestApp) {
  const admin = await t.admin()

  async function method(values: Partial<PaymentMethodInput> & Pick<PaymentMethodInput, 'driver'>): Promise<PaymentMethod> {
    const made = await admin.call('POST', '/admin/payment-methods', { ...plainMethod, name: values.driver, ...values })
    if (made.status !== 200) throw new Error(JSON.stringify(made.body))
    return made.body
  }
  /** A member with an unpaid order of 10.00 for a month of a plan, unless another plan is given. */
  async function order(plan?: { id: number }, buyer?: Member): Promise<{ member: Member; tradeNo: string; planId: number }> {
    const { id: planId } = plan ?? (await t.plan())
    const member = buyer ?? (await t.member())
    const placed = await member.call('POST', '/muser/order/save', { plan_id: planId, period: 'month_price', use_balance: false })
    if (placed.status !== 200) throw new Error(JSON.stringify(placed.body))
    return { member, tradeNo: placed.body.trade_no, planId }
  }
  const takeCash = (tradeNo: string) => admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })

  const shop = {
    admin,
    method,
    epay: ({ url, pid, key }: Epay, values: Partial<PaymentMethodInput> = {}) =>
      method({ driver: 'epay', config: { url, pid, key }, ...values }),
    async stripe(gateway: FakeStripe, values: Partial<PaymentMethodInput> = {}) {
      const config = { secret_key: gateway.secretKey, webhook_secret: gateway.webhookSecret, api_base: gateway.url }
      const made = await method({ driver: 'stripe', config, ...values })
      gateway.webhookUrl = made.notify_url
      return made
    },
    order,
    takeCash,
    /** The same, paid in cash and opened. */
    async bought(...wanted: Parameters<typeof order>): ReturnType<typeof order> {
      const placed = await order(...wanted)
      await takeCash(placed.tradeNo)
      await t.runJobs()
      return placed
    },
    checkout: (member: Member, tradeNo: string, { id }: { id: number }) =>
      member.call('POST', '/muser/order/checkout', { trade_no: tradeNo, method: id }),
    /** An order of 10.00 whose payer has opened the page of the gateway, and the address of that page. */
    async atEpay(gateway: Epay, values: Partial<PaymentMethodInput> = {}, placed?: { member: Member; tradeNo: string }): Promise<AtEpay> {
      const chosen = await shop.epay(gateway, values)
      const { member, tradeNo } = placed ?? (await shop.order())
      const url: string = (await shop.checkout(member, tradeNo, chosen)).body.data
      await fetch(url)
      return { method: chosen, member, tradeNo, url, attemptNo: new URL(url).searchParams.get('out_trade_no')! }
    },
    /** The payer pays another amount than the gateway asked for. */
    async payAt(gateway: Epay, url: string, money: string) {
      gateway.behave({ money })
      await gateway.payAt(url)
      gateway.behave({})
    },
    /** The receipts of an order in the list of those that wait. */
    async openReceipts(tradeNo: string) {
      const { items } = (await admin.call('GET', '/admin/receipts', { state: 'open', page_size: 100 })).body
      return items.filter((one: { trade_no: string }) => one.trade_no === tradeNo)
    },
    status: async (member: Member, tradeNo: string): Promise<string> =>
      (await member.call('GET', '/muser/order/check', { trade_no: tradeNo })).body.status,
    details: async (tradeNo: string) => (await admin.call('GET', `/admin/orders/${tradeNo}`)).body,
    balance: async (member: Member, tradeNo: string): Promise<number> =>
      (await member.call('GET', '/muser/order/getPaymentMethod', { trade_no: tradeNo })).body.balance,
    async give(member: Member, amount: number): Promise<void> {
      const { adjustBalance } = await import('../../src/ledger/adjust-balance.ts')
      await adjustBalance(
        t.database,
        callerOf(admin.id, ['*']),
        { accountId: member.id, amount, currency: 'CNY', reason: 'test' },
        t.app.now(),
      )
    },
    /** The balance of all ledger accounts of a kind, in minor units; positive: received. */
    async ledger(kind: string, ownerId?: number): Promise<number> {
      const owner = ownerId === undefined ? sql`true` : sql`a.owner_id = ${ownerId}`
      const { rows } = await t.database.db.execute(sql`
        select coalesce(sum(e.amount), 0)::bigint as total from ledger_entries e
        join ledger_accounts a on a.id = e.ledger_account_id where a.kind = ${kind} and ${owner}`)
      return Number(rows[0]!['total'])
    },
    async term(member: Member): Promise<{ planId: number | null; expiresAt: Date | null }> {
      const { rows } = await t.database.db.execute(sql`select plan_id, expires_at from subscriptions where account_id = ${member.id}`)
      const { plan_id, expires_at } = rows[0] as { plan_id: number | null; expires_at: string | null }
      return { planId: plan_id, expiresAt: expires_at === null ? null : new Date(expires_at) }
    },
  }
  return shop
}
export type Shop = Awaited<ReturnType<typeof openShop>>

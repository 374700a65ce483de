import { randomBytes, randomUUID } from 'node:crypto'
import type { Period } from '@portico/contract/periods'
import type { Settings } from '@portico/contract/settings-admin'
import { inArray } from 'drizzle-orm'
import type { Client } from 'pg'
import { accounts } from '../../src/accounts/accounts.table.ts'
import { payCommissions } from '../../src/commissions/pay-commissions.ts'
import { coupons } from '../../src/coupons/coupons.table.ts'
import { groups } from '../../src/groups/groups.table.ts'
import { expireOrders } from '../../src/orders/cancel-order.ts'
import { fulfillOrder } from '../../src/orders/fulfill-order.ts'
import { type OrderRow, orders } from '../../src/orders/orders.table.ts'
import { type PaymentMethodRow, paymentMethods } from '../../src/payments/payments.table.ts'
import { plans } from '../../src/plans/plans.table.ts'
import { newCode } from '../../src/redeem-codes/code-text.ts'
import { redeemBatches, redeemCodes, redeemTemplates } from '../../src/redeem-codes/redeem-codes.table.ts'
import { createSubscription } from '../../src/subscriptions/change-subscription.ts'
import { resetTraffic } from '../../src/subscriptions/reset-traffic.ts'
import type { TestApp } from '../harness.ts'
import type { Facts } from './money-facts.ts'
import { payDebt } from './money-oracle.ts'

export const GB = 2 ** 30
export const PRICES: Partial<Record<Period, number>>[] = [
  { month_price: 1000, quarter_price: 2700, onetime_price: 1500, reset_price: 300 },
  { month_price: 3333, quarter_price: 9001, reset_price: 999 },
  { month_price: 501, year_price: 4999, onetime_price: 777 },
]
export const PERIODS_SOLD = ['month_price', 'quarter_price', 'year_price', 'onetime_price', 'reset_price'] as const
export const CARD = 450
/** The coupons' limits: uses in total and for each member. */
const COUPONS = [
  { kind: 'percent', value: 30, limitUse: 3, limitPerMember: 1 },
  { kind: 'amount', value: 400, limitUse: 2, limitPerMember: null },
] as const

/** `returned`: charged back, by the gateway's number of the payment. */
export type Attempt = { no: string; payAmount: number; amount: number; paid: number; returned: Map<number, number> }
export type Known = { row: OrderRow; attempts: Attempt[] }
/** What the model knows of a member: its own sums, in minor units. */
export type Person = {
  id: number
  balance: number
  held: number
  /** Commission taken out, to the balance or paid out. */
  commissionOut: number
  /** The member's own money: paid in, and refunded outside. */
  paidIn: number
  paidOut: number
  /** Given by the site: bonuses and cards. Commission is read from its table. */
  given: number
  /** Owed after a chargeback; zero or less. */
  debt: number
  /** All that was lost so far by time, use and rounding (null: not reckoned yet), and what this step loses with a name, such as a fee. */
  lost: number | null
  named: number
  orders: Known[]
  withdrawals: { no: string; amount: number; fee: number }[]
}
/** A database and a clock, and the connection that checks every step. */
export type Lane = { t: TestApp; auditor: Client }
export type World = Lane & {
  now: Date
  settings: Settings
  people: Person[]
  operatorId: number
  planIds: number[]
  couponCodes: string[]
  couponIds: number[]
  method: PaymentMethodRow
  cards: string[]
  lastTransaction: number
  /** As of the last check; null while two steps run at once. */
  facts: Facts | null
}

/** Three members (the second invited by the first, the third by the second), three plans, two coupons, cards, one gateway. */
export async function createWorld({ t, auditor }: Lane, now: Date): Promise<World> {
  const { db } = t.database
  const [group] = await db.insert(groups).values({ name: randomUUID() }).returning()
  const planRows = await db
    .insert(plans)
    .values(
      PRICES.map((price, i) => ({
        ...price,
        name: `P${i}`,
        groupId: group!.id,
        transferEnable: 10 * GB,
        // The last plan has one place.
        capacityLimit: i === 2 ? 1 : null,
      })),
    )
    .returning({ id: plans.id })
  const couponRows = await db
    .insert(coupons)
    .values(COUPONS.map((coupon) => ({ ...coupon, name: 'c', code: randomBytes(6).toString('hex').toUpperCase() })))
    .returning()
  const [method] = await db
    .insert(paymentMethods)
    .values({
      uuid: randomUUID(),
      driver: 'epay',
      name: 'EPay',
      config: { url: 'https://pay.example.com', pid: '1', key: 'k' },
      currency: 'CNY',
      feePercent: 250,
      feeFixed: 7,
    })
    .returning()
  const [template] = await db.insert(redeemTemplates).values({ name: 'card', kind: 'balance', value: CARD, createdAt: now }).returning()
  const [batch] = await db
    .insert(redeemBatches)
    .values({ templateId: template!.id, name: 'b', count: 3, maxUses: 1, createdAt: now })
    .returning()
  const cards = [newCode(), newCode(), newCode()]
  await db.insert(redeemCodes).values(cards.map((code) => ({ code, batchId: batch!.id, maxUses: 1 })))
  const people: Person[] = []
  for (let i = 0; i < 3; i++) people.push(await createPerson(t, people.at(-1)?.id ?? null))
  return {
    t,
    auditor,
    now,
    operatorId: (await createPerson(t, null)).id,
    settings: {
      ...t.app.settings(),
      'topup.tiers': [{ amount: 2000, bonus: 100 }],
      'commission.mode': 'every',
      'commission.rate': 40,
      'commission.shares': [60, 30, 10],
      'commission.freeze_days': 1,
      'withdrawal.min': 1,
    },
    people,
    planIds: planRows.map(({ id }) => id),
    couponCodes: couponRows.map(({ code }) => code),
    couponIds: couponRows.map(({ id }) => id),
    method: method!,
    cards,
    lastTransaction: 0,
    facts: null,
  }
}

/** Without the password's hash, which would take longer than the rest of a sequence. */
async function createPerson(t: TestApp, inviterId: number | null): Promise<Person> {
  const email = `${randomUUID()}@example.com`
  const id = await t.database.transaction(async (tx) => {
    const [row] = await tx.insert(accounts).values({ email, emailKey: email, passwordHash: '-', inviterId }).returning({ id: accounts.id })
    await createSubscription(tx, row!.id)
    return row!.id
  })
  return {
    id,
    balance: 0,
    held: 0,
    commissionOut: 0,
    paidIn: 0,
    paidOut: 0,
    given: 0,
    debt: 0,
    lost: null,
    named: 0,
    orders: [],
    withdrawals: [],
  }
}

export const context = (world: World) => ({ now: world.now, settings: world.settings })

/** Opens paid orders as the job does, and updates the model. */
export async function openPaid(world: World): Promise<void> {
  for (const person of world.people) {
    for (const known of person.orders.filter(({ row }) => row.status === 'processing')) {
      const opened = await fulfillOrder(world.t.database, known.row.id, context(world))
      // A simultaneous step may have opened it and updated the model already.
      if (known.row.status !== 'processing') continue
      known.row = opened
      if (opened.status !== 'completed') continue
      person.named += spentFor(opened)
      receive(person, known.row.creditAmount)
      if (known.row.type === 'topup') {
        receive(person, known.row.totalAmount + known.row.bonusAmount)
        person.given += known.row.bonusAmount
      }
      for (const id of known.row.surplusOrderIds) {
        const old = person.orders.find(({ row }) => row.id === id)
        if (old) old.row = { ...old.row, status: 'absorbed' }
      }
    }
  }
}

/** A pack when nothing was used returns nothing, and a permanent plan bought again fills the quota that was left. */
function spentFor({ type, period, snapshot, totalAmount, balanceAmount }: OrderRow): number {
  if (type === 'reset') return snapshot?.transferEnable === 0 ? totalAmount + balanceAmount : 0
  return type === 'renew' && period === 'onetime_price' ? Infinity : 0
}

/** Lets time pass and does what is due: orders expire, quotas reset, commissions are paid. */
export async function pass(world: World, hours: number): Promise<void> {
  world.now = new Date(world.now.getTime() + hours * 3_600_000)
  const { database } = world.t
  await expireOrders(database, world.now)
  const rows = await readOrders(world)
  for (const person of world.people) {
    for (const known of person.orders.filter(({ row }) => row.status === 'pending' && rows.get(row.id)?.status === 'expired')) {
      known.row = { ...known.row, status: 'expired' }
      returnHeld(person, known.row)
    }
  }
  await resetTraffic(database, world.now, world.settings['site.timezone'])
  await payCommissions(database, world.now)
}

export function returnHeld(person: Person, row: OrderRow): void {
  person.held -= row.balanceAmount
  receive(person, row.balanceAmount)
}

/** What reaches the balance pays the debt first. */
export function receive(person: Person, amount: number): void {
  const { debt, left } = payDebt(-person.debt, amount)
  person.debt = debt === 0 ? 0 : -debt
  person.balance += left
}

/** Takes over what an operator's or a gateway's action did to the member's balances and orders; the rules then check the sums. */
export async function takeOver(world: World, person: Person): Promise<void> {
  const { rows } = await world.t.database.pool.query<{ kind: string; balance: string }>(
    `select kind, balance from ledger_accounts where owner_id = $1 and kind in ('member', 'held', 'debt')`,
    [person.id],
  )
  const of = (kind: string): number => Number(rows.find((row) => row.kind === kind)?.balance ?? 0)
  person.balance = of('member')
  person.debt = of('debt')
  const waiting = person.withdrawals.reduce((sum, { amount }) => sum + amount, 0)
  const stored = await readOrders(world)
  for (const known of person.orders) known.row = stored.get(known.row.id)!
  const open = person.orders.filter(({ row }) => row.status === 'pending')
  person.held = waiting + open.reduce((sum, { row }) => sum + row.balanceAmount, 0)
}

/** Orders as stored in the database. */
async function readOrders(world: World): Promise<Map<number, OrderRow>> {
  const ids = world.people.map(({ id }) => id)
  const rows = await world.t.database.db.select().from(orders).where(inArray(orders.accountId, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Leaves nothing that becomes due in the next world, whose clock continues from here. */
export async function endWorld(world: World): Promise<void> {
  await pass(world, 1)
  const ids = world.people.map(({ id }) => id)
  await world.t.database.pool.query('update subscriptions set next_reset_at = null, expires_at = $2 where account_id = any($1)', [
    ids,
    world.now,
  ])
}

import { randomBytes, randomUUID } from 'node:crypto'
import { type Period, periodMonths } from '@portico/contract/periods'
import type { Settings } from '@portico/contract/settings-admin'
import { inArray } from 'drizzle-orm'
import type { Client } from 'pg'
import { accounts } from '../../src/accounts/accounts.table.ts'
import { payCommissions } from '../../src/commissions/pay-commissions.ts'
import { coupons } from '../../src/coupons/coupons.table.ts'
import { groups } from '../../src/groups/groups.table.ts'
import { expireOrders } from '../../src/orders/cancel-order.ts'
import { beginTerms } from '../../src/orders/terms/begin-terms.ts'
import { fulfillOrder } from '../../src/orders/fulfill-order.ts'
import { type OrderRow, orders } from '../../src/orders/orders.table.ts'
import { notifyUrl } from '../../src/payments/checkout.ts'
import { sealConfig } from '../../src/payments/method-secrets.ts'
import { type PaymentMethodRow, paymentMethods } from '../../src/payments/payments.table.ts'
import { plans } from '../../src/plans/plans.table.ts'
import { newCode } from '../../src/redeem-codes/code-text.ts'
import { redeemBatches, redeemCodes, redeemTemplates } from '../../src/redeem-codes/redeem-codes.table.ts'
import { createSubscription } from '../../src/subscriptions/change-subscription.ts'
import { resetTraffic } from '../../src/subscriptions/reset-traffic.ts'
import type { FakeStripe } from '../gateways/stripe.ts'
import type { TestApp } from '../harness.ts'
import type { Facts } from './money-facts.ts'
import { keptOfQuote, lostByBeginning } from './money-moved.ts'
import { payDebt } from './money-oracle.ts'
import { beginAnnounced, checkPrice, type PriceList, type Promises, promisesAt } from './money-prices.ts'

export const GB = 2 ** 30
const PRICES: Partial<Record<Period, number>>[] = [
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

/** A payment that a member was asked for. */
export type Attempt = {
  no: string
  payAmount: number
  amount: number
  /** How many payments its gateway has reported. */
  paid: number
  /** Booked from a statement, and not reported yet. */
  stated: boolean
  /** Charged back, by the gateway's number of the payment. */
  returned: Map<number, number>
  /** At Stripe: where the payer pays, null for a saved card, and Stripe's number of the payment. */
  stripe: { session: string | null; intent: string | null } | null
}
/** `came`: money came in for it, right or wrong. `promises`: the prices for which its plan can be renewed; null: it promises none. */
export type Known = { row: OrderRow; attempts: Attempt[]; came: boolean; promises: Promises | null }
/**
 * A dispute at Stripe. `cost`: what its chargeback took beyond the payment, such as a bonus; null: not known; `now`: this step tells.
 * `moved`: what renewals lost of that.
 */
export type Dispute = {
  no: string
  attempt: Attempt
  amount: number
  stage: 'inquiry' | 'taken' | 'over'
  cost: number | 'now' | null
  moved: number
}
/**
 * A refund at Stripe that may still fail. `loss`: what the site could not take from the member. `bonus`: what went with it, at most.
 * `bonusTaken`: by a refund at the dashboard, so far.
 */
export type GatewayRefund = {
  id: string
  refundNo: string | null
  attempt: Attempt
  amount: number
  loss: number
  bonus: number
  bonusTaken: number
}
/** What the model knows of a member: its own sums, in minor units. */
export type Person = {
  id: number
  email: string
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
  /** All that was lost so far by time, use and rounding; null: not calculated yet. */
  lost: number | null
  /** What this step may lose and win with a name, such as a fee or a refund of what was used. */
  named: number
  won: number
  /** Of a plan that an operator ended earlier: what comes back with a later end, while it still ends there. */
  cuts: Map<number, Cut>
  orders: Known[]
  withdrawals: { no: string; amount: number; fee: number }[]
  disputes: Dispute[]
  refunds: GatewayRefund[]
}
/** `bought`: the end of what was bought. `terms`: how long each order was, and what is left of that, in milliseconds. */
export type Cut = { end: Date; bought: number; terms: Map<number, { sold: number; left: number }> }
/** A database, its clock and its Stripe, and the connection that checks every step. */
export type Lane = { t: TestApp; clock: { now: Date }; stripe: FakeStripe; auditor: Client }
export type World = Lane & {
  now: Date
  settings: Settings
  people: Person[]
  operatorId: number
  planIds: number[]
  /** What new members pay. */
  prices: Map<number, PriceList>
  firstPrices: Map<number, PriceList>
  couponCodes: string[]
  couponIds: number[]
  methods: { epay: PaymentMethodRow; stripe: PaymentMethodRow }
  cards: string[]
  /** The last file of each statement imported. */
  statements: { methodId: number; file: string }[]
  /** Members who have the last plan's one place because a plan came back to them. */
  broughtBack: Set<number>
  lastTransaction: number
  /** A node of every plan, and how often time was given. */
  nodeId: number
  gifts: number
  /** How long each order was sold for, in milliseconds. */
  lengths: Map<number, number>
  /** As of the last check; null while two steps run at once. */
  facts: Facts | null
}

/** Three members (the second invited by the first, the third by the second), three plans, two coupons, cards, two gateways. */
export async function createWorld(lane: Lane, now: Date): Promise<World> {
  const { t, clock } = lane
  clock.now = now
  const { db } = t.database
  const [group] = await db.insert(groups).values({ name: randomUUID() }).returning()
  const node = await t.node({ groupIds: [group!.id] })
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
  const methods = await createMethods(lane)
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
    ...lane,
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
    prices: new Map(planRows.map(({ id }, i) => [id, { ...PRICES[i] }])),
    firstPrices: new Map(planRows.map(({ id }, i) => [id, { ...PRICES[i] }])),
    couponCodes: couponRows.map(({ code }) => code),
    couponIds: couponRows.map(({ id }) => id),
    methods,
    cards,
    statements: [],
    broughtBack: new Set(),
    lastTransaction: 0,
    nodeId: node.id,
    gifts: 0,
    lengths: new Map(),
    facts: null,
  }
}

/** Both with a fee; Stripe also saves cards. */
async function createMethods({ t, stripe }: Lane): Promise<World['methods']> {
  const { db, secrets } = t.database
  const fees = { currency: 'CNY', feePercent: 250, feeFixed: 7 }
  const epay = { driver: 'epay', name: 'EPay', config: { url: 'https://pay.example.com', pid: '1', key: 'k' } } as const
  const keys = { secret_key: stripe.secretKey, webhook_secret: stripe.webhookSecret, api_base: stripe.url, save_cards: 'yes' }
  const card = { driver: 'stripe', name: 'Stripe', uuid: randomBytes(12).toString('hex') } as const
  const rows = await db
    .insert(paymentMethods)
    .values([
      { ...fees, ...epay, uuid: randomUUID() },
      { ...fees, ...card, config: sealConfig(secrets, card, keys, {}) },
    ])
    .returning()
  const [first, second] = rows
  stripe.webhookUrl = notifyUrl(second!, t.base)
  return { epay: first!, stripe: second! }
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
    email,
    balance: 0,
    held: 0,
    commissionOut: 0,
    paidIn: 0,
    paidOut: 0,
    given: 0,
    debt: 0,
    lost: null,
    named: 0,
    won: 0,
    cuts: new Map(),
    orders: [],
    withdrawals: [],
    disputes: [],
    refunds: [],
  }
}

export const context = (world: World) => ({ now: world.now, settings: world.settings })

/** Opens paid orders as the job does, and updates the model. */
export async function openPaid(world: World): Promise<void> {
  for (const person of world.people) {
    for (const known of person.orders.filter(({ row }) => row.status === 'processing')) {
      const kept = await keptOfQuote(world, person, known.row)
      const opened = await fulfillOrder(world.t.database, known.row.id, context(world))
      // A simultaneous step may have opened it and updated the model already.
      if (known.row.status !== 'processing') continue
      known.row = opened
      if (opened.status !== 'completed') continue
      person.named += spentFor(opened)
      person.won += kept
      if (isNext(opened)) {
        person.named += dayOf(person) + (await lostByBeginning(world, person, opened.id))
        person.won += dayOf(person)
      }
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

/** A plan sold as new follows one that staff gave since, as a renewal does. */
const isNext = ({ type, begunAt }: OrderRow): boolean => type === 'renew' || (type === 'new' && begunAt === null)

/**
 * What a day is worth at most. A reset less than a day before the end of a term is left out, but takes place if the term is renewed: the
 * hours after it then count as those of a cycle to come. The first hours of a renewal may be those of a cycle that is used up.
 */
export function dayOf({ orders }: Person): number {
  const days = orders.map(({ row: { period, totalAmount, balanceAmount, surplusAmount } }) => {
    const months = period === null ? 1 : (periodMonths[period] ?? 1)
    return (totalAmount + balanceAmount + surplusAmount) / (28 * months)
  })
  return Math.ceil(Math.max(0, ...days))
}

/** A pack when nothing was used returns nothing, and a permanent plan bought again fills the quota that was left. */
function spentFor({ type, period, snapshot, totalAmount, balanceAmount }: OrderRow): number {
  if (type === 'reset') return snapshot?.transferEnable === 0 ? totalAmount + balanceAmount : 0
  return type === 'renew' && period === 'onetime_price' ? Infinity : 0
}

/** Lets time pass and does what is due: orders expire, quotas reset, commissions are paid. */
export async function pass(world: World, hours: number): Promise<void> {
  world.now = new Date(world.now.getTime() + hours * 3_600_000)
  world.clock.now = world.now
  beginAnnounced(world)
  const { database } = world.t
  await expireOrders(database, world.now)
  const rows = await readOrders(world)
  for (const person of world.people) {
    for (const known of person.orders.filter(({ row }) => row.status === 'pending' && rows.get(row.id)?.status === 'expired')) {
      known.row = { ...known.row, status: 'expired' }
      returnHeld(person, known.row)
    }
  }
  await beginTerms(database, world.now, world.settings['site.timezone'])
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
  await notePlace(world, person)
  const of = (kind: string): number => Number(rows.find((row) => row.kind === kind)?.balance ?? 0)
  person.balance = of('member')
  person.debt = of('debt')
  const waiting = person.withdrawals.reduce((sum, { amount }) => sum + amount, 0)
  const stored = await readOrders(world)
  for (const row of stored.values()) if (row.accountId === person.id) remember(world, person, row)
  const open = person.orders.filter(({ row }) => row.status === 'pending')
  person.held = waiting + open.reduce((sum, { row }) => sum + row.balanceAmount, 0)
}

/** The last plan came back to a member who did not hold it, or runs again by given days: nobody asks whether its place is taken. */
export async function notePlace({ t, facts, planIds, now, broughtBack }: World, { id }: Person): Promise<void> {
  const scarce = planIds.at(-1)
  const before = facts?.terms.find((row) => row.account_id === id)
  if (before?.plan_id === scarce && (before?.expires_at === null || new Date(before!.expires_at) >= now)) return
  const { rows } = await t.database.pool.query(
    'select from subscriptions where account_id = $1 and plan_id = $2 and (expires_at is null or expires_at >= $3)',
    [id, scarce, now],
  )
  if (rows.length > 0) broughtBack.add(id)
}

/** Notes an order as it is now. A new one must cost what it should. */
export function remember(world: World, person: Person, row: OrderRow): Known {
  const known = person.orders.find((one) => one.row.id === row.id)
  if (known) return Object.assign(known, { row })
  checkPrice(world, person, row)
  const added: Known = { row, attempts: [], came: false, promises: promisesAt(world, row) }
  person.orders.push(added)
  return added
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

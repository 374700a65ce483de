import type { Period } from '@portico/contract/periods'
import { updatePlan } from '../../src/plans/change-plans.ts'
import type { OrderRow } from '../../src/orders/orders.table.ts'
import { operator } from './money-calls.ts'
import type { Person, World } from './money-world.ts'

/** What was promised for one period: what renewing costs, and what it will cost from a day on. */
type Promised = { amount: number; next: { amount: number; from: Date } | null }
/** Of a plan, as of its purchase and every change since. */
export type Promises = Partial<Record<Period, Promised>>
export type PriceList = Partial<Record<Period, number>>

const DAY = 86_400_000

/** An operator changes a price by up to a half: for new sales only, or for renewals too from a week or more ahead. */
export async function changePrice(world: World, planId: number, { a, b }: { a: number; b: number }): Promise<void> {
  tick(world)
  const prices = world.prices.get(planId)!
  const sold = (Object.keys(prices) as Period[]).filter((period) => period !== 'reset_price')
  const period = sold[a % sold.length]!
  const usual = world.firstPrices.get(planId)![period]!
  const amount = b % 11 === 0 ? prices[period]! : Math.ceil((usual * (50 + (a % 100))) / 100)
  const from = b % 3 === 0 ? null : new Date(world.now.getTime() + (7 + (b % 3 === 1 ? 0 : b % 14)) * DAY)
  const change = { [period]: amount, renewals_from: from?.toISOString() ?? null }
  await updatePlan(world.t.database, operator(world), planId, change, world.now)
  beginAnnounced(world)
  for (const promised of promisesOf(world, planId)) note(promised, period, amount, from)
  prices[period] = amount
  tick(world)
}

/** Purchases are before a change or after it, so they are not made in the same millisecond. */
function tick(world: World): void {
  world.now = new Date(world.now.getTime() + 1)
  world.clock.now = world.now
}

/** A lower price counts at once, and ends what was announced. A higher one counts from the day announced to the member. */
function note(promises: Promises, period: Period, amount: number, from: Date | null): void {
  const known = promises[period]!
  if (amount <= known.amount) promises[period] = { amount, next: null }
  else if (from) known.next = { amount, from }
}

/** What was announced begins on its day, and costs no more than a new member pays then. Called when time has passed. */
export function beginAnnounced(world: World): void {
  for (const [planId, prices] of world.prices) {
    for (const promises of promisesOf(world, planId)) {
      for (const [period, known] of Object.entries(promises) as [Period, Promised][]) {
        if (!known.next || known.next.from > world.now) continue
        promises[period] = { amount: Math.min(known.next.amount, prices[period]!), next: null }
      }
    }
  }
}

const promisesOf = ({ people }: World, planId: number): Promises[] =>
  people.flatMap(({ orders }) => orders.flatMap(({ row, promises }) => (row.planId === planId && promises ? [promises] : [])))

/** A purchase promises the prices of its day. */
export function promisesAt(world: World, { planId, type }: OrderRow): Promises | null {
  if (planId === null || (type !== 'new' && type !== 'change')) return null
  const prices = Object.entries(world.prices.get(planId)!) as [Period, number][]
  return Object.fromEntries(prices.map(([period, amount]) => [period, { amount, next: null }]))
}

/** Everybody pays the price of the day, and who renews the one that was promised; an automatic renewal may cost less. */
export function checkPrice(world: World, person: Person, row: OrderRow): void {
  const { planId, period, type, priceAmount } = row
  const isAssigned = row.expiresAt.getTime() === row.createdAt.getTime()
  if (planId === null || period === null || isAssigned) return
  const present = world.prices.get(planId)![period]!
  const bought = person.orders
    .filter(({ row: one, promises }) => promises && one.planId === planId && one.completedAt !== null)
    .toSorted((one, other) => other.row.id - one.row.id)[0]
  const promised = type === 'renew' ? (bought?.promises?.[period]?.amount ?? present) : present
  const isRight = row.renewalOf === null ? priceAmount === promised : priceAmount <= promised
  if (!isRight) {
    const orders = person.orders.map(({ row: { id, type: of, planId: plan, status, createdAt, completedAt }, promises }) => {
      return { id, of, plan, status, createdAt, completedAt, promises }
    })
    const found = { priceAmount, promised, present, row, orders, now: world.now }
    throw new Error(`a ${type} costs what was promised: ${JSON.stringify(found)}`)
  }
}

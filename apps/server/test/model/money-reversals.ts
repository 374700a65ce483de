import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { plans } from '../../src/plans/plans.table.ts'
import { receiveReversal } from '../../src/refunds/receive-reversal.ts'
import { lockSubscription } from '../../src/subscriptions/change-subscription.ts'
import { giveGift } from '../../src/subscriptions/gift-subscription.ts'
import { isActive } from '../../src/subscriptions/state.ts'
import { ordersOf, standingOf } from './money-facts.ts'
import { chargeBack } from './money-oracle.ts'
import { type Attempt, context, GB, type Known, type Person, PRICES, takeOver, type World } from './money-world.ts'

/** The gateway takes all of a payment back, or a third: from the member's money wherever it is, and the rest is a debt. */
export async function chargeBackPayment(world: World, person: Person, [known, attempt]: [Known, Attempt], choice: number): Promise<void> {
  const nth = 1 + (choice % attempt.paid)
  const callbackNo = `${attempt.no}-${nth}`
  const left = attempt.payAmount - (attempt.returned.get(nth) ?? 0)
  const amount = choice % 2 === 0 ? left : Math.ceil(left / 3)
  if (amount === 0) return
  const expected = expectedTaking(world, person, callbackNo, amount)
  const reversal = {
    attemptNo: attempt.no,
    callbackNo,
    reversalNo: randomUUID(),
    refundNo: null,
    amount,
    currency: 'CNY',
    cause: 'chargeback',
  } as const
  const { result } = await receiveReversal(world.t.database, world.method, reversal, context(world))
  if (result !== 'order' && result !== 'balance') throw new Error(`a charge-back was ${result}`)
  attempt.returned.set(nth, (attempt.returned.get(nth) ?? 0) + amount)
  person.paidOut += amount
  // Its bonus goes with it.
  person.named += known.row.bonusAmount
  await takeOver(world, person)
  if (expected === null) return
  const slack = person.orders.length + 1
  const isSame = Math.abs(person.balance - expected.left) <= slack && Math.abs(-person.debt - expected.debt) <= slack
  const found = { balance: person.balance, debt: -person.debt }
  if (!isSame)
    throw new Error(`a charge-back of ${amount} took something else: ${JSON.stringify({ found, expected, facts: world.facts, person })}`)
}

/** By the oracle; null: something is open or was given with the payment, which the oracle does not know. */
function expectedTaking({ facts, ...world }: World, person: Person, callbackNo: string, amount: number) {
  if (!facts) return null
  const isSettled = ordersOf(facts, person).every(({ status }) => !['pending', 'processing', 'review'].includes(status))
  const origins = new Set((facts.funds ?? []).filter((row) => row.callback_no === callbackNo).map(({ origin }) => origin))
  const [origin] = origins
  if (!isSettled || origin === undefined || origins.size > 1 || person.orders.some(({ row }) => row.bonusAmount > 0)) return null
  return chargeBack(standingOf({ facts, ...world }, facts, person), origin, amount, world.now)
}

/** An operator's gift of traffic to a running plan, which is worth nothing. */
export async function giveTraffic(world: World, person: Person, gigabytes: number): Promise<void> {
  await world.t.database.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, person.id)
    if (subscription.planId === null || !isActive(subscription, world.now)) return
    const gift = { kind: 'traffic', bytes: gigabytes * GB, keeps: false } as const
    await giveGift(tx, subscription, gift, world.now, world.settings['site.timezone'])
  })
}

/** An operator changes the price of a plan by up to a half, or its quota. */
export async function editPlan(world: World, planId: number, { a, b }: { a: number; b: number }): Promise<void> {
  const usual = PRICES[world.planIds.indexOf(planId)]!
  const price = Math.ceil(((usual.month_price ?? 0) * (50 + (a % 100))) / 100)
  const set = b % 2 === 0 ? { month_price: price } : { transferEnable: (5 + (a % 10)) * GB }
  await world.t.database.db.update(plans).set(set).where(eq(plans.id, planId))
}

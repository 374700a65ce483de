import { randomUUID } from 'node:crypto'
import { receiveReversal } from '../../src/refunds/receive-reversal.ts'
import { ordersOf, standingOf } from './money-facts.ts'
import { chargeBack, type Taken } from './money-oracle.ts'
import { lostByMoving } from './money-moved.ts'
import { type Attempt, context, dayOf, type Known, type Person, takeOver, type World } from './money-world.ts'

/** EPay takes all of a payment back, or a third. */
export async function chargeBackPayment(world: World, person: Person, [known, attempt]: [Known, Attempt], choice: number): Promise<void> {
  const nth = 1 + (choice % attempt.paid)
  const callbackNo = `${attempt.no}-${nth}`
  const left = attempt.payAmount - (attempt.returned.get(nth) ?? 0)
  const amount = choice % 2 === 0 ? left : Math.ceil(left / 3)
  if (amount === 0) return
  attempt.returned.set(nth, (attempt.returned.get(nth) ?? 0) + amount)
  const about = { attemptNo: attempt.no, callbackNo, reversalNo: randomUUID(), refundNo: null, amount, currency: 'CNY' }
  await checkTaking(world, person, { known, callbackNo, amount }, async () => {
    const { result } = await receiveReversal(
      world.t.database,
      world.methods.epay,
      { ...about, cause: 'chargeback' as const },
      context(world),
    )
    if (result !== 'order' && result !== 'balance') throw new Error(`a charge-back was ${result}`)
  })
}

type Taking = { known: Known; callbackNo: string; amount: number }

/**
 * A chargeback takes the member's money wherever it is, and the rest is a debt: as much of each as the oracle says. Returns what renewals
 * lost by it, which a dispute won does not bring back.
 */
export async function checkTaking(world: World, person: Person, taking: Taking, take: () => Promise<void>): Promise<number> {
  const { known, callbackNo, amount } = taking
  const expected = expectedTaking(world, person, { callbackNo, amount, isWhole: await isAll(world, callbackNo, amount) })
  const moved = await lostByMoving(world, person, take)
  person.paidOut += amount
  // Its bonus goes with it.
  person.named += known.row.bonusAmount + dayOf(person) + moved
  await takeOver(world, person)
  if (expected === null) return moved
  const slack = person.orders.length + 1
  const isSame = Math.abs(person.balance - expected.left) <= slack && Math.abs(-person.debt - expected.debt) <= slack
  const found = { balance: person.balance, debt: -person.debt }
  if (!isSame)
    throw new Error(`a charge-back of ${amount} took something else: ${JSON.stringify({ found, expected, facts: world.facts, person })}`)
  return moved
}

/** Whether nothing of the payment is left. */
async function isAll(world: World, callbackNo: string, amount: number): Promise<boolean> {
  const sql = 'select amount - returned_amount as left from payment_receipts where callback_no = $1'
  const { rows } = await world.t.database.pool.query<{ left: string }>(sql, [callbackNo])
  return Number(rows[0]?.left) <= amount
}

type Asked = { callbackNo: string; amount: number; isWhole: boolean }

/** By the oracle; null: something is open or was given with the payment, which the oracle does not know. */
function expectedTaking({ facts, ...world }: World, person: Person, { callbackNo, amount, isWhole }: Asked): Taken | null {
  if (!facts) return null
  const isSettled = ordersOf(facts, person).every(({ status }) => !['pending', 'processing', 'review'].includes(status))
  const origins = new Set((facts.funds ?? []).filter((row) => row.callback_no === callbackNo).map(({ origin }) => origin))
  const [origin] = origins
  if (!isSettled || origin === undefined || origins.size > 1 || person.orders.some(({ row }) => row.bonusAmount > 0)) return null
  return chargeBack(standingOf({ facts, ...world }, facts, person), origin, amount, world.now, isWhole)
}

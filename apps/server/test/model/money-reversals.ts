import { randomUUID } from 'node:crypto'
import { receiveReversal } from '../../src/refunds/receive-reversal.ts'
import { ordersOf, standingOf } from './money-facts.ts'
import { chargeBack, regained, type Taken } from './money-oracle.ts'
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
  const whole = await wholeOf(world, callbackNo, amount)
  const expected = expectedTaking(world, person, { callbackNo, amount, whole })
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

type Whole = { paidFor: number | null }

/** If nothing is left of the payment: the order it paid, if any. */
async function wholeOf(world: World, callbackNo: string, amount: number): Promise<Whole | undefined> {
  const sql = `select r.amount - r.returned_amount <= $2 as is_all,
      case when r.outcome = 'settled' or r.resolution in ('settled', 'accepted') then p.order_id end as paid_for
    from payment_receipts r join payment_attempts p on p.id = r.attempt_id where r.callback_no = $1`
  const { rows } = await world.t.database.pool.query<{ is_all: boolean; paid_for: string | null }>(sql, [callbackNo, amount])
  const [row] = rows
  return row?.is_all ? { paidFor: row.paid_for === null ? null : Number(row.paid_for) } : undefined
}

type Asked = { callbackNo: string; amount: number; whole: Whole | undefined }

/** By the oracle; null: something is open or was given with the payment, which the oracle does not know. */
function expectedTaking({ facts, ...world }: World, person: Person, { callbackNo, amount, whole }: Asked): Taken | null {
  if (!facts) return null
  const isSettled = ordersOf(facts, person).every(({ status }) => !['pending', 'processing', 'review'].includes(status))
  const origins = new Set((facts.funds ?? []).filter((row) => row.callback_no === callbackNo).map(({ origin }) => origin))
  // None: nothing of the payment is left anywhere.
  const [origin = -1] = origins
  if (!isSettled || origins.size > 1 || person.orders.some(({ row }) => row.bonusAmount > 0)) return null
  const standing = standingOf({ facts, ...world }, facts, person)
  // Within rounding, whether the change is undone is not known.
  const more = whole && regained(standing, whole.paidFor, world.now)
  if (more && more.isRounding && more.amount > 0) return null
  return chargeBack(standing, origin, amount, world.now, whole)
}

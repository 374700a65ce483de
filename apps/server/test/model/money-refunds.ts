import { randomUUID } from 'node:crypto'
import type { OrderRow } from '../../src/orders/orders.table.ts'
import { askRefund } from '../../src/refunds/ask-refund.ts'
import { refundOrder, roomFor } from '../../src/refunds/refund-order.ts'
import type { RefundRow } from '../../src/refunds/refunds.table.ts'
import { log, operator, refusable } from './money-calls.ts'
import { lostByMoving } from './money-moved.ts'
import { type Attempt, context, type GatewayRefund, type Known, type Person, takeOver, type World } from './money-world.ts'

/** To the balance or outside, a part or all of the rest. The model then reads from the order whether that was all. */
export async function refund(world: World, person: Person, known: Known, a: number, b: number): Promise<void> {
  const { tradeNo } = known.row
  const way = b % 2 === 0 ? 'balance' : 'manual'
  const amount = (await roomFor(world.t.database.db, known.row, context(world)))[way]
  const input = {
    tradeNo,
    refundNo: randomUUID(),
    way,
    attemptNo: null,
    reason: 'r',
    endTerm: b % 3 === 0 ? true : null,
    despiteDispute: true,
  } as const
  if (amount === 0) return
  const part = Math.ceil(amount / (1 + (a % 3)))
  let made: RefundRow | undefined
  const moved = await lostByMoving(world, person, async () => {
    made = await refusable(refundOrder(world.t.database, operator(world), { ...input, amount: part }, context(world)))
  })
  if (!made) return
  person.named += moved
  if (known.row.type === 'topup') takeTopup(person, known.row, made.amount)
  if (way !== 'balance') person.paidOut += made.amount
  // What was used can be refunded too.
  person.won = Infinity
  // Only a whole refund must end a term; what else ends is the operator's choice.
  if (input.endTerm) person.named = Infinity
  await takeOver(world, person)
}

/** A refunded top-up takes its share of the bonus along; the fee, refunded last, was never on the balance. */
function takeTopup(person: Person, { totalAmount, bonusAmount, refundedAmount }: OrderRow, amount: number): void {
  const upTo = (sum: number): number => Math.floor((bonusAmount * Math.min(sum, totalAmount)) / totalAmount)
  const bonus = upTo(refundedAmount + amount) - upTo(refundedAmount)
  const topped = Math.min(refundedAmount + amount, totalAmount) - Math.min(refundedAmount, totalAmount)
  person.balance -= topped + bonus
  person.given -= bonus
}

type Meanwhile = (attempt: Attempt) => Promise<void>

/** Through Stripe, a part or all. The money is on its way out from now on. `meanwhile`: what happens before Stripe is asked. */
export async function refundAtStripe(world: World, person: Person, known: Known, a: number, meanwhile: Meanwhile | null): Promise<void> {
  const { database } = world.t
  const [source] = (await roomFor(database.db, known.row, context(world))).sources
  const attempt = known.attempts.find(({ no }) => no === source?.attempt.attemptNo)
  if (!source || !attempt || source.method.driver !== 'stripe') return
  const part = Math.ceil(source.amount / (1 + (a % 3)))
  const number = { tradeNo: known.row.tradeNo, refundNo: randomUUID(), attemptNo: attempt.no }
  const input = { ...number, way: 'gateway', amount: part, reason: 'r', endTerm: null, despiteDispute: true } as const
  const made = await refusable(refundOrder(database, operator(world), input, context(world)))
  if (!made) return
  const { given } = person
  if (known.row.type === 'topup') takeTopup(person, known.row, made.amount)
  const bonus = given - person.given
  if (meanwhile && attempt.paid > 0) {
    await takeOver(world, person)
    await meanwhile(attempt)
    // What each of the two took is not told apart.
    person.named = Infinity
  }
  person.named += await lostByMoving(world, person, () => askRefund(database, made.id, { ...context(world), log }))
  const done = [...world.stripe.refunds.values()].find(({ metadata }) => Object.values(metadata).includes(made.refundNo))
  // Stripe refuses it if the payment was disputed or refunded there.
  if (done) {
    person.paidOut += made.amount
    person.refunds.push({ id: done.id, refundNo: made.refundNo, attempt, amount: made.amount, loss: 0, bonus, bonusTaken: 0 })
  } else person.given = given
  person.won = Infinity
  await takeOver(world, person)
}

/** An operator refunds at Stripe's own dashboard. What the member no longer has is the site's loss. */
export async function refundAtDashboard(world: World, person: Person, [known, attempt]: [Known, Attempt], a: number): Promise<void> {
  const intent = attempt.stripe?.intent ?? ''
  const left = attempt.payAmount - world.stripe.returned(intent)
  const amount = Math.ceil(left / (1 + (a % 3)))
  if (amount === 0) return
  const refund = {
    id: `re_${randomUUID()}`,
    object: 'refund',
    amount,
    currency: 'cny',
    payment_intent: intent,
    status: 'succeeded',
    metadata: {},
  } as const
  world.stripe.refunds.set(refund.id, refund)
  await report(world, 'refund.created', refund)
  await report(world, 'refund.updated', refund)
  const { loss, bonusTaken } = await takenBy(world, refund.id)
  person.paidOut += amount
  person.given += loss
  person.won = Infinity
  const bonus = known.row.bonusAmount
  person.named += bonus
  person.refunds.push({ id: refund.id, refundNo: null, attempt, amount, loss, bonus, bonusTaken })
  await takeOver(world, person)
}

/** Stripe reports that a refund failed after all: the money is the site's again, and an operator must look where it belongs. */
export async function failRefund(
  world: World,
  person: Person,
  { id, refundNo, attempt, amount, loss, bonus }: GatewayRefund,
): Promise<void> {
  const refund = [...world.stripe.refunds.values()].find((one) => one.id === id)!
  Object.assign(refund, { status: 'failed' })
  person.refunds = person.refunds.filter((one) => one.id !== id)
  const before = await bonusChargedBack(world, attempt)
  const about = { id, object: 'refund', amount, currency: 'cny', payment_intent: attempt.stripe?.intent, metadata: { refund_no: refundNo } }
  const moved = await lostByMoving(world, person, () => report(world, 'refund.failed', { ...about, status: 'failed' }))
  await report(world, 'refund.updated', { ...about, status: 'failed' })
  person.paidOut -= amount
  person.given -= loss
  person.named += amount + moved
  if (refundNo === null) person.won += bonus
  else person.given += bonus
  noteCovered(person, attempt, bonus, (await bonusChargedBack(world, attempt)) - before)
  await coverLosses(world, person)
  await takeOver(world, person)
}

/**
 * A chargeback that found too little, because the refund had taken it, takes it now (decision 51), with the bonus that went with the
 * refund. What it took is gone, and comes back if its dispute is won.
 */
function noteCovered(person: Person, attempt: Attempt, bonus: number, taken: number): void {
  if (taken < 0 || taken > bonus) throw new Error(`a chargeback took ${taken} of a bonus of ${bonus}`)
  person.won -= taken
  const dispute = person.disputes.find((one) => one.attempt === attempt && one.stage === 'taken')
  if (typeof dispute?.cost === 'number') dispute.cost += taken
}

/** What chargebacks of the payment took of its bonus, and have not given back. */
async function bonusChargedBack(world: World, { stripe }: Attempt): Promise<number> {
  const sql = `select coalesce(sum(bonus_amount), 0) as bonus from payment_reversals v join payment_receipts r on r.id = v.receipt_id
    where r.callback_no = $1 and v.cause = 'chargeback' and v.restored_at is null`
  const { rows } = await world.t.database.pool.query<{ bonus: string }>(sql, [stripe?.intent])
  return Number(rows[0]!.bonus)
}

/**
 * Money that came back covers what refunds at the dashboard could not take: the site no longer gives it, and the bonus goes with what was
 * refunded.
 */
export async function coverLosses(world: World, person: Person): Promise<void> {
  for (const refund of person.refunds.filter(({ refundNo }) => refundNo === null)) {
    const { loss, bonusTaken } = await takenBy(world, refund.id)
    person.given -= refund.loss - loss
    person.named += bonusTaken - refund.bonusTaken
    Object.assign(refund, { loss, bonusTaken })
  }
}

/** What a refund at the dashboard left to the site, and took of the bonus. */
async function takenBy(world: World, reversalNo: string): Promise<Pick<GatewayRefund, 'loss' | 'bonusTaken'>> {
  const sql = 'select loss_amount, bonus_amount from payment_reversals where reversal_no = $1'
  const { rows } = await world.t.database.pool.query<{ loss_amount: string; bonus_amount: string }>(sql, [reversalNo])
  const [row] = rows
  return { loss: Number(row!.loss_amount), bonusTaken: Number(row!.bonus_amount) }
}

async function report({ stripe }: World, type: string, refund: object): Promise<void> {
  const heard = await stripe.deliver(stripe.event(type, refund))
  if (heard.status !== 200) throw new Error(`a refund was answered ${JSON.stringify(heard)}`)
}

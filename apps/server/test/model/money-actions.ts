import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { transferCommission } from '../../src/commissions/transfer-commission.ts'
import { type Caller, callerOf } from '../../src/actor.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import type { Wanted } from '../../src/orders/make-offer.ts'
import { findOrder } from '../../src/orders/list-orders.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import type { OrderRow } from '../../src/orders/orders.table.ts'
import { checkout } from '../../src/payments/checkout.ts'
import { receivePayment } from '../../src/payments/receive-payment.ts'
import { refundOrder, roomFor } from '../../src/refunds/refund-order.ts'
import { redeemCode } from '../../src/redeem-codes/redeem-code.ts'
import { addUsage } from '../../src/subscriptions/change-subscription.ts'
import { cancelWithdrawal } from '../../src/withdrawals/cancel-withdrawal.ts'
import { decideWithdrawal } from '../../src/withdrawals/decide-withdrawal.ts'
import { requestWithdrawal } from '../../src/withdrawals/request-withdrawal.ts'
import { CARD, GB, type Known, openPaid, pass, type Person, PERIODS_SOLD, returnHeld, context, type World } from './money-world.ts'

/** One step, as fast-check makes it up: what is done, by whom, and numbers it takes its choices from. */
export type Step = { action: Action; who: number; a: number; b: number }
export const ACTIONS = [
  'buy',
  'buy_with_coupon',
  'buy_by_gateway',
  'topup',
  'cancel',
  'pay',
  'pay_again',
  'pay_late',
  'pay_wrong',
  'pay_and_cancel',
  'refund',
  'redeem',
  'use_traffic',
  'pass_hours',
  'pass_days',
  'transfer',
  'withdraw',
  'end_withdrawal',
] as const
export type Action = (typeof ACTIONS)[number]

const log = pino({ level: 'silent' })
const by = (person: Person): Caller => callerOf(person.id)
const operator = (world: World): Caller => callerOf(world.operatorId, ['*'])

/**
 * Does one step through the same verbs that people use, and lets the model follow what it answered. Refusals change nothing.
 * Undefined: there is nothing it could be done to, so nothing was asked.
 */
export function act(world: World, { action, who, a, b }: Step): Promise<unknown> | undefined {
  const person = world.people[who % world.people.length]!
  const { database } = world.t
  const planId = world.planIds[a % world.planIds.length]!
  const period = PERIODS_SOLD[b % PERIODS_SOLD.length]!
  const open = person.orders.find(({ row }) => row.status === 'pending')
  const tried = person.orders.filter(({ attempts }) => attempts.length > 0)
  switch (action) {
    case 'buy':
      return buy(world, person, { planId, period, couponCode: null, useBalance: true })
    case 'buy_with_coupon':
      return buy(world, person, { planId, period, couponCode: world.couponCodes[b % 2]!, useBalance: a % 2 === 0 })
    case 'buy_by_gateway':
      return buy(world, person, { planId, period, couponCode: null, useBalance: false })
    case 'topup':
      return buy(world, person, { topupAmount: 100 + (a % 30) * 100 })
    case 'cancel':
      return open && cancel(world, person, open)
    case 'pay':
      return open && payNew(world, person, open)
    case 'pay_again': {
      const known = tried[a % (tried.length || 1)]
      const attempt = known?.attempts[b % known.attempts.length]
      const nth = attempt && (b % 2 === 0 ? attempt.paid : attempt.paid + 1)
      return known && attempt && nth ? pay(world, person, known, attempt, nth) : undefined
    }
    case 'pay_late':
      return open && open.row.totalAmount > 0 ? payLate(world, person, open) : undefined
    case 'pay_wrong':
      return open && payWrong(world, person, open, a % 2 === 0 ? -1 : 1)
    case 'pay_and_cancel':
      return open && payAndCancel(world, person, open)
    case 'refund': {
      const done = person.orders.filter(({ row }) => row.status === 'completed' || row.status === 'review')
      const known = done[a % (done.length || 1)]
      return known && refund(world, person, known, a, b)
    }
    case 'redeem':
      return redeem(world, a, who)
    case 'use_traffic': {
      const usage = { accountIds: [person.id], ups: [0], downs: [(1 + (a % 9)) * GB] }
      return database.transaction((tx) => addUsage(tx, usage, world.now))
    }
    case 'pass_hours':
      return pass(world, 1 + (a % 20))
    case 'pass_days':
      return pass(world, 24 * (1 + (a % 25)))
    case 'transfer':
      return transfer(world, person, 1 + (a % 60))
    case 'withdraw':
      return withdraw(world, person, 20 + (a % 60))
    case 'end_withdrawal': {
      const waiting = world.people.find(({ withdrawals }) => withdrawals.length > 0)
      return waiting && endWithdrawal(world, waiting, waiting.withdrawals[0]!, b)
    }
  }
}

/** Two steps at the same moment. The model follows each by what it answered, whichever came first. */
export async function actTogether(world: World, one: Step, other: Step): Promise<void> {
  await Promise.all([act(world, one), act(world, other)])
}

/** Runs work that the site may refuse; undefined: refused, and then nothing has happened. Anything but a refusal is a bug. */
async function refusable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && error.name === 'AppError') return undefined
    throw error
  }
}

async function buy(world: World, person: Person, wanted: Wanted): Promise<void> {
  const row = await refusable(placeOrder(world.t.database, by(person), wanted, context(world)))
  if (!row) return
  person.orders.push({ row, attempts: [] })
  person.balance -= row.balanceAmount
  if (row.status === 'pending') person.held += row.balanceAmount
  await openPaid(world)
}

async function cancel(world: World, person: Person, known: Known): Promise<void> {
  const row = await refusable(cancelOrder(world.t.database, by(person), known.row.tradeNo, world.now))
  if (!row) return
  known.row = row
  returnHeld(person, row)
}

/** Asks for an address to pay at; the attempt it names can be paid from then on, also when the order is over. */
async function tryOut(world: World, person: Person, known: Known) {
  const { database } = world.t
  const input = { tradeNo: known.row.tradeNo, methodId: world.method.id }
  const done = await refusable(checkout(database, by(person), input, { ...context(world), origin: 'https://example.com', log }))
  if (!done?.data) return
  const no = new URL(done.data).searchParams.get('out_trade_no')!
  const known_ = known.attempts.find((attempt) => attempt.no === no)
  if (known_) return known_
  const attempt = { no, payAmount: done.amount, amount: done.amount, paid: 0 }
  known.attempts.push(attempt)
  return attempt
}

async function payNew(world: World, person: Person, known: Known): Promise<void> {
  const attempt = await tryOut(world, person, known)
  if (attempt) await pay(world, person, known, attempt, 1)
}

/** `nth`: the gateway's own number; one told before is a repetition. */
async function pay(world: World, person: Person, known: Known, attempt: Known['attempts'][number], nth: number): Promise<void> {
  const payment = { attemptNo: attempt.no, callbackNo: `${attempt.no}-${nth}`, amount: attempt.payAmount, currency: 'CNY' }
  const { result } = await receivePayment(world.t.database, world.method, payment, world.now)
  if (result === 'repeated') return
  attempt.paid = Math.max(attempt.paid, nth)
  person.paidIn += attempt.payAmount
  if (result === 'credited') person.balance += attempt.amount
  if (result === 'settled') {
    known.row = { ...known.row, status: 'processing' }
    person.held -= known.row.balanceAmount
  }
  await openPaid(world)
}

async function payWrong(world: World, person: Person, known: Known, more: number): Promise<void> {
  const attempt = (await tryOut(world, person, known)) ?? known.attempts.at(-1)
  if (!attempt) return
  const amount = attempt.payAmount + more
  const payment = { attemptNo: attempt.no, callbackNo: randomUUID(), amount, currency: 'CNY' }
  const { result } = await receivePayment(world.t.database, world.method, payment, world.now)
  if (result !== 'underpaid' && result !== 'overpaid') throw new Error(`a wrong amount was ${result}`)
  person.paidIn += amount
}

/** Its order is over when the money comes. */
async function payLate(world: World, person: Person, known: Known): Promise<void> {
  await tryOut(world, person, known)
  await cancel(world, person, known)
  const attempt = known.attempts.at(-1)
  if (attempt) await pay(world, person, known, attempt, attempt.paid + 1)
}

async function payAndCancel(world: World, person: Person, known: Known): Promise<void> {
  const attempt = await tryOut(world, person, known)
  if (attempt) await Promise.all([pay(world, person, known, attempt, 1), cancel(world, person, known)])
}

/** A card is tried by everybody at once; one member can have it. */
async function redeem(world: World, a: number, who: number): Promise<void> {
  const code = world.cards[a % world.cards.length]!
  const when = { now: world.now, zone: world.settings['site.timezone'], currency: 'CNY' }
  const chosen = a % 3 === 0 ? world.people : [world.people[who % world.people.length]!]
  const redeemed = await Promise.all(
    chosen.map(async (person) => ((await refusable(redeemCode(world.t.database, by(person), code, when))) ? person : null)),
  )
  const winners = redeemed.filter((person) => person !== null)
  if (winners.length > 1) throw new Error('a card was redeemed twice')
  for (const person of winners) {
    person.balance += CARD
    person.given += CARD
  }
}

async function transfer(world: World, person: Person, amount: number): Promise<void> {
  const done = await refusable(transferCommission(world.t.database, by(person), { amount, currency: 'CNY' }, world.now).then(() => true))
  if (!done) return
  person.commissionOut += amount
  person.balance += amount
}

async function withdraw(world: World, person: Person, amount: number): Promise<void> {
  const input = { amount, method: world.settings['withdrawal.methods'][0]!, destination: 'x' }
  const row = await refusable(requestWithdrawal(world.t.database, by(person), input, context(world)))
  if (!row) return
  person.commissionOut += amount
  person.held += amount
  person.withdrawals.push({ no: row.withdrawalNo, amount, fee: row.feeAmount })
}

/** By choice: taken back, rejected, or approved and paid. */
async function endWithdrawal(world: World, person: Person, withdrawal: Person['withdrawals'][number], choice: number): Promise<void> {
  const { database } = world.t
  const decide = (action: 'approve' | 'reject' | 'pay') =>
    refusable(decideWithdrawal(database, operator(world), { withdrawalNo: withdrawal.no, action, reason: 'r', proof: 'p' }, world.now))
  const back = async (): Promise<boolean> =>
    (choice % 3 === 0 ? await refusable(cancelWithdrawal(database, by(person), withdrawal.no, world.now)) : await decide('reject')) !==
    undefined
  const paid = async (): Promise<boolean> => (await decide('approve')) !== undefined && (await decide('pay')) !== undefined
  const isBack = choice % 3 !== 2
  if (!(await (isBack ? back() : paid()))) return
  person.withdrawals.shift()
  person.held -= withdrawal.amount
  if (isBack) person.commissionOut -= withdrawal.amount
  else person.paidOut += withdrawal.amount - withdrawal.fee
}

/** To the balance or outside, a part or all that is left. The model asks the order afterwards whether that was all. */
async function refund(world: World, person: Person, known: Known, a: number, b: number): Promise<void> {
  const { tradeNo } = known.row
  const way = b % 2 === 0 ? 'balance' : 'manual'
  const amount = (await roomFor(world.t.database.db, known.row))[way]
  const input = { tradeNo, refundNo: randomUUID(), way, attemptNo: null, reason: 'r', endTerm: b % 3 === 0 ? true : null } as const
  if (amount === 0) return
  const part = Math.ceil(amount / (1 + (a % 3)))
  const made = await refusable(refundOrder(world.t.database, operator(world), { ...input, amount: part }, world.now))
  if (!made) return
  if (known.row.type === 'topup') takeTopup(person, known.row, made.amount)
  if (way === 'balance') person.balance += made.amount
  else person.paidOut += made.amount
  known.row = (await findOrder(world.t.database.db, tradeNo, null)).order
}

/** A top-up that goes back takes its share of the bonus with it; the fee, which goes last, was never on the balance. */
function takeTopup(person: Person, { totalAmount, bonusAmount, refundedAmount }: OrderRow, amount: number): void {
  const upTo = (sum: number): number => Math.floor((bonusAmount * Math.min(sum, totalAmount)) / totalAmount)
  const bonus = upTo(refundedAmount + amount) - upTo(refundedAmount)
  const topped = Math.min(refundedAmount + amount, totalAmount) - Math.min(refundedAmount, totalAmount)
  person.balance -= topped + bonus
  person.given -= bonus
}

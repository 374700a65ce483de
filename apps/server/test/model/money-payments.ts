import { randomUUID } from 'node:crypto'
import type { Wanted } from '../../src/orders/make-offer.ts'
import { checkout } from '../../src/payments/checkout.ts'
import { receivePayment } from '../../src/payments/receive-payment.ts'
import { keepCard } from '../../src/saved-cards/saved-cards.ts'
import { by, log, refusable } from './money-calls.ts'
import { reportCharge } from './money-cards.ts'
import { noteIncome, outcomeOf } from './money-income.ts'
import { buy, cancel } from './money-purchases.ts'
import { type Attempt, context, type Known, openPaid, type Person, type World } from './money-world.ts'

export type Gateway = keyof World['methods']

/** Starts a checkout; its attempt can be paid from then on, even after the order has ended. */
export async function tryOut(world: World, person: Person, known: Known, gateway: Gateway): Promise<Attempt | undefined> {
  const { database } = world.t
  const input = { tradeNo: known.row.tradeNo, methodId: world.methods[gateway].id, saveCard: gateway === 'stripe' }
  const done = await refusable(
    checkout(database, by(person), input, { ...context(world), language: 'en', origin: 'https://example.com', log }),
  )
  if (!done?.data) return
  const { searchParams, pathname } = new URL(done.data)
  const session = gateway === 'stripe' ? pathname.split('/').at(-1)! : null
  const no = session === null ? searchParams.get('out_trade_no')! : String(world.stripe.sessions.get(session)!['client_reference_id'])
  const before = known.attempts.find((attempt) => attempt.no === no)
  if (before) return before
  const stripe = session === null ? null : { session, intent: null }
  const attempt = { no, payAmount: done.amount, amount: done.amount, paid: 0, stated: false, returned: new Map<number, number>(), stripe }
  known.attempts.push(attempt)
  return attempt
}

/** Pays the open order; without one, a new order, or a top-up if that is refused. */
export async function buyAndPay(world: World, person: Person, wanted: Wanted, gateway: Gateway): Promise<void> {
  for (const next of [null, wanted, { topupAmount: 2000 }]) {
    if (next) await buy(world, person, next)
    const known = person.orders.find(({ row }) => row.status === 'pending')
    const attempt = known && (await tryOut(world, person, known, gateway))
    if (known && attempt) return pay(world, person, known, attempt, 1)
  }
}

/** `nth`: the gateway's own number; a known number is a repeat. At Stripe there is only one payment of an attempt. */
export async function pay(world: World, person: Person, known: Known, attempt: Attempt, nth: number): Promise<void> {
  if (attempt.stripe?.session === null) return reportCharge(world, person, known, attempt)
  const result = attempt.stripe ? await payAtStripe(world, attempt) : await payAtEpay(world, attempt, nth)
  const wasStated = attempt.stated && nth > attempt.paid
  if (world.facts && (result === 'repeated') !== (nth <= attempt.paid || wasStated))
    throw new Error(`payment ${nth} was ${result}: ${JSON.stringify(attempt)}`)
  attempt.paid = Math.max(attempt.paid, nth)
  if (wasStated) attempt.stated = false
  if (result !== 'repeated') noteIncome(person, known, attempt, result)
  if (attempt.stripe) await keepCards(world, attempt)
  await openPaid(world)
}

async function payAtEpay(world: World, attempt: Attempt, nth: number): Promise<string> {
  const payment = { attemptNo: attempt.no, callbackNo: `${attempt.no}-${nth}`, amount: attempt.payAmount, currency: 'CNY' }
  return (await receivePayment(world.t.database, world.methods.epay, payment, world.now)).result
}

/** The payer pays on Stripe's page, or Stripe repeats its event. */
async function payAtStripe(world: World, { stripe, paid, stated }: Attempt): Promise<string> {
  const session = world.stripe.sessions.get(stripe?.session ?? '')
  if (!stripe || !session) return 'repeated'
  const isNew = session.status === 'open'
  const report = () => world.stripe.deliver(world.stripe.event('checkout.session.completed', session))
  let heard = await (isNew ? world.stripe.pay(session.id) : report())
  // Days went by at the same time, so it was too old.
  if (heard.status === 400) heard = await report()
  if (heard.status !== 200) throw new Error(`Stripe heard ${JSON.stringify(heard)}`)
  stripe.intent = String(session['payment_intent'])
  if (!isNew || paid > 0 || stated) return 'repeated'
  return outcomeOf(world, stripe.intent)
}

/** As its job does. */
async function keepCards(world: World, { no }: Attempt): Promise<void> {
  const { rows } = await world.t.database.pool.query<{ id: string }>('select id from payment_attempts where attempt_no = $1', [no])
  await keepCard(world.t.database, Number(rows[0]!.id), world.now)
}

export async function payWrong(world: World, person: Person, known: Known, more: number): Promise<void> {
  const attempt = (await tryOut(world, person, known, 'epay')) ?? known.attempts.findLast(({ stripe }) => stripe === null)
  if (!attempt) return
  const amount = attempt.payAmount + more
  const payment = { attemptNo: attempt.no, callbackNo: randomUUID(), amount, currency: 'CNY' }
  const { result } = await receivePayment(world.t.database, world.methods.epay, payment, world.now)
  if (result !== 'underpaid' && result !== 'overpaid') throw new Error(`a wrong amount was ${result}`)
  known.came = true
  person.paidIn += amount
  // It waits for an operator.
  person.named += amount
}

/** The order has ended when the money arrives. */
export async function payLate(world: World, person: Person, known: Known, gateway: Gateway): Promise<void> {
  await tryOut(world, person, known, gateway)
  await cancel(world, person, known)
  const attempt = known.attempts.at(-1)
  if (attempt) await pay(world, person, known, attempt, attempt.stripe ? 1 : attempt.paid + 1)
}

export async function payAndCancel(world: World, person: Person, known: Known, gateway: Gateway): Promise<void> {
  const attempt = await tryOut(world, person, known, gateway)
  if (attempt) await Promise.all([pay(world, person, known, attempt, 1), cancel(world, person, known)])
}

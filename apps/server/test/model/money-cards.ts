import { agreePrice } from '../../src/renewals/agree-price.ts'
import { renewDue } from '../../src/renewals/renew-due.ts'
import { setAutoRenew } from '../../src/subscriptions/auto-renew.ts'
import type { Intent } from '../gateways/stripe-vault.ts'
import { by } from './money-calls.ts'
import { noteIncome, outcomeOf } from './money-income.ts'
import { context, type Known, openPaid, pass, type Person, takeOver, type World } from './money-world.ts'

const HOUR = 3_600_000
const BANKS = [undefined, undefined, 'card_declined', 'slow'] as const

/** A member with a running term renews automatically when it ends: from the balance, or by the saved card, which may be declined. */
export async function renew(world: World, person: Person, choice: number): Promise<void> {
  const { t, stripe } = world
  const { database } = t
  const [held] = await read<{ expires_at: Date | null }>(
    world,
    'select expires_at from subscriptions where account_id = $1 and plan_id is not null and expires_at > $2',
    [person.id, world.now],
  )
  if (!held?.expires_at) return
  await setAutoRenew(database, by(person), true, world.now)
  await agreePrice(database, person.id, context(world))
  await pass(world, Math.max(0, Math.floor((held.expires_at.getTime() - world.now.getTime()) / HOUR) - 3))
  const [card] = await read<{ token: string }>(world, 'select token from saved_cards where account_id = $1', [person.id])
  const bank = BANKS[choice % BANKS.length]
  if (card && bank) stripe.vault.banks.set(card.token, bank)
  const before = new Set(stripe.vault.intents.keys())
  const errors: unknown[] = []
  const run = { now: () => world.now, settings: world.settings }
  await renewDue(database, run, (_, error) => errors.push(error))
  if (errors.length > 0) throw errors[0]
  if (card) stripe.vault.banks.delete(card.token)
  await setAutoRenew(database, by(person), false, world.now)
  await takeOver(world, person)
  const charges = [...stripe.vault.intents.values()].filter(({ id }) => !before.has(id))
  if (charges.length > 1) throw new Error('a renewal charged the card twice')
  for (const charge of charges) await noteCharge(world, person, charge)
  await openPaid(world)
}

/** A charge belongs to the order that was placed for it. Declined, it leaves nothing behind. */
async function noteCharge(world: World, person: Person, charge: Intent): Promise<void> {
  const no = charge.metadata['attempt_no'] ?? ''
  const [row] = await read<{ order_id: string }>(world, 'select order_id from payment_attempts where attempt_no = $1', [no])
  const known = person.orders.find((one) => one.row.id === Number(row?.order_id))
  if (!known) throw new Error('a charge has no order')
  if (charge.status === 'requires_payment_method') {
    if (known.row.status !== 'cancelled') throw new Error(`the order of a declined card is ${known.row.status}`)
    return
  }
  const isPaid = charge.status === 'succeeded'
  const stripe = { session: null, intent: charge.id }
  const { amount } = charge
  known.attempts.push({ no, payAmount: amount, amount, paid: isPaid ? 1 : 0, stated: false, returned: new Map(), stripe })
  if (isPaid) {
    known.came = true
    person.paidIn += amount
    person.named += amount - known.row.totalAmount
  }
}

/** Stripe reports what became of a charge: a slow one is paid, perhaps after its order has ended; of the others it repeats itself. */
export async function reportCharge(world: World, person: Person, known: Known, attempt: Known['attempts'][number]): Promise<void> {
  const charge = world.stripe.vault.intents.get(attempt.stripe?.intent ?? '')
  if (!charge) return
  const isNew = charge.status === 'processing'
  if (isNew) Object.assign(charge, { status: 'succeeded', amount_received: charge.amount })
  const heard = await world.stripe.deliver(world.stripe.event('payment_intent.succeeded', charge))
  if (heard.status !== 200) throw new Error(`Stripe heard ${JSON.stringify(heard)}`)
  if (!isNew) return
  attempt.paid = 1
  if (attempt.stated) attempt.stated = false
  else noteIncome(person, known, attempt, await outcomeOf(world, charge.id))
  await openPaid(world)
}

async function read<T extends object>({ t }: World, sql: string, values: unknown[]): Promise<T[]> {
  return (await t.database.pool.query<T>(sql, values)).rows
}

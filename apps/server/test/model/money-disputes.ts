import { disputeEvent, type DisputeState, newDispute } from '../gateways/stripe-dispute.ts'
import { feesHeld } from './money-facts.ts'
import { coverLosses } from './money-refunds.ts'
import { checkTaking } from './money-reversals.ts'
import { type Attempt, dayOf, type Dispute, type Known, type Person, takeOver, type World } from './money-world.ts'

/** Stripe reports the next stage of the dispute of a payment: an inquiry, the chargeback, and its end. Sometimes it repeats itself. */
export async function moveDispute(world: World, person: Person, [known, attempt]: [Known, Attempt], choice: number): Promise<void> {
  const dispute = person.disputes.find((one) => one.attempt === attempt) ?? open(person, attempt, choice)
  if (dispute.stage === 'over') return nothing(world, dispute, { status: choice % 2 === 0 ? 'won' : 'lost', moved: 0 })
  if (dispute.stage === 'taken')
    return choice % 4 === 0 ? lose(world, dispute) : choice % 4 === 1 ? review(world, dispute) : win(world, person, dispute)
  if (choice % 5 === 0) return inquire(world, dispute)
  if (choice % 5 === 1) return winEarly(world, dispute)
  return takeMoney(world, person, known, dispute)
}

function open(person: Person, attempt: Attempt, choice: number): Dispute {
  const amount = choice % 3 === 0 ? Math.ceil(attempt.payAmount / 3) : attempt.payAmount
  const dispute: Dispute = { no: newDispute(), attempt, amount, stage: 'inquiry', cost: null, moved: 0 }
  person.disputes.push(dispute)
  return dispute
}

async function send(world: World, { no, attempt, amount }: Dispute, type: string, state: DisputeState): Promise<void> {
  const event = disputeEvent(world.stripe, type, attempt.stripe?.intent ?? '', amount, { id: no, at: world.now, ...state })
  const heard = await world.stripe.deliver(event)
  if (heard.status !== 200) throw new Error(`a dispute was answered ${JSON.stringify(heard)}`)
}

/** Nothing is booked: the rules then find everything where it was. */
async function nothing(world: World, dispute: Dispute, state: DisputeState): Promise<void> {
  await send(world, dispute, 'updated', state)
  await send(world, dispute, 'updated', state)
}

const inquire = (world: World, dispute: Dispute): Promise<void> => nothing(world, dispute, { status: 'warning_needs_response', moved: 0 })
const review = (world: World, dispute: Dispute): Promise<void> => nothing(world, dispute, { status: 'under_review', moved: 1 })

async function takeMoney(world: World, person: Person, known: Known, dispute: Dispute): Promise<void> {
  const { attempt, amount } = dispute
  Object.assign(dispute, { stage: 'taken', cost: 'now' })
  dispute.moved = await checkTaking(world, person, { known, callbackNo: attempt.stripe?.intent ?? '', amount }, () =>
    send(world, dispute, 'funds_withdrawn', { status: 'needs_response' }),
  )
  await send(world, dispute, 'created', { status: 'needs_response' })
}

async function lose(world: World, dispute: Dispute): Promise<void> {
  dispute.stage = 'over'
  await nothing(world, dispute, { status: 'lost', moved: 1 })
}

/** What was taken comes back: money, debt, terms and bonus. */
async function win(world: World, person: Person, dispute: Dispute): Promise<void> {
  dispute.stage = 'over'
  person.paidOut -= dispute.amount
  // Not known if time went by in the same step.
  const { cost } = dispute
  person.named += typeof cost === 'number' ? dispute.moved - cost : Infinity
  person.won += typeof cost === 'number' ? cost + dayOf(person) : Infinity
  const fees = await feesHeld(world, person)
  await send(world, dispute, 'funds_reinstated', { status: 'won', moved: 2 })
  await send(world, dispute, 'closed', { status: 'won', moved: 2 })
  // A refund at the dashboard had taken the fee meanwhile.
  person.named += (await feesHeld(world, person)) - fees
  await coverLosses(world, person)
  await takeOver(world, person)
}

/** Its events come in the wrong order: the money came back before it was said to be taken. */
async function winEarly(world: World, dispute: Dispute): Promise<void> {
  dispute.stage = 'over'
  await send(world, dispute, 'funds_reinstated', { status: 'won', moved: 2 })
  await send(world, dispute, 'funds_withdrawn', { status: 'needs_response', at: new Date(world.now.getTime() - 60_000) })
}

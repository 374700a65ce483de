import { transferCommission } from '../../src/commissions/transfer-commission.ts'
import { redeemCode } from '../../src/redeem-codes/redeem-code.ts'
import { cancelWithdrawal } from '../../src/withdrawals/cancel-withdrawal.ts'
import { decideWithdrawal } from '../../src/withdrawals/decide-withdrawal.ts'
import { requestWithdrawal } from '../../src/withdrawals/request-withdrawal.ts'
import { by, operator, refusable } from './money-calls.ts'
import { CARD, context, type Person, receive, type World } from './money-world.ts'

/** All members redeem one card at once; only one can have it. */
export async function redeem(world: World, a: number, who: number): Promise<void> {
  const code = world.cards[a % world.cards.length]!
  const when = { now: world.now, zone: world.settings['site.timezone'], currency: 'CNY', siteMode: 'monthly' as const }
  const chosen = a % 3 === 0 ? world.people : [world.people[who % world.people.length]!]
  const redeemed = await Promise.all(
    chosen.map(async (person) => ((await refusable(redeemCode(world.t.database, by(person), code, when))) ? person : null)),
  )
  const winners = redeemed.filter((person) => person !== null)
  if (winners.length > 1) throw new Error('a card was redeemed twice')
  for (const person of winners) {
    receive(person, CARD)
    person.given += CARD
  }
}

export async function transfer(world: World, person: Person, amount: number): Promise<void> {
  const done = await refusable(transferCommission(world.t.database, by(person), { amount, currency: 'CNY' }, world.now).then(() => true))
  if (!done) return
  person.commissionOut += amount
  receive(person, amount)
}

export async function withdraw(world: World, person: Person, amount: number): Promise<void> {
  const input = { withdrawalNo: null, amount, method: world.settings['withdrawal.methods'][0]!, destination: 'x' }
  const row = await refusable(requestWithdrawal(world.t.database, by(person), input, context(world)))
  if (!row) return
  person.commissionOut += amount
  person.held += amount
  person.withdrawals.push({ no: row.withdrawalNo, amount, fee: row.feeAmount })
}

/** By choice: cancelled, rejected, or approved and paid. */
export async function endWithdrawal(
  world: World,
  person: Person,
  withdrawal: Person['withdrawals'][number],
  choice: number,
): Promise<void> {
  const { database } = world.t
  const decide = (action: 'approve' | 'reject' | 'pay') =>
    refusable(decideWithdrawal(database, operator(world), { withdrawalNo: withdrawal.no, action, reason: 'r', proof: 'p' }, context(world)))
  const back = async (): Promise<boolean> =>
    (choice % 3 === 0 ? await refusable(cancelWithdrawal(database, by(person), withdrawal.no, world.now)) : await decide('reject')) !==
    undefined
  const paid = async (): Promise<boolean> => (await decide('approve')) !== undefined && (await decide('pay')) !== undefined
  const isBack = choice % 3 !== 2
  if (!(await (isBack ? back() : paid()))) return
  person.withdrawals.shift()
  person.held -= withdrawal.amount
  if (isBack) person.commissionOut -= withdrawal.amount
  else {
    person.paidOut += withdrawal.amount - withdrawal.fee
    person.named += withdrawal.fee
  }
}

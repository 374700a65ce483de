import { type Attempt, type Known, type Person, receive, type World } from './money-world.ts'

/** What the right amount for an attempt did. */
export function noteIncome(person: Person, known: Known, attempt: Attempt, result: string): void {
  known.came = true
  person.paidIn += attempt.payAmount
  if (result === 'credited') receive(person, attempt.amount)
  if (result === 'settled') {
    person.named += attempt.payAmount - known.row.totalAmount
    known.row = { ...known.row, status: 'processing' }
    person.held -= known.row.balanceAmount
  }
}

export async function outcomeOf(world: World, callbackNo: string): Promise<string> {
  const { rows } = await world.t.database.pool.query<{ outcome: string }>('select outcome from payment_receipts where callback_no = $1', [
    callbackNo,
  ])
  if (rows.length !== 1) throw new Error(`a payment has ${rows.length} receipts`)
  return rows[0]!.outcome
}

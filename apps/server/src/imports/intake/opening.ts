import { funds, ledgerAccounts, ledgerEntries, type LedgerKind, ledgerTransactions } from '../../ledger/ledger.table.ts'
import type { OldMember } from '../records.ts'
import type { Intake } from './ground.ts'
import { KeyIndex } from './key-index.ts'
import { wholeOf } from './values.ts'

type Leg = { kind: LedgerKind; ownerId: number; amount: number; orderId?: number }

/** Books in rows: each posting sums to zero, and its accounts are made with their first one. */
export function booksIntake({ ground, put, newId }: Intake) {
  const known = new KeyIndex()
  for (const { id, key } of ground.ledgerAccounts) known.add(key, id)
  const { currency } = ground

  function accountOf(kind: LedgerKind, ownerId: number): number {
    const key = `${kind} ${ownerId} ${currency}`
    const there = known.get(key)
    if (there !== undefined) return there
    const id = newId(ledgerAccounts)
    put(ledgerAccounts, { id, kind, ownerId, currency })
    known.add(key, id)
    return id
  }

  /** Returns the number of the transaction. */
  return (posting: { kind: 'balance.adjusted' | 'order.paid'; key: string; note: string; at: Date; legs: Leg[] }): number => {
    const id = newId(ledgerTransactions)
    put(ledgerTransactions, { id, kind: posting.kind, key: posting.key, note: posting.note, createdAt: posting.at })
    for (const { kind, ownerId, amount, orderId = null } of posting.legs) {
      if (amount === 0) continue
      put(ledgerEntries, {
        id: newId(ledgerEntries),
        transactionId: id,
        ledgerAccountId: accountOf(kind, ownerId),
        currency,
        amount,
        orderId,
      })
    }
    return id
  }
}

export type Post = ReturnType<typeof booksIntake>

/** Opening balances, posted against the site's own account. */
export function openingIntake(intake: Intake, post: Post) {
  const { ground, findings, sums, put, newId } = intake

  return ({ at, balance, commission }: OldMember, id: number): void => {
    let [money, earned] = [wholeOf(balance, findings, at, 'balance'), wholeOf(commission, findings, at, 'commission')]
    if (money < 0) {
      findings.note('balance_negative', at, String(balance))
      if (findings.choice('balance_negative') === 'zero') money = 0
    }
    if (earned < 0) {
      findings.note('commission_negative', at, String(commission))
      if (findings.choice('commission_negative') === 'zero') earned = 0
    }
    if (money === 0 && earned === 0) return
    sums.add(money < 0 ? 'debt' : 'balance', Math.abs(money))
    sums.add('commission', earned)
    const own = { kind: money < 0 ? ('debt' as const) : ('member' as const), ownerId: id, amount: money }
    const legs = [
      own,
      { kind: 'commission' as const, ownerId: id, amount: earned },
      { kind: 'site' as const, ownerId: 0, amount: -money - earned },
    ]
    const originId = post({ kind: 'balance.adjusted', key: `moved_in:${id}`, note: '', at: ground.now, legs })
    if (money > 0)
      put(funds, { id: newId(funds), originId, accountId: id, currency: ground.currency, orderId: null, forOrderId: null, amount: money })
  }
}

import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Db, Tx } from '../db/client.ts'
import { ledgerAccounts } from './ledger.table.ts'
import { lockAccount } from './lock-account.ts'
import { post } from './post.ts'

/** Minor units; `commission` below zero: owed after a refund. `debt`: owed after a chargeback. */
export type LeftMoney = { currency: string; balance: number; commission: number; debt: number }

/** Balance, commission and debt of a member, per currency. */
export async function moneyOf(db: Db, accountId: number): Promise<LeftMoney[]> {
  const own = and(
    eq(ledgerAccounts.ownerId, accountId),
    inArray(ledgerAccounts.kind, ['member', 'commission', 'debt']),
    ne(ledgerAccounts.balance, 0),
  )
  const rows = await db.select().from(ledgerAccounts).where(own).orderBy(asc(ledgerAccounts.currency))
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, held]) => {
    const of = (kind: string): number => held.find((one) => one.kind === kind)?.balance ?? 0
    return { currency, balance: of('member'), commission: of('commission'), debt: 0 - of('debt') }
  })
}

/** Empties the balance and commission of a closing account into the site's account and writes off its debt. Returns what there was. */
export async function giveUpMoney(tx: Tx, { accountId: byAccountId }: Actor, accountId: number, at: Date): Promise<LeftMoney[]> {
  for (const { currency } of await moneyOf(tx, accountId)) {
    // Commission first, as everywhere, so that two transactions never wait for each other.
    await lockAccount(tx, 'commission', accountId, currency)
    await lockAccount(tx, 'member', accountId, currency)
    await lockAccount(tx, 'debt', accountId, currency)
  }
  const left = await moneyOf(tx, accountId)
  for (const { currency, balance, commission, debt } of left) {
    const legs = [
      { kind: 'commission', ownerId: accountId, amount: -commission } as const,
      { kind: 'member', ownerId: accountId, amount: -balance } as const,
      { kind: 'debt', ownerId: accountId, amount: debt } as const,
      { kind: 'site', amount: balance + commission - debt } as const,
    ]
    await post(tx, { kind: 'account.closed', key: `closed:${accountId}:${currency}`, currency, legs, byAccountId, at })
  }
  return left
}

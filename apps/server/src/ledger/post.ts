import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { fixed } from '../db/fixed-query.ts'
import { isCheckViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { ledgerAccounts, type LedgerKind } from './ledger.table.ts'

export type Leg = { kind: LedgerKind; ownerId?: number; amount: number }
export type Posting = { kind: string; key: string; currency: string; legs: Leg[]; note?: string; byAccountId?: number | null; at: Date }

/**
 * Moves money: the legs (minor units, positive = received) must sum to zero. A `key` posts once: the second posting of the
 * same cause returns false and moves nothing. Throws `balance.insufficient` where a member's balance would go below zero.
 */
export async function post(tx: Tx, posting: Posting): Promise<boolean> {
  const legs = posting.legs.filter((leg) => leg.amount !== 0)
  const facts = [posting.kind, posting.key, posting.note ?? '', posting.byAccountId ?? null, posting.at]
  const [transaction] = await fixed<{ id: number }>(tx, 'post', BEGIN, facts)
  if (!transaction) return false
  try {
    const rest = await enter(tx, transaction.id, legs, posting.currency)
    // Accounts come into being with the first entry.
    if (rest.length > 0) {
      for (const { kind, ownerId = 0 } of rest) {
        await tx.insert(ledgerAccounts).values({ kind, ownerId, currency: posting.currency }).onConflictDoNothing()
      }
      if ((await enter(tx, transaction.id, rest, posting.currency)).length > 0)
        throw new Error('a ledger account that was just made is missing')
    }
  } catch (error) {
    if (isCheckViolation(error, 'ledger_member_not_negative')) throw new AppError('balance.insufficient')
    throw error
  }
  return true
}

const BEGIN = `insert into ledger_transactions (kind, key, note, by_account_id, created_at) values ($1, $2, $3, $4, $5)
  on conflict (key) do nothing returning id`
// In the order of the accounts: two postings never wait for each other's.
const ENTER = `with found as (
    select l.kind, l.owner_id, l.amount, l.position, a.id
    from unnest($2::text[], $3::bigint[], $4::bigint[]) with ordinality as l (kind, owner_id, amount, position)
    join ledger_accounts a on a.kind = l.kind and a.owner_id = l.owner_id and a.currency = $5
  ), written as (
    insert into ledger_entries (transaction_id, ledger_account_id, currency, amount)
    select $1, id, $5, amount from found order by id, position returning 1
  ) select kind, owner_id as "ownerId" from found`

/** Writes the legs whose accounts there are; answers the others. */
async function enter(tx: Tx, transactionId: number, legs: Leg[], currency: string): Promise<Leg[]> {
  const columns = [legs.map(({ kind }) => kind), legs.map(({ ownerId = 0 }) => ownerId), legs.map(({ amount }) => amount)]
  const found = await fixed<{ kind: string; ownerId: number }>(tx, 'post-legs', ENTER, [transactionId, ...columns, currency])
  if (found.length === legs.length) return []
  return legs.filter((leg) => !found.some(({ kind, ownerId }) => kind === leg.kind && ownerId === (leg.ownerId ?? 0)))
}

/** What a member can spend, or has of another kept kind, in minor units. */
export async function memberBalance(
  db: Db,
  accountId: number,
  currency: string,
  kind: 'member' | 'commission' | 'held' = 'member',
): Promise<number> {
  const [row] = await db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, accountId), eq(ledgerAccounts.currency, currency)))
  return row?.balance ?? 0
}

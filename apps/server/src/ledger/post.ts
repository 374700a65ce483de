import type { Movement } from '@portico/contract/ledger-admin'
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { fixed } from '../db/fixed-query.ts'
import { isCheckViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { ledgerAccounts, type LedgerKind } from './ledger.table.ts'

export type Leg = { kind: LedgerKind; ownerId?: number; amount: number }
export type Posting = { kind: Movement; key: string; currency: string; legs: Leg[]; note?: string; byAccountId?: number | null; at: Date }

/**
 * Moves money: the legs (minor units, positive = received) must sum to zero. A `key` posts once: the second posting of the
 * same cause returns false and moves nothing. Throws `balance.insufficient` where a member's balance would go below zero.
 */
export async function post(tx: Tx, posting: Posting): Promise<boolean> {
  const legs = posting.legs.filter((leg) => leg.amount !== 0)
  const facts = [posting.kind, posting.key, posting.note ?? '', posting.byAccountId ?? null, posting.at]
  try {
    const [begun] = await fixed<Entered>(tx, 'post', `${BEGIN} ${ENTER}`, [...columnsOf(posting.currency, legs), ...facts])
    if (!begun) return false
    // Accounts come into being with the first entry.
    const rest = legs.filter((_, i) => !begun.positions.includes(i + 1))
    if (rest.length === 0) return true
    for (const { kind, ownerId = 0 } of rest) {
      await tx.insert(ledgerAccounts).values({ kind, ownerId, currency: posting.currency }).onConflictDoNothing()
    }
    const entered = await fixed<Entered>(tx, 'post-rest', `${GIVEN} ${ENTER}`, [...columnsOf(posting.currency, rest), begun.id])
    if (entered[0]?.positions.length !== rest.length) throw new Error('a ledger account that was just made is missing')
  } catch (error) {
    if (isCheckViolation(error, 'ledger_member_not_negative')) throw new AppError('balance.insufficient')
    throw error
  }
  return true
}

type Entered = { id: number; positions: number[] }
const BEGIN = `with begun as (
    insert into ledger_transactions (kind, key, note, by_account_id, created_at) values ($5, $6, $7, $8, $9)
    on conflict (key) do nothing returning id
  )`
const GIVEN = 'with begun as (select $5::bigint as id)'
// Enters the legs whose accounts there are and answers which; in the order of the accounts, so that two postings never wait for
// each other's.
const ENTER = `, found as (
    select l.amount, l.position, a.id
    from unnest($2::text[], $3::bigint[], $4::bigint[]) with ordinality as l (kind, owner_id, amount, position)
    join ledger_accounts a on a.kind = l.kind and a.owner_id = l.owner_id and a.currency = $1
  ), written as (
    insert into ledger_entries (transaction_id, ledger_account_id, currency, amount)
    select begun.id, found.id, $1, found.amount from begun, found order by found.id, found.position returning 1
  ) select begun.id, array(select position::int from found) as positions from begun`

function columnsOf(currency: string, legs: Leg[]): unknown[] {
  return [currency, legs.map(({ kind }) => kind), legs.map(({ ownerId = 0 }) => ownerId), legs.map(({ amount }) => amount)]
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

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
 * Moves money. The legs (minor units, positive = received) must sum to zero. A `key` posts once: posting it again returns false and
 * moves nothing, and so does a posting of nothing. Throws `balance.insufficient` when a member's balance would fall below zero.
 */
export async function post(tx: Tx, posting: Posting): Promise<boolean> {
  const legs = posting.legs.filter((leg) => leg.amount !== 0)
  if (legs.length === 0) return false
  try {
    const known = await enter(tx, posting, legs)
    if (known.accounts === legs.length) return known.entered
    // The first entry creates the account.
    for (const { kind, ownerId = 0 } of legs) {
      await tx.insert(ledgerAccounts).values({ kind, ownerId, currency: posting.currency }).onConflictDoNothing()
    }
    const made = await enter(tx, posting, legs)
    if (made.accounts !== legs.length) throw new Error('a ledger account that was just made is missing')
    return made.entered
  } catch (error) {
    if (isCheckViolation(error, 'ledger_member_not_negative')) throw new AppError('balance.insufficient')
    throw error
  }
}

type Entered = { accounts: number; entered: boolean }

/** Writes all of it, or nothing when an account is missing or the key is known. */
async function enter(tx: Tx, posting: Posting, legs: Leg[]): Promise<Entered> {
  const { currency, kind, key, note = '', byAccountId = null, at } = posting
  const given = legs.flatMap((leg) => [leg.kind, leg.ownerId ?? 0, leg.amount])
  const [row] = await fixed<Entered>(tx, `post-${legs.length}`, textFor(legs.length), [
    currency,
    kind,
    key,
    note,
    byAccountId,
    at,
    ...given,
  ])
  if (!row) throw new Error('a posting returned no row')
  return row
}

const texts = new Map<number, string>()

function textFor(count: number): string {
  const text = texts.get(count) ?? makeText(count)
  texts.set(count, text)
  return text
}

/** One row of values per leg: with an array, the database would not know their number and would plan each time. */
function makeText(count: number): string {
  const legs = Array.from({ length: count }, (_, i) => `($${7 + 3 * i}::text, $${8 + 3 * i}::bigint, $${9 + 3 * i}::bigint)`)
  // Entries are in the order of the accounts, so that two postings cannot deadlock.
  return `with found as (
    select l.amount, a.id from (values ${legs.join(', ')}) as l (kind, owner_id, amount)
    join ledger_accounts a on a.kind = l.kind and a.owner_id = l.owner_id and a.currency = $1
  ), begun as (
    insert into ledger_transactions (kind, key, note, by_account_id, created_at)
    select $2::text, $3::text, $4::text, $5::bigint, $6::timestamptz where (select count(*) from found) = ${count}
    on conflict (key) do nothing returning id
  ), written as (
    insert into ledger_entries (transaction_id, ledger_account_id, currency, amount)
    select begun.id, found.id, $1, found.amount from begun, found order by found.id
  ) select (select count(*)::int from found) as accounts, exists (select from begun) as entered`
}

/** What a member can spend, or has of another stored kind, in minor units. */
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

import type { Movement } from '@portico/contract/ledger-admin'
import { and, eq, or } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { isCheckViolation } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { beginFund, moveFunds, type Place } from './funds.ts'
import { ledgerAccounts, ledgerEntries, type LedgerKind, ledgerTransactions } from './ledger.table.ts'

/** `order`: the order that this money pays for, or came from. */
export type Leg = { kind: LedgerKind; ownerId?: number; amount: number; order?: { id: number; accountId: number } }
/** Cause of a posting. */
export type Cause = Partial<
  Pick<
    typeof ledgerTransactions.$inferSelect,
    'receiptId' | 'refundId' | 'reversalId' | 'withdrawalId' | 'commissionId' | 'codeUseId' | 'statementLineId'
  >
>
export type Posting = Cause & {
  kind: Movement
  key: string
  currency: string
  legs: Leg[]
  /** Order whose money moves first; absent: the order it leaves, else the order in the legs. */
  forOrderId?: number
  /** The payment whose money goes last. */
  lastReceiptId?: number | undefined
  note?: string
  byAccountId?: number | null
  at: Date
}

/**
 * Moves money, and the funds it consists of. The legs (minor units, positive = received) must sum to zero. A `key` posts once: posting it
 * again returns false and moves nothing, and so does a posting of nothing. What reaches a balance pays the member's debt first. Throws
 * `balance.insufficient` when a member's balance would fall below zero.
 */
export async function post(tx: Tx, posting: Posting): Promise<boolean> {
  const { currency, legs: all, note = '', byAccountId = null, at, forOrderId: _, lastReceiptId: __, ...named } = posting
  const legs = all.filter((leg) => leg.amount !== 0)
  if (legs.length === 0) return false
  const [begun] = await tx
    .insert(ledgerTransactions)
    .values({ ...named, note, byAccountId, createdAt: at })
    .onConflictDoNothing({ target: ledgerTransactions.key })
    .returning({ id: ledgerTransactions.id })
  if (!begun) return false
  const accountId = await accountIds(tx, legs, currency)
  const entries = legs.map((leg) => ({
    transactionId: begun.id,
    ledgerAccountId: accountId(leg),
    currency,
    amount: leg.amount,
    orderId: leg.order?.id ?? null,
  }))
  // In the order of the accounts, so that two postings never wait for each other.
  entries.sort((a, b) => a.ledgerAccountId - b.ledgerAccountId)
  try {
    await tx.insert(ledgerEntries).values(entries)
  } catch (error) {
    throw isCheckViolation(error, 'ledger_member_not_negative') ? new AppError('balance.insufficient') : error
  }
  await traceFunds(tx, begun.id, { ...posting, legs })
  for (const { kind, ownerId, amount } of legs) {
    if (kind === 'member' && ownerId !== undefined && amount > 0) await payDebt(tx, begun.id, ownerId, { currency, at })
  }
  return true
}

/** Movements after which money on the balance still counts as its order's, for refunds. */
const KEEPING: Movement[] = ['order.credited', 'order.topped_up', 'order.refund_failed']

type Change = Place & { amount: number }

/** Moves the funds of a posting between the places it names. The difference comes from outside or goes there. */
async function traceFunds(tx: Tx, originId: number, { kind, legs, currency, receiptId, ...posting }: Posting): Promise<void> {
  const changes = changesOf(legs)
  const forOrderId = posting.forOrderId ?? legs.find(({ order }) => order)?.order?.id ?? null
  const keeps = KEEPING.includes(kind)
  for (const source of changes.filter(({ amount }) => amount < 0)) {
    const first = { receiptId, forOrderId: posting.forOrderId ?? source.orderId ?? forOrderId, lastReceiptId: posting.lastReceiptId }
    for (const sink of [...changes.filter(({ amount }) => amount > 0), null]) {
      const amount = Math.min(-source.amount, sink?.amount ?? Infinity)
      if (amount === 0) continue
      const moved = await moveFunds(tx, source, sink, { currency, amount, first, keeps })
      if (source.orderId === null && moved < amount) throw new Error(`the funds of member ${source.accountId} are short`)
      source.amount += amount
      if (sink) sink.amount -= moved
    }
  }
  // An order that the site paid holds nothing: nobody can get that money back.
  const isGiven = legs.some(({ kind, amount }) => kind === 'site' && amount < 0)
  for (const { amount, ...to } of changes) {
    if (amount === 0 || (isGiven && to.orderId !== null)) continue
    await beginFund(tx, originId, to, { currency, amount, forOrderId: to.orderId ?? (keeps ? forOrderId : null) })
  }
}

/** Gain or loss of each place. Money held for an order, and its revenue, are both in the order. */
function changesOf(legs: Leg[]): Change[] {
  const changes: Change[] = []
  for (const { kind, ownerId, amount, order } of legs) {
    const place =
      kind === 'member' ? { accountId: ownerId ?? 0, orderId: null } : order && { accountId: order.accountId, orderId: order.id }
    if (!place) continue
    const known = changes.find(({ accountId: id, orderId }) => id === place.accountId && orderId === place.orderId)
    if (known) known.amount += amount
    else changes.push({ ...place, amount })
  }
  return changes
}

/** Pays a member's debt from what has just reached their balance. */
async function payDebt(tx: Tx, causeId: number, ownerId: number, { currency, at }: { currency: string; at: Date }): Promise<void> {
  const debt = -(await memberBalance(tx, ownerId, currency, 'debt'))
  if (debt === 0) return
  const amount = Math.min(debt, await memberBalance(tx, ownerId, currency))
  const legs: Leg[] = [
    { kind: 'member', ownerId, amount: -amount },
    { kind: 'debt', ownerId, amount },
  ]
  await post(tx, { kind: 'debt.paid', key: `debt_paid:${causeId}`, currency, legs, at })
}

type Owner = Pick<Leg, 'kind' | 'ownerId'>

/** Ledger accounts of owners, created with their first entry. */
async function accountIds(tx: Tx, owners: Owner[], currency: string): Promise<(owner: Owner) => number> {
  const isOf =
    ({ kind, ownerId = 0 }: Owner) =>
    (row: { kind: LedgerKind; ownerId: number }) =>
      row.kind === kind && row.ownerId === ownerId
  const find = () =>
    tx
      .select({ id: ledgerAccounts.id, kind: ledgerAccounts.kind, ownerId: ledgerAccounts.ownerId })
      .from(ledgerAccounts)
      .where(
        and(
          eq(ledgerAccounts.currency, currency),
          or(...owners.map(({ kind, ownerId = 0 }) => and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, ownerId)))),
        ),
      )
  let known = await find()
  const missing = owners.filter((owner) => !known.some(isOf(owner)))
  if (missing.length > 0) {
    const made = missing.map(({ kind, ownerId = 0 }) => ({ kind, ownerId, currency }))
    await tx.insert(ledgerAccounts).values(made).onConflictDoNothing()
    known = await find()
  }
  return (owner) => writtenRow(known.filter(isOf(owner))).id
}

/** A member's balance, or another stored kind, in minor units. */
export async function memberBalance(
  db: Db,
  accountId: number,
  currency: string,
  kind: 'member' | 'commission' | 'held' | 'debt' = 'member',
): Promise<number> {
  const [row] = await db
    .select({ balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, accountId), eq(ledgerAccounts.currency, currency)))
  return row?.balance ?? 0
}

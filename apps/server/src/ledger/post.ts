import type { Movement } from '@portico/contract/ledger-admin'
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { isCheckViolation } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { beginFund, moveFunds, type Place } from './funds.ts'
import { ledgerAccounts, ledgerEntries, type LedgerKind, ledgerTransactions } from './ledger.table.ts'

/** `order`: the order that this money pays for, or came from. */
export type Leg = { kind: LedgerKind; ownerId?: number; amount: number; order?: { id: number; accountId: number } }
/** What caused a posting. */
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
  /** Whose money goes first; absent: that of the order in the legs. */
  forOrderId?: number
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
  const { currency, legs: all, note = '', byAccountId = null, at, forOrderId: _, ...named } = posting
  const legs = all.filter((leg) => leg.amount !== 0)
  if (legs.length === 0) return false
  const [begun] = await tx
    .insert(ledgerTransactions)
    .values({ ...named, note, byAccountId, createdAt: at })
    .onConflictDoNothing({ target: ledgerTransactions.key })
    .returning({ id: ledgerTransactions.id })
  if (!begun) return false
  const entries: (typeof ledgerEntries.$inferInsert)[] = []
  for (const { amount, order, ...owner } of legs) {
    const ledgerAccountId = await accountId(tx, owner, currency)
    entries.push({ transactionId: begun.id, ledgerAccountId, currency, amount, orderId: order?.id ?? null })
  }
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

type Change = Place & { amount: number }

/** Moves the funds of a posting between the places it names. The difference comes from outside or goes there. */
async function traceFunds(tx: Tx, originId: number, { kind, legs, currency, receiptId, ...posting }: Posting): Promise<void> {
  const changes = changesOf(legs)
  const forOrderId = posting.forOrderId ?? legs.find(({ order }) => order)?.order?.id ?? null
  const first = { receiptId, forOrderId }
  const keeps = kind === 'order.credited' || kind === 'order.topped_up'
  for (const source of changes.filter(({ amount }) => amount < 0)) {
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

/** What each place gains or loses. Money held for an order and revenue from it are both in the order. */
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

/** The ledger account of that owner. The first entry creates it. */
async function accountId(tx: Tx, { kind, ownerId = 0 }: Pick<Leg, 'kind' | 'ownerId'>, currency: string): Promise<number> {
  const find = () =>
    tx
      .select({ id: ledgerAccounts.id })
      .from(ledgerAccounts)
      .where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, ownerId), eq(ledgerAccounts.currency, currency)))
  const [known] = await find()
  if (known) return known.id
  await tx.insert(ledgerAccounts).values({ kind, ownerId, currency }).onConflictDoNothing()
  return writtenRow(await find()).id
}

/** What a member can spend, or has of another stored kind, in minor units. */
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

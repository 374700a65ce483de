import { and, between, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../actor.ts'
import { type PaymentMethodRow, paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import { receivePayment } from '../payments/receive-payment.ts'
import { type Line, type Mapping, readStatement } from './read-statement.ts'
import { statementLines } from './statements.table.ts'

/** Clocks and booking days of statements differ from ours by so much. */
const WINDOW_MS = 24 * 3_600_000

export type Imported = { lines: number; skipped: number; repeated: number; matched: number; booked: number; unmatched: number }
type Setting = { now: Date; zone: string }
type Match = { status: 'matched' | 'booked' | 'unmatched'; receiptId: number | null; attemptId: number | null }

/**
 * Compares a statement with what was booked, line by line: by the gateway's number, by ours, then by amount and time where only one
 * payment fits. A payment of an attempt that was missed is booked as a notification would have been. What fits nothing waits for an
 * operator. Each line stands for itself, so an import that broke off is simply repeated.
 */
export async function importStatement(
  database: Database,
  by: Caller,
  { methodId, csv, mapping }: { methodId: number; csv: string; mapping?: Mapping | undefined },
  { now, zone }: Setting,
): Promise<Imported> {
  const [method] = await database.db.select().from(paymentMethods).where(eq(paymentMethods.id, methodId))
  if (!method) throw new AppError('input.invalid', { fields: { method_id: 'not_found' } })
  const { lines, skipped } = readStatement(csv, mapping, { currency: method.currency, zone })
  const imported: Imported = { lines: lines.length, skipped, repeated: 0, matched: 0, booked: 0, unmatched: 0 }
  for (const line of lines) imported[await importLine(database, by, method, line, now)]++
  await database.transaction((tx) =>
    record(tx, by, { action: 'statement.import', entity: 'statement', id: methodId, after: imported }, now),
  )
  return imported
}

async function importLine(
  database: Database,
  by: Caller,
  method: PaymentMethodRow,
  line: Line,
  now: Date,
): Promise<'repeated' | Match['status']> {
  const { db } = database
  const isKnown = async (): Promise<boolean> => {
    const ofLine = and(eq(statementLines.methodId, method.id), eq(statementLines.reference, line.reference))
    const [known] = await db.select({ id: statementLines.id }).from(statementLines).where(ofLine)
    return known !== undefined
  }
  if (await isKnown()) return 'repeated'
  const keep = async (match: Match): Promise<boolean> => {
    const [row] = await db
      .insert(statementLines)
      .values({ ...line, ...match, methodId: method.id, importedBy: by.accountId, importedAt: now })
      .onConflictDoNothing()
      .returning({ id: statementLines.id })
    return row !== undefined
  }
  const match = await matchLine(database, method, line, now)
  if (await keep(match)) return match.status
  if (await isKnown()) return 'repeated'
  // What it was found to be explains another line already: a person has to look.
  await keep({ status: 'unmatched', receiptId: null, attemptId: null })
  return 'unmatched'
}

async function matchLine(database: Database, method: PaymentMethodRow, line: Line, now: Date): Promise<Match> {
  const { db } = database
  const receiptId = (await receiptByNumber(db, method.id, line.reference)) ?? (await receiptByAttempt(db, method.id, line))
  if (receiptId !== null) return { status: 'matched', receiptId, attemptId: null }
  const named = line.attemptNo && (await attemptByNumber(db, method.id, line.attemptNo))
  if (named) return named.byHand ? matchedByHand(named.id) : bookMissed(database, method, line, named.attemptNo, now)
  const similar = await receiptsLike(db, method.id, line)
  if (similar.length === 1) return { status: 'matched', receiptId: similar[0] ?? null, attemptId: null }
  const attempts = similar.length === 0 ? await attemptsLike(db, method.id, line) : []
  const [only] = attempts
  if (!only || attempts.length > 1) return { status: 'unmatched', receiptId: null, attemptId: null }
  return only.byHand ? matchedByHand(only.id) : bookMissed(database, method, line, only.attemptNo, now)
}

function matchedByHand(attemptId: number): Match {
  return { status: 'matched', receiptId: null, attemptId }
}

async function bookMissed(database: Database, method: PaymentMethodRow, line: Line, attemptNo: string, now: Date): Promise<Match> {
  const { reference: callbackNo, amount, currency } = line
  await receivePayment(database, method, { attemptNo, callbackNo, amount, currency }, now)
  return { status: 'booked', receiptId: await receiptByNumber(database.db, method.id, callbackNo), attemptId: null }
}

async function receiptByNumber(db: Db, methodId: number, callbackNo: string): Promise<number | null> {
  const [row] = await db
    .select({ id: paymentReceipts.id })
    .from(paymentReceipts)
    .where(and(eq(paymentReceipts.methodId, methodId), eq(paymentReceipts.callbackNo, callbackNo)))
  return row?.id ?? null
}

/** Some statements know the payment by another number than the notification did. */
async function receiptByAttempt(db: Db, methodId: number, { attemptNo, amount, currency }: Line): Promise<number | null> {
  if (attemptNo === null) return null
  const [row] = await db
    .select({ id: paymentReceipts.id })
    .from(paymentReceipts)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .where(
      and(
        eq(paymentReceipts.methodId, methodId),
        eq(paymentAttempts.attemptNo, attemptNo),
        eq(paymentReceipts.amount, amount),
        eq(paymentReceipts.currency, currency),
        unexplained(db),
      ),
    )
    .limit(1)
  return row?.id ?? null
}

/** No line is about that receipt yet. */
function unexplained(db: Db) {
  const line = db.select({ id: statementLines.id }).from(statementLines).where(eq(statementLines.receiptId, paymentReceipts.id))
  return notExists(line)
}

async function receiptsLike(db: Db, methodId: number, { amount, currency, occurredAt }: Line): Promise<number[]> {
  const rows = await db
    .select({ id: paymentReceipts.id })
    .from(paymentReceipts)
    .where(
      and(
        eq(paymentReceipts.methodId, methodId),
        eq(paymentReceipts.amount, amount),
        eq(paymentReceipts.currency, currency),
        between(paymentReceipts.receivedAt, around(occurredAt, -1), around(occurredAt, 1)),
        unexplained(db),
      ),
    )
    .limit(2)
  return rows.map(({ id }) => id)
}

type AttemptFound = { id: number; attemptNo: string; byHand: boolean }
const found = {
  id: paymentAttempts.id,
  attemptNo: paymentAttempts.attemptNo,
  byHand: sql<boolean>`${paymentAttempts.status} = 'succeeded' and ${paymentReceipts.id} is null`,
}

async function attemptByNumber(db: Db, methodId: number, attemptNo: string): Promise<AttemptFound | undefined> {
  const [row] = await db
    .select(found)
    .from(paymentAttempts)
    .leftJoin(paymentReceipts, eq(paymentReceipts.attemptId, paymentAttempts.id))
    .where(and(eq(paymentAttempts.methodId, methodId), eq(paymentAttempts.attemptNo, attemptNo)))
  return row
}

/** Attempts nothing was received for, and those an operator confirmed by hand, that were open at the time. */
async function attemptsLike(db: Db, methodId: number, { amount, currency, occurredAt }: Line): Promise<AttemptFound[]> {
  const line = db.select({ id: statementLines.id }).from(statementLines).where(eq(statementLines.attemptId, paymentAttempts.id))
  return db
    .select(found)
    .from(paymentAttempts)
    .leftJoin(paymentReceipts, eq(paymentReceipts.attemptId, paymentAttempts.id))
    .where(
      and(
        eq(paymentAttempts.methodId, methodId),
        eq(paymentAttempts.payAmount, amount),
        eq(paymentAttempts.payCurrency, currency),
        inArray(paymentAttempts.status, ['pending', 'expired', 'succeeded']),
        between(paymentAttempts.createdAt, around(occurredAt, -1), around(occurredAt, 1)),
        isNull(paymentReceipts.id),
        notExists(line),
      ),
    )
    .limit(2)
}

function around(at: Date, sign: 1 | -1): Date {
  return new Date(at.getTime() + sign * WINDOW_MS)
}

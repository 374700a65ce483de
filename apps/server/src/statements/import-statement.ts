import { and, eq, inArray } from 'drizzle-orm'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../actor.ts'
import { type PaymentMethodRow, paymentMethods } from '../payments/payments.table.ts'
import { findMatches, type Match } from './find-matches.ts'
import { type Line, type Mapping, readStatement } from './read-statement.ts'
import { statementLines } from './statements.table.ts'
import { takeMatch } from './take-match.ts'

/** Lines per SQL statement. */
const TOGETHER = 500
const TRIES = 3

export type Imported = { lines: number; skipped: number; repeated: number; matched: number; booked: number; unmatched: number }
type Decision = { match: Match; status: 'matched' | 'booked' }
/** The certain match of a line; null: an operator must look. */
type Rule = (matches: Match[]) => Decision | null

/**
 * Compares a statement with what is booked. A line with our number and the exact amount is linked to its receipt or, if nothing came in,
 * booked like a notification. Then a line that fits only one booked payment is linked to it. All others wait for an operator: amount and
 * day alone never move money. Each line is stored once and decided in its own transaction. May be called again, such as after an
 * interruption: it decides the lines that still wait.
 */
export async function importStatement(
  database: Database,
  by: Caller,
  { methodId, csv, mapping }: { methodId: number; csv: string; mapping?: Mapping | undefined },
  { now, zone }: { now: Date; zone: string },
): Promise<Imported> {
  const [method] = await database.db.select().from(paymentMethods).where(eq(paymentMethods.id, methodId))
  if (!method) throw new AppError('input.invalid', { fields: { method_id: 'not_found' } })
  const { lines, skipped } = readStatement(csv, mapping, { currency: method.currency, zone })
  const waiting = new Map<number, { isNew: boolean }>()
  for (const some of chunks(lines)) for (const { id, isNew } of await keepLines(database, by, method, some, now)) waiting.set(id, { isNew })
  const counts = { matched: 0, booked: 0, unmatched: 0 }
  for (const rule of [named, similar]) {
    for (const { id, status } of await decideAll(database, method, [...waiting.keys()], rule, now)) {
      waiting.delete(id)
      counts[status]++
    }
  }
  // Another import may have decided some of them by now.
  const added = [...waiting].flatMap(([id, { isNew }]) => (isNew ? [id] : []))
  for (const some of chunks(added)) counts.unmatched += await countUnmatched(database.db, some)
  const repeated = lines.length - counts.matched - counts.booked - counts.unmatched
  const imported = { lines: lines.length, skipped, repeated, ...counts }
  await database.transaction((tx) =>
    record(tx, by, { action: 'statement.import', entity: 'payment_method', id: methodId, after: imported }, now),
  )
  return imported
}

/** Stores each line once, and returns those that wait: new ones, and those of earlier imports. */
async function keepLines({ db }: Database, by: Caller, method: PaymentMethodRow, lines: Line[], now: Date) {
  const common = { status: 'unmatched', methodId: method.id, importedBy: by.accountId, importedAt: now } as const
  const added = await db
    .insert(statementLines)
    .values(lines.map((line) => ({ ...line, ...common })))
    .onConflictDoNothing()
    .returning({ id: statementLines.id })
  const references = lines.map(({ reference }) => reference)
  const isOfThese = and(eq(statementLines.methodId, method.id), inArray(statementLines.reference, references))
  const waiting = await db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(and(isOfThese, eq(statementLines.status, 'unmatched')))
    .orderBy(statementLines.id)
  const addedIds = new Set(added.map(({ id }) => id))
  return waiting.map(({ id }) => ({ id, isNew: addedIds.has(id) }))
}

function countUnmatched(db: Db, ids: number[]): Promise<number> {
  return db.$count(statementLines, and(inArray(statementLines.id, ids), eq(statementLines.status, 'unmatched')))
}

/** A line with our number is linked to what is booked for it, or booked. */
const named: Rule = (matches) => {
  const [match, ...others] = matches.filter(({ reasons }) => reasons.includes('number'))
  if (!match?.exact || others.length > 0) return null
  if (match.effect === 'linked') return { match, status: 'matched' }
  return match.effect === 'settled' || match.effect === 'credited' ? { match, status: 'booked' } : null
}

/** A line without our number is linked to the only booked payment of its amount and day. */
const similar: Rule = (matches) => {
  const [match, ...others] = matches.filter(({ effect, exact, reasons }) => effect === 'linked' && exact && reasons.includes('amount'))
  // A reference that a member declared also points to a payment: an operator decides between them.
  const isNamed = matches.some((one) => one.reasons.includes('number') || (one !== match && one.reasons.includes('declared')))
  return match && others.length === 0 && !isNamed ? { match, status: 'matched' } : null
}

type Decided = { id: number; status: Decision['status'] }

/** Decides what the rule can. */
async function decideAll(database: Database, method: PaymentMethodRow, ids: number[], rule: Rule, now: Date): Promise<Decided[]> {
  const done: Decided[] = []
  for (const some of chunks(ids)) {
    const byLine = Map.groupBy(await findMatches(database.db, some), ({ lineId }) => lineId)
    for (const [id, matches] of byLine) {
      const status = rule(matches) && (await decide(database, method, id, rule, now))
      if (status) done.push({ id, status })
    }
  }
  return done
}

/** Decides one line, and checks again once it is locked. Retries if the payment changed in between. */
async function decide(database: Database, method: PaymentMethodRow, id: number, rule: Rule, now: Date): Promise<Decided['status'] | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(async (tx) => {
        const [line] = await tx.select().from(statementLines).where(eq(statementLines.id, id)).for('update')
        // Another import was faster.
        if (line?.status !== 'unmatched') return null
        const decision = rule(await findMatches(tx, [id]))
        if (!decision) return null
        await takeMatch(tx, method, line, decision.match, { now, set: { status: decision.status } })
        return decision.status
      })
    } catch (error) {
      if (attempt >= TRIES || !(error instanceof AppError && error.code === 'statement.changed')) throw error
    }
  }
}

function chunks<T>(items: T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / TOGETHER) }, (_, i) => items.slice(i * TOGETHER, (i + 1) * TOGETHER))
}

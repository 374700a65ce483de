import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { allDone } from '../db/all-done.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'
import type { PaymentMethodRow } from '../payments/payments.table.ts'
import { claimNumbers } from '../payments/receipts/receipt-numbers.ts'
import { findMatches, type Match } from './find-matches.ts'
import type { Decision, Rule } from './match-rules.ts'
import { statementLines } from './statements.table.ts'
import { acceptMatch, takeMatch } from './take-match.ts'

const TRIES = 3
/** Lines that are booked in one transaction. */
const TOGETHER = 100

type How = {
  now: Date
  /** Notes decisions in their transaction. False: no more decisions may be made. */
  note: (tx: Tx, lineIds: number[], status: Decision['status']) => Promise<boolean>
}
/** Lines still to decide automatically. */
type Later = { id: number; orderId: number; status: Decision['status'] }

/** Decides waiting lines by a rule, in order of ids. false: `note` stopped it. */
export async function decideLines(database: Database, method: PaymentMethodRow, ids: number[], rule: Rule, how: How): Promise<boolean> {
  const later = await linkTogether(database, ids, rule, how)
  if (!later) return false
  for (let from = 0; from < later.length; from += TOGETHER) {
    const left = await decideTogether(database, method, later.slice(from, from + TOGETHER), rule, how)
    if (!left) return false
    for (const each of left) if (!(await decideOne(database, method, each, rule, how))) return false
  }
  return true
}

/**
 * Decides lines in one transaction. Returns the remaining ones: that share an order, or changed; all if something fails. null: `note`
 * stopped it.
 */
async function decideTogether(
  { transaction }: Database,
  method: PaymentMethodRow,
  all: Later[],
  rule: Rule,
  { now, note }: How,
): Promise<Later[] | null> {
  if (all.length === 1) return all
  const expected = new Map(all.map((one) => [one.id, one]))
  try {
    return await transaction(async (tx) => {
      const isWaiting = and(inArray(statementLines.id, [...expected.keys()]), eq(statementLines.status, 'unmatched'))
      const lines = await tx.select().from(statementLines).where(isWaiting).orderBy(asc(statementLines.id)).for('update')
      const byId = new Map(lines.map((line) => [line.id, line]))
      await lockOrders(
        tx,
        all.map(({ orderId }) => orderId),
      )
      const still = decided(await findMatches(tx, [...byId.keys()], rule.scope), rule)
      const [certain, left] = withoutSharing(still, ({ id, decision: { match, status } }) => {
        const before = expected.get(id)
        return before?.status === status && before.orderId === match.orderId
      })
      for (const status of ['matched', 'booked'] as const) {
        const ids = certain.flatMap(({ id, decision }) => (decision.status === status ? [id] : []))
        if (ids.length > 0 && !(await note(tx, ids, status))) return null
      }
      // Their statements are sent together.
      await allDone(
        certain.map(async ({ id, decision: { match, status } }) => {
          const line = byId.get(id)
          if (line) await acceptMatch(tx, method, line, match, { now, set: { status } })
        }),
      )
      return left
    })
  } catch {
    // A line is wrong, or a transaction was in the way: one by one, others succeed.
    return all
  }
}

/** Splits lines: certain ones that share no order with an earlier line, and others. */
function withoutSharing(all: Decided[], isCertain: (one: Decided) => boolean): [Decided[], Later[]] {
  const [certain, others] = [[] as Decided[], [] as Later[]]
  const touched = new Set<number>()
  for (const one of all) {
    const { id, decision, matches } = one
    if (isCertain(one) && !matches.some(({ orderId }) => touched.has(orderId))) certain.push(one)
    else others.push({ id, orderId: decision.match.orderId, status: decision.status })
    for (const { orderId } of matches) touched.add(orderId)
  }
  return [certain, others]
}

async function lockOrders(tx: Tx, ids: number[]): Promise<void> {
  await tx.select({ id: orders.id }).from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id)).for('update')
}

/** Links all that is booked already in one transaction. Lines that move money, or that share an order with another line, come later. */
async function linkTogether({ transaction }: Database, ids: number[], rule: Rule, { note }: How): Promise<Later[] | null> {
  return transaction(async (tx) => {
    const isWaiting = and(inArray(statementLines.id, ids), eq(statementLines.status, 'unmatched'))
    await tx.select({ id: statementLines.id }).from(statementLines).where(isWaiting).orderBy(asc(statementLines.id)).for('update')
    const first = decided(await findMatches(tx, ids, rule.scope), rule)
    if (first.length === 0) return []
    await lockOrders(
      tx,
      first.flatMap(({ matches }) => matches.map(({ orderId }) => orderId)),
    )
    const still = await findMatches(
      tx,
      first.map(({ id }) => id),
      rule.scope,
    )
    const [certain, later] = withoutSharing(decided(still, rule), ({ decision }) => decision.status === 'matched')
    const links = certain.map(({ decision }) => decision.match)
    if (links.length === 0) return later
    const linked = links.map(({ lineId }) => lineId)
    if (!(await note(tx, linked, 'matched'))) return null
    const ties = links.map(({ lineId, receiptId, attemptId }) => ({ lineId, receiptId, attemptId: receiptId === null ? attemptId : null }))
    await tx.execute(sql`
      update ${statementLines} set status = 'matched', receipt_id = tie."receiptId", attempt_id = tie."attemptId"
      from jsonb_to_recordset(${JSON.stringify(ties)}::jsonb) as tie ("lineId" bigint, "receiptId" bigint, "attemptId" bigint)
      where ${statementLines.id} = tie."lineId"`)
    // The gateway may report a payment again by the statement's number.
    const named = links.filter(({ reasons }) => reasons.includes('number')).map(({ lineId }) => lineId)
    await claimNumbers(
      tx,
      sql`select method_id, reference, receipt_id from ${statementLines}
        where id = any(${sql.param(named)}::bigint[]) and receipt_id is not null order by id`,
    )
    return later
  })
}

type Decided = { id: number; decision: Decision; matches: Match[] }

function decided(all: Match[], rule: Rule): Decided[] {
  const byLine = [...Map.groupBy(all, ({ lineId }) => lineId)].toSorted(([a], [b]) => a - b)
  return byLine.flatMap(([id, matches]) => {
    const decision = rule.decide(matches)
    return decision ? [{ id, decision, matches }] : []
  })
}

/** Decides one line in its own transaction. Looks again if the payment changed in between. */
async function decideOne(database: Database, method: PaymentMethodRow, later: Later, rule: Rule, { now, note }: How): Promise<boolean> {
  let { id, orderId, status }: Later = later
  for (let attempt = 1; ; attempt++) {
    const choose = (matches: Match[]): Match | undefined => {
      const decision = rule.decide(matches)
      return decision?.status === status ? decision.match : undefined
    }
    try {
      return await database.transaction(async (tx) => {
        const [line] = await tx.select().from(statementLines).where(eq(statementLines.id, id)).for('update')
        // Another import was faster.
        if (line?.status !== 'unmatched') return true
        if (!(await note(tx, [id], status))) return false
        await takeMatch(tx, method, line, { orderId, scope: rule.scope, choose }, { now, set: { status } })
        return true
      })
    } catch (error) {
      if (attempt >= TRIES || !(error instanceof AppError && error.code === 'statement.changed')) throw error
      const [again] = decided(await findMatches(database.db, [id], rule.scope), rule)
      if (!again) return true
      ;[orderId, status] = [again.decision.match.orderId, again.decision.status]
    }
  }
}

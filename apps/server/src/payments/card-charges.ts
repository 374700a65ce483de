import type { AttemptStatus } from '@portico/contract/orders-admin'
import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { firstAsk } from './next-ask.ts'
import { type PaymentAttemptRow, paymentAttempts, type PaymentMethodRow, paymentMethods } from './payments.table.ts'

/** Statuses of an attempt that may have been paid. */
const OPEN: AttemptStatus[] = ['created', 'pending', 'expired']
const isOpen = inArray(paymentAttempts.status, OPEN)
const isOpenCharge = and(isNotNull(paymentAttempts.chargedCard), isOpen)
/** A charge to a saved card that was started, and its order. */
export type OpenCharge = { attempt: PaymentAttemptRow; order: OrderRow; method: PaymentMethodRow }

/** The member's charge of unknown outcome, at most one; null: none. */
export async function findOpenCharge(db: Db, accountId: number): Promise<OpenCharge | null> {
  const [found] = await db
    .select({ attempt: paymentAttempts, order: orders, method: paymentMethods })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentAttempts.methodId))
    .where(and(eq(orders.accountId, accountId), isOpenCharge))
    .orderBy(desc(paymentAttempts.id))
    .limit(1)
  return found ?? null
}

/** Members who have a charge of unknown outcome. */
export async function withOpenCharges(db: Db, accountIds: number[]): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set()
  const found = await db
    .select({ id: orders.accountId })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(inArray(orders.accountId, accountIds), isOpenCharge))
  return new Set(found.map(({ id }) => id))
}

/** Prepares to request a charge again; from now on its gateway is polled. Commit before `chargeCard`. false: the outcome is known. */
export async function resumeCharge(tx: Tx, { attempt }: OpenCharge, now: Date): Promise<boolean> {
  const resumed = await tx
    .update(paymentAttempts)
    .set({ status: 'created', nextAskAt: firstAsk(now) })
    .where(and(eq(paymentAttempts.id, attempt.id), isOpen))
    .returning({ id: paymentAttempts.id })
  return resumed.length > 0
}

/** Refusals per card token, for the term that ends at `renewalOf`. */
export async function refusalsOf(db: Db, accountId: number, renewalOf: Date): Promise<Map<string, number>> {
  const token = sql<string>`${paymentAttempts.chargedCard}->>'token'`
  const rows = await db
    .select({ token, times: count() })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.renewalOf, renewalOf),
        eq(paymentAttempts.status, 'failed'),
        sql`${paymentAttempts.chargedCard} @> '{"refused": true}'`,
      ),
    )
    .groupBy(token)
  return new Map(rows.map(({ token, times }) => [token, times]))
}

/** Stores the gateway's number of a charge; null: none. */
export async function noteExternal(db: Db, attemptId: number, externalId: string | null): Promise<void> {
  if (externalId !== null) await db.update(paymentAttempts).set({ externalId }).where(eq(paymentAttempts.id, attemptId))
}

/** Ends polling for a charge that is settled. */
export async function endAsking(db: Db, attemptId: number, externalId: string | null): Promise<void> {
  await db
    .update(paymentAttempts)
    .set({ nextAskAt: null, ...(externalId !== null && { externalId }) })
    .where(eq(paymentAttempts.id, attemptId))
}

/** Ends a charge without payment. `isRefused`: the card counts as refused for this renewal. False: the charge had ended before. */
export async function failCharge(tx: Tx, attempt: PaymentAttemptRow, externalId: string | null, isRefused: boolean): Promise<boolean> {
  const { chargedCard } = attempt
  const mark = isRefused && chargedCard && { chargedCard: { ...chargedCard, refused: true as const } }
  const ended = await tx
    .update(paymentAttempts)
    .set({ status: 'failed', nextAskAt: null, ...(externalId !== null && { externalId }), ...mark })
    .where(and(eq(paymentAttempts.id, attempt.id), isOpen))
    .returning({ id: paymentAttempts.id })
  return ended.length > 0
}

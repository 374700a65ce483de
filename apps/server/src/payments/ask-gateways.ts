import type { OrderStatus } from '@portico/contract/order-status'
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Caller } from '../actor.ts'
import type { Database } from '../db/client.ts'
import { inTime } from '../jobs/in-time.ts'
import { findOrder } from '../orders/list-orders.ts'
import { type Queried, UnknownThere } from '../payment-drivers/driver.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { unusable } from '../payment-drivers/unusable.ts'
import { openConfig } from './method-secrets.ts'
import { nextAsk } from './next-ask.ts'
import { type PaymentAttemptRow, paymentAttempts, type PaymentMethodRow, paymentMethods } from './payments.table.ts'
import { receivePayment } from './receive-payment.ts'

const AT_ONCE = 5
const BATCH = 300
const PATIENCE_MS = 10_000
/** A gateway that fails this often is skipped for the rest of the run. */
const GIVE_UP_AFTER = 3

type Asked = { attempt: PaymentAttemptRow; method: PaymentMethodRow }
type Run = { now: Date; log: Logger }

/**
 * Asks gateways about attempts whose notification may be missing, and books the answers like notifications. Returns how many payments were
 * new. Two runs at once ask about different attempts.
 */
export async function askGateways(database: Database, run: Run): Promise<number> {
  const isDue = sql`${paymentAttempts.nextAskAt} <= ${run.now}`
  return askAll(database, await claim(database, isDue, run.now), run)
}

/** Asks now about the caller's unpaid order, due or not. Returns its status afterwards. Throws `order.not_found`. */
export async function askAboutOrder(database: Database, by: Caller, tradeNo: string, run: Run): Promise<OrderStatus> {
  const { order } = await findOrder(database.db, tradeNo, by.accountId)
  if (order.status !== 'pending') return order.status
  const { orderId, nextAskAt } = paymentAttempts
  const due = await claim(database, and(eq(orderId, order.id), isNotNull(nextAskAt)), run.now)
  await askAll(database, due, run)
  return (await findOrder(database.db, tradeNo, by.accountId)).order.status
}

async function askAll(database: Database, due: Asked[], run: Run): Promise<number> {
  for (const { attempt, method } of due) {
    if (attempt.chargedCard !== null && attempt.nextAskAt === null) {
      run.log.error({ attempt: attempt.attemptNo, method: method.id }, 'a charge of a saved card is asked about for the last time')
    }
  }
  const failures = new Map<number, number>()
  let found = 0
  const work = async (): Promise<void> => {
    for (let asked = due.pop(); asked; asked = due.pop()) {
      const { method } = asked
      if ((failures.get(method.id) ?? 0) >= GIVE_UP_AFTER) continue
      try {
        if (await askAbout(database, asked, run)) found++
      } catch (error) {
        if (!(error instanceof UnknownThere)) failures.set(method.id, (failures.get(method.id) ?? 0) + 1)
        const reason = error instanceof Error ? error.message : String(error)
        run.log.warn({ attempt: asked.attempt.attemptNo, method: method.id, reason }, 'a gateway could not say what became of a payment')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}

/** Claims attempts and sets their next time: if this run crashes, a later one asks. */
async function claim({ transaction }: Database, which: SQL | undefined, now: Date): Promise<Asked[]> {
  return transaction(async (tx) => {
    const due = await tx
      .select({ attempt: paymentAttempts, method: paymentMethods })
      .from(paymentAttempts)
      .innerJoin(paymentMethods, eq(paymentMethods.id, paymentAttempts.methodId))
      .where(which)
      .orderBy(paymentAttempts.nextAskAt)
      .limit(BATCH)
      .for('update', { of: paymentAttempts, skipLocked: true })
    for (const { attempt } of due) {
      attempt.nextAskAt = isOpen(attempt) ? nextAsk(attempt, now) : null
      await tx.update(paymentAttempts).set({ nextAskAt: attempt.nextAskAt }).where(eq(paymentAttempts.id, attempt.id))
    }
    return due.filter(({ attempt }) => isOpen(attempt))
  })
}

/** A charge to a saved card may have succeeded before we got an answer. */
function isOpen({ status, chargedCard }: PaymentAttemptRow): boolean {
  return status === 'pending' || status === 'expired' || (status === 'created' && chargedCard !== null)
}

async function askAbout(database: Database, { attempt, method }: Asked, { now, log }: Run): Promise<boolean> {
  const { query } = drivers[method.driver]
  if (!query) return false
  const answer: Queried = await inTime(query(openConfig(database.secrets, method), attempt), PATIENCE_MS)
  if (answer.kind === 'pending') return false
  if (answer.kind === 'closed') {
    // The charge may still be on its way: while its order waits, the gateway not knowing it proves nothing.
    if (attempt.chargedCard !== null && attempt.expiresAt > now) return false
    const open = inArray(paymentAttempts.status, ['created', 'pending', 'expired'])
    const { nextAskAt } = attempt
    // A charge requested again while we asked has a new time.
    const isOurs = nextAskAt === null ? isNull(paymentAttempts.nextAskAt) : eq(paymentAttempts.nextAskAt, nextAskAt)
    await database.db
      .update(paymentAttempts)
      .set({ nextAskAt: null, status: 'expired' })
      .where(and(eq(paymentAttempts.id, attempt.id), open, isOurs))
    return false
  }
  const fault = unusable(answer.payment)
  if (fault) throw new Error(fault)
  const { result, tradeNo } = await receivePayment(database, method, answer.payment, now)
  const isNew = result !== 'repeated' && result !== 'unknown' && result !== 'wrong_method'
  // Settled whatever the payment led to: a wrong amount waits for an operator.
  await database.db.update(paymentAttempts).set({ nextAskAt: null }).where(eq(paymentAttempts.id, attempt.id))
  if (isNew) log.warn({ order: tradeNo, method: method.id, result, ...answer.payment }, 'a payment was found by asking its gateway')
  return isNew
}

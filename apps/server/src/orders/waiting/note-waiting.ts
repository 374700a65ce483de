import { and, eq, not, sql } from 'drizzle-orm'
import { accounts } from '../../accounts/accounts.table.ts'
import type { Database, Tx } from '../../db/client.ts'
import { events } from '../../events/events.table.ts'
import { type NewEvent, tellMany } from '../../events/tell.ts'
import { isProved } from '../cancel-order.ts'
import { type OrderRow, orders } from '../orders.table.ts'
import { waitingCause } from './end-waiting.ts'
import { planNames } from './plan-names.ts'

const BATCH = 1000
/** Automatic renewals are left out: the site pays or cancels their orders. */
const isDue = (now: Date) =>
  sql`${orders.status} = 'pending' and ${orders.renewalOf} is null and ${orders.expiresAt} > ${now}
    and ${orders.createdAt} + (${orders.expiresAt} - ${orders.createdAt}) / 2 <= ${now}`

/**
 * Reminds members of unpaid orders in the second half of their time, once per order however often it is called. Suspended members, and
 * those who sent a proof of payment, get none.
 */
export async function noteWaiting({ transaction }: Database, now: Date): Promise<void> {
  while ((await transaction((tx) => remind(tx, now))) === BATCH);
}

async function remind(tx: Tx, now: Date): Promise<number> {
  const told = sql`exists (select from ${events} e where e.account_id = ${orders.accountId} and e.cause = 'order_waiting ' || ${orders.tradeNo})`
  // Paying and cancelling wait for these locks, and so find the reminder. Orders that are being paid are left out.
  const due = await tx
    .select({ order: orders })
    .from(orders)
    .innerJoin(accounts, and(eq(accounts.id, orders.accountId), sql`${accounts.bannedAt} is null`))
    .where(and(isDue(now), not(told), not(isProved(sql`${orders.id}`))))
    .orderBy(orders.id)
    .limit(BATCH)
    .for('update', { of: orders, skipLocked: true })
  await tellMany(
    tx,
    due.map(({ order }) => ({ accountId: order.accountId, ...waiting(order) })),
    now,
  )
  return due.length
}

function waiting({ tradeNo, snapshot, translations, totalAmount, currency, expiresAt }: OrderRow): NewEvent {
  const data = {
    trade_no: tradeNo,
    plan: snapshot?.planName ?? null,
    translations: planNames(translations),
    amount: totalAmount,
    currency,
    expires_at: expiresAt.toISOString(),
  }
  return { type: 'order_waiting', cause: waitingCause(tradeNo), data }
}

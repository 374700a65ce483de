import { eq, sql } from 'drizzle-orm'
import { dayKey } from '../calendar.ts'
import type { Context } from '../context.ts'
import { atOneMoment, type Database } from '../db/client.ts'
import { type LedgerSum, sumsBetween } from '../ledger/sums-between.ts'
import { unusedInAll } from '../orders/value/unused-in-all.ts'
import { deferredCounts } from './months.table.ts'

/**
 * Counts, once a day of the site, what of all that is sold is not yet given. The past cannot be counted later, because used traffic is
 * known only as it is now. Worth and ledger are read at one moment.
 */
export async function countDeferred(database: Database, context: Context): Promise<void> {
  const { now, settings } = context
  const day = dayKey(now, settings['site.timezone'])
  if ((await database.db.$count(deferredCounts, eq(deferredCounts.day, day))) > 0) return
  await database.transaction(async (tx) => {
    await atOneMoment(tx)
    const sums = await sumsBetween(tx, null, null, sql`kind = 'revenue' and plan_id > 0`)
    const worth = await unusedInAll(tx, context)
    const currencies = new Set([settings['site.currency'], ...sums.map(({ currency }) => currency), ...worth.keys()])
    const rows = [...currencies].map((currency) => {
      const of = sums.filter((sum) => sum.currency === currency)
      return { day, currency, countedAt: now, worth: worth.get(currency) ?? 0, sold: soldIn(of), refunded: refundedIn(of) }
    })
    await tx.insert(deferredCounts).values(rows).onConflictDoNothing()
  })
}

/** Paid for orders for plans. What the site paid itself was never money. */
export function soldIn(sums: LedgerSum[]): number {
  return sumOf(sums.filter(({ movement }) => movement === 'order.paid' || movement === 'order.balance_paid'))
}

/** Money returned from such orders, minus what came back. */
export function refundedIn(sums: LedgerSum[]): number {
  return -sumOf(sums.filter(({ movement }) => movement !== 'order.assigned')) + soldIn(sums)
}

function sumOf(sums: LedgerSum[]): number {
  return sums.reduce((sum, { amount }) => sum + amount, 0)
}

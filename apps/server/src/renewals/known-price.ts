import type { Period } from '@portico/contract/periods'
import type { Settings } from '@portico/contract/settings-admin'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { orders } from '../orders/orders.table.ts'
import { NOTICE_MS } from '../plans/prices/note-changes.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { renewalPrices } from './renewal-prices.table.ts'

/** A plan's price before discounts, and the fee if a card pays all. */
export type Price = { price: number; fee: number }
/**
 * `accepted`: the price at which the member turned renewal on during this term, else that of the last purchase with the highest fee they
 * have seen; null: an operator assigned the plan, or the currency differs. `told`: since then, for the running term, oldest first.
 */
export type KnownPrices = { period: Period; accepted: Price | null; told: (Price & { toldAt: Date })[] }

/** Prices of the next renewal that the member knows; null: they never bought the plan. */
export async function knownPrices(
  db: Db,
  { accountId, planId, expiresAt }: SubscriptionRow,
  { 'site.currency': currency }: Settings,
): Promise<KnownPrices | null> {
  const [last] = await db
    .select({
      period: orders.period,
      price: orders.priceAmount,
      fee: orders.feeAmount,
      currency: orders.currency,
      isAssigned: sql<boolean>`${orders.expiresAt} = ${orders.createdAt}`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.planId, planId ?? 0),
        inArray(orders.type, ['new', 'renew', 'change']),
        eq(orders.status, 'completed'),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1)
  if (!last || last.period === null) return null
  const rows = await db
    .select()
    .from(renewalPrices)
    .where(and(eq(renewalPrices.accountId, accountId), eq(renewalPrices.currency, currency)))
    .orderBy(asc(renewalPrices.id))
  const isThisTerm = (row: (typeof rows)[number]): boolean => row.termEnd.getTime() === expiresAt?.getTime()
  const seen = rows.filter((row) => !isThisTerm(row)).at(-1)
  const bought = last.isAssigned || last.currency !== currency ? null : { price: last.price, fee: Math.max(last.fee, seen?.feeAmount ?? 0) }
  const ofTerm = rows.filter(isThisTerm).map(({ priceAmount: price, feeAmount: fee, agreed, toldAt }) => ({ price, fee, agreed, toldAt }))
  const agreed = ofTerm.findLastIndex((row) => row.agreed)
  return { period: last.period, accepted: ofTerm[agreed] ?? bought, told: ofTerm.slice(agreed + 1) }
}

/**
 * The most that a renewal may cost at this moment: the price announced at least seven days ago, else the accepted one, but no more than
 * any price announced since. null: the member neither accepted a price nor learned of one in time, so nothing may be charged.
 */
export function mostAt({ accepted, told }: KnownPrices, at: Date): Price | null {
  const since = told.findLastIndex(({ toldAt }) => toldAt.getTime() <= at.getTime() - NOTICE_MS)
  if (since < 0 && accepted === null) return null
  const known = [...(since < 0 && accepted ? [accepted] : []), ...told.slice(Math.max(0, since))]
  return { price: Math.min(...known.map(({ price }) => price)), fee: Math.min(...known.map(({ fee }) => fee)) }
}

/** When a term's renewal is first tried. */
export function firstTry(expiresAt: Date, settings: Settings, now: Date): Date {
  return new Date(Math.max(now.getTime(), expiresAt.getTime() - settings['renewal.hours_before'] * 3_600_000))
}

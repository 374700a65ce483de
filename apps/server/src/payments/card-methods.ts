import { type Period, periodMonths } from '@portico/contract/periods'
import type { Settings } from '@portico/contract/settings-admin'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { savedCards } from '../saved-cards/saved-cards.table.ts'
import type { PaymentMethodRow } from './payments.table.ts'

/** The member's id at a method's gateway; null: none. */
export async function knownCustomer(db: Db, accountId: number, methodId: number): Promise<string | null> {
  const mine = and(eq(savedCards.accountId, accountId), eq(savedCards.methodId, methodId))
  const [card] = await db.select({ customer: savedCards.customer }).from(savedCards).where(mine)
  return card?.customer ?? null
}

/** Whether the method can charge saved cards now. */
export function isUsable(method: PaymentMethodRow): boolean {
  return method.enabled && method.deletedAt === null && drivers[method.driver].savedCards?.isAllowed(method.config) === true
}

/** Whether a card that pays this order by this method can be saved: there must be a term to renew, and the method must allow it. */
export function keepsCard({ period }: { period: Period | null }, method: PaymentMethodRow, settings: Settings): boolean {
  return settings['renewal.enabled'] && period !== null && periodMonths[period] !== null && isUsable(method)
}

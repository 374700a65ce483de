import { type Period, periodMonths } from '@portico/contract/periods'
import type { Settings } from '@portico/contract/settings-admin'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { savedCards } from '../saved-cards/saved-cards.table.ts'
import type { PaymentMethodRow } from './payments.table.ts'

/** As whom the gateway of this method knows the member, if it does. */
export async function knownCustomer(db: Db, accountId: number, methodId: number): Promise<string | null> {
  const mine = and(eq(savedCards.accountId, accountId), eq(savedCards.methodId, methodId))
  const [card] = await db.select({ customer: savedCards.customer }).from(savedCards).where(mine)
  return card?.customer ?? null
}

/** Whether a method lets saved cards be charged at the moment. */
export function isUsable(method: PaymentMethodRow): boolean {
  return method.enabled && method.deletedAt === null && drivers[method.driver].savedCards?.isAllowed(method.config) === true
}

/** Whether the card that pays this order by this method can be kept: there must be something to renew, and a method that may. */
export function keepsCard({ period }: { period: Period | null }, method: PaymentMethodRow, settings: Settings): boolean {
  return settings['renewal.enabled'] && period !== null && periodMonths[period] !== null && isUsable(method)
}

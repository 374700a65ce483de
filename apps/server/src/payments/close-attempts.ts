import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { openConfig } from './method-secrets.ts'
import { paymentAttempts, paymentMethods } from './payments.table.ts'

/**
 * Closes at the gateways what can still be paid for an order that is no longer pending. Notifications of such attempts are still verified,
 * because a payment may be on its way. Safe to repeat; throws if a gateway should be asked again.
 */
export async function closeAttempts({ db, secrets }: Database, orderId: number): Promise<void> {
  const open = await db
    .select({ id: paymentAttempts.id, externalId: paymentAttempts.externalId, method: paymentMethods })
    .from(paymentAttempts)
    .innerJoin(paymentMethods, eq(paymentMethods.id, paymentAttempts.methodId))
    .where(and(eq(paymentAttempts.orderId, orderId), inArray(paymentAttempts.status, ['created', 'pending', 'expired'])))
  for (const { id, externalId, method } of open) {
    if (externalId !== null) await drivers[method.driver].close?.(openConfig(secrets, method), externalId)
    await db
      .update(paymentAttempts)
      .set({ status: 'expired' })
      .where(and(eq(paymentAttempts.id, id), inArray(paymentAttempts.status, ['created', 'pending'])))
  }
}

import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { events } from './events.table.ts'

/** Removes what a member was notified of, with the deliveries still to come. */
export async function forgetEvents(tx: Tx, accountId: number): Promise<void> {
  await tx.delete(events).where(eq(events.accountId, accountId))
}

import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { signIns } from './sign-ins.table.ts'

/** Deletes networks and devices of an account's sign-ins; the rows stay. */
export async function forgetPerson(tx: Tx, accountId: number): Promise<void> {
  await tx
    .update(signIns)
    .set({ ip: null, network: null, country: null, device: null, typed: null })
    .where(eq(signIns.accountId, accountId))
}

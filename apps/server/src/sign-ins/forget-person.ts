import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { signIns } from './sign-ins.table.ts'

/** Removes from where and with what an account signed in. That it did stays. */
export async function forgetPerson(tx: Tx, accountId: number): Promise<void> {
  await tx
    .update(signIns)
    .set({ ip: null, network: null, country: null, device: null, typed: null })
    .where(eq(signIns.accountId, accountId))
}

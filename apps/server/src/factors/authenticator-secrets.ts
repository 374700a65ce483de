import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Reseal } from '../db/secret-box.ts'
import { authenticators } from './authenticators.table.ts'

export const authenticatorPlace = (accountId: number): string => `authenticators/${accountId}/secret`

/** Re-encrypts the authenticators' secrets. A row whose secret is erased is deleted, because it would lock its owner out. */
export async function resealAuthenticators(tx: Tx, reseal: Reseal): Promise<void> {
  const rows = await tx.select().from(authenticators).orderBy(asc(authenticators.accountId)).for('update')
  for (const { accountId, secret } of rows) {
    const next = reseal(authenticatorPlace(accountId), secret)
    const own = eq(authenticators.accountId, accountId)
    if (next === null) await tx.delete(authenticators).where(own)
    else if (next !== secret) await tx.update(authenticators).set({ secret: next }).where(own)
  }
}

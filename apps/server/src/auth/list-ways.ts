import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { hasFactor } from '../factors/check-factor.ts'
import { passkeys } from '../passkeys/passkeys.table.ts'

type Ways = { password: boolean; email: string | null; phone: string | null; authenticator: boolean; passkey: boolean }

/** How an account can prove who is there. */
export async function listWays(db: Db, accountId: number): Promise<Ways> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId))
  const { passwordHash, email, phone } = foundRow(account)
  const [passkey] = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.accountId, accountId)).limit(1)
  return { password: passwordHash !== null, email, phone, authenticator: await hasFactor(db, accountId), passkey: passkey !== undefined }
}

import { and, eq } from 'drizzle-orm'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { identities, type IdentityRow } from './identities.table.ts'

export type Found = { account: AccountRow; identity: IdentityRow }

/** The account that signs in with this, with the row that names it. */
export async function findIdentity(db: Db, { provider, subject }: Pick<IdentityRow, 'provider' | 'subject'>): Promise<Found | undefined> {
  const [found] = await db
    .select({ account: accounts, identity: identities })
    .from(identities)
    .innerJoin(accounts, eq(accounts.id, identities.accountId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
  return found
}

/** Everything the account signs in with, besides its password and passkeys. */
export function listIdentities(db: Db, accountId: number): Promise<IdentityRow[]> {
  return db.select().from(identities).where(eq(identities.accountId, accountId)).orderBy(identities.id)
}

/** Keeps it until the transaction ends. Throws `account.wrong_credentials` when it was taken from the account meanwhile. */
export async function requireIdentity(tx: Tx, { id, accountId }: IdentityRow): Promise<void> {
  const own = and(eq(identities.id, id), eq(identities.accountId, accountId))
  const [kept] = await tx.select({ id: identities.id }).from(identities).where(own).for('share')
  if (!kept) throw new AppError('account.wrong_credentials')
}

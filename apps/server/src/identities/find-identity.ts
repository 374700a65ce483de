import { and, eq } from 'drizzle-orm'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import type { Db, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { identities, type IdentityRow } from './identities.table.ts'

export type Found = { account: AccountRow; identity: IdentityRow }

/** The account with this identity, and the identity's row. */
export async function findIdentity(db: Db, { provider, subject }: Pick<IdentityRow, 'provider' | 'subject'>): Promise<Found | undefined> {
  const [found] = await db
    .select({ account: accounts, identity: identities })
    .from(identities)
    .innerJoin(accounts, eq(accounts.id, identities.accountId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
  return found
}

/** One identity. Throws `not_found`. */
export async function getIdentity(db: Db, id: number): Promise<IdentityRow> {
  return foundRow(await db.select().from(identities).where(eq(identities.id, id)))
}

/** Everything the account signs in with, besides its password and passkeys. */
export function listIdentities(db: Db, accountId: number): Promise<IdentityRow[]> {
  return db.select().from(identities).where(eq(identities.accountId, accountId)).orderBy(identities.id)
}

/** Locks an identity until the transaction ends. Throws `account.wrong_credentials` if the account has lost it. */
export async function requireIdentity(tx: Tx, { id, accountId }: IdentityRow): Promise<void> {
  const own = and(eq(identities.id, id), eq(identities.accountId, accountId))
  const [kept] = await tx.select({ id: identities.id }).from(identities).where(own).for('share')
  if (!kept) throw new AppError('account.wrong_credentials')
}

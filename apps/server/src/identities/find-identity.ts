import { plainCode } from '@portico/contract/typed-code'
import { and, eq, inArray } from 'drizzle-orm'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import type { Db, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { identities, type IdentityRow } from './identities.table.ts'

export type Found = { account: AccountRow; identity: IdentityRow }

type Asked = Pick<IdentityRow, 'provider' | 'subject'> & { label?: string }

/**
 * The account with this identity, and the identity's row. Of two addresses of one mailbox, which a move may have brought, the second is
 * stored letter by letter: as it was typed comes first.
 */
export async function findIdentity(db: Db, { provider, subject, label }: Asked): Promise<Found | undefined> {
  const typed = provider === 'email' && label !== undefined ? plainCode(label).toLowerCase() : subject
  const found = await db
    .select({ account: accounts, identity: identities })
    .from(identities)
    .innerJoin(accounts, eq(accounts.id, identities.accountId))
    .where(
      and(
        eq(identities.provider, provider),
        typed === subject ? eq(identities.subject, subject) : inArray(identities.subject, [typed, subject]),
      ),
    )
  return found.find(({ identity }) => identity.subject === typed) ?? found[0]
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

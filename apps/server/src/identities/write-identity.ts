import { and, eq } from 'drizzle-orm'
import type { ErrorCode } from '@portico/contract/errors'
import { emailKey } from '../accounts/email-key.ts'
import type { Tx } from '../db/client.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { toE164 } from './phone-number.ts'
import { identities, type IdentityRow } from './identities.table.ts'

/** Who can sign in; `verifiedAt` is null until the member proves that it is theirs. */
export type Identity = Pick<IdentityRow, 'provider' | 'subject' | 'label' | 'verifiedAt'>

export function emailIdentity(email: string, verifiedAt: Date | null): Identity {
  return { provider: 'email', subject: emailKey(email), label: email.trim(), verifiedAt }
}

/** Throws `account.phone_invalid`. */
export function phoneIdentity(phone: string, verifiedAt: Date | null): Identity {
  const subject = toE164(phone)
  return { provider: 'phone', subject, label: subject, verifiedAt }
}

const taken: Record<string, { code: ErrorCode; field: string }> = {
  email: { code: 'account.email_taken', field: 'email' },
  phone: { code: 'account.phone_taken', field: 'phone' },
}

/** Throws `account.email_taken`, `account.phone_taken` or `identity.taken` when another account has it, in any spelling. */
export async function addIdentity(tx: Tx, accountId: number, identity: Identity, now: Date): Promise<void> {
  await refuseTaken(identity, tx.insert(identities).values({ accountId, createdAt: now, ...identity }))
}

/** Sets the account's address or number, and returns the one before. Throws as `addIdentity` does. */
export async function replaceIdentity(tx: Tx, accountId: number, identity: Identity, now: Date): Promise<IdentityRow | null> {
  const own = and(eq(identities.accountId, accountId), eq(identities.provider, identity.provider))
  const [before] = await tx.select().from(identities).where(own).for('update')
  if (before)
    await refuseTaken(
      identity,
      tx
        .update(identities)
        .set({ createdAt: now, ...identity })
        .where(eq(identities.id, before.id)),
    )
  else await addIdentity(tx, accountId, identity, now)
  return before ?? null
}

/** Marks it as proved, if it was not before. */
export async function verifyIdentity(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(identities).set({ verifiedAt: now }).where(eq(identities.id, id))
}

function refuseTaken<T>({ provider }: Identity, statement: PromiseLike<T>): Promise<T> {
  const { code, field } = taken[provider] ?? { code: 'identity.taken', field: 'provider' }
  const refusal = new AppError(code, { fields: { [field]: code } })
  return orRefuse(statement, (error) => isUniqueViolation(error, 'identities_subject'), refusal)
}

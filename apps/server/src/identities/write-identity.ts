import { and, eq, gt, gte, ne, sql } from 'drizzle-orm'
import type { ErrorCode } from '@portico/contract/errors'
import { emailKey } from '../accounts/email-key.ts'
import type { Tx } from '../db/client.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { toE164 } from './phone-number.ts'
import { oneTimeTokens } from '../one-time-tokens/one-time-tokens.table.ts'
import { identities, type IdentityRow } from './identities.table.ts'

/** An identity. `verifiedAt` is null until the member proves it. */
export type Identity = Pick<IdentityRow, 'provider' | 'subject' | 'label' | 'verifiedAt'>

export function emailIdentity(email: string, verifiedAt: Date | null): Identity {
  return { provider: 'email', subject: emailKey(email), label: email.trim(), verifiedAt }
}

/** A phone number as identity. Throws `account.phone_invalid`. */
export function phoneIdentity(phone: string, verifiedAt: Date | null): Identity {
  const subject = toE164(phone)
  return { provider: 'phone', subject, label: subject, verifiedAt }
}

const taken: Record<string, { code: ErrorCode; field: string }> = {
  email: { code: 'account.email_taken', field: 'email' },
  phone: { code: 'account.phone_taken', field: 'phone' },
}

/** Adds an identity. Throws `account.email_taken`, `account.phone_taken` or `identity.taken` if another account has it, in any spelling. */
export async function addIdentity(tx: Tx, accountId: number, identity: Identity & { createdAt?: Date }, now: Date): Promise<void> {
  await refuseTaken(identity, tx.insert(identities).values({ accountId, createdAt: now, ...identity }))
  await refuseReserved(tx, accountId, identity, now)
}

/** Sets the account's address or number, and returns the one before. Throws as `addIdentity` does. */
export async function replaceIdentity(tx: Tx, accountId: number, identity: Identity, now: Date): Promise<IdentityRow | null> {
  const own = and(eq(identities.accountId, accountId), eq(identities.provider, identity.provider))
  const [before] = await tx.select().from(identities).where(own).for('update')
  if (before) {
    // The same one again is not new: a link that takes the account back must not remove it.
    const after = { createdAt: before.subject === identity.subject ? before.createdAt : now, ...identity }
    await refuseTaken(identity, tx.update(identities).set(after).where(eq(identities.id, before.id)))
    await refuseReserved(tx, accountId, identity, now)
  } else await addIdentity(tx, accountId, identity, now)
  return before ?? null
}

/** Marks an identity as verified, unless it is. */
export async function verifyIdentity(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(identities).set({ verifiedAt: now }).where(eq(identities.id, id))
}

/** Removes the account's address or number and returns it; `provider` says which. */
export async function removeOwnIdentity(tx: Tx, accountId: number, provider: string): Promise<IdentityRow | null> {
  const own = and(eq(identities.accountId, accountId), eq(identities.provider, provider))
  const [removed] = await tx.delete(identities).where(own).returning()
  return removed ?? null
}

export async function removeIdentity(tx: Tx, id: number): Promise<void> {
  await tx.delete(identities).where(eq(identities.id, id))
}

/** Removes all but one. */
export async function removeOtherIdentities(tx: Tx, accountId: number, kept: number): Promise<void> {
  await tx.delete(identities).where(and(eq(identities.accountId, accountId), ne(identities.id, kept)))
}

/** Removes identities added since a moment, after the owner recovered the account. */
export async function removeIdentitiesSince(tx: Tx, accountId: number, since: Date): Promise<void> {
  await tx.delete(identities).where(and(eq(identities.accountId, accountId), gte(identities.createdAt, since)))
}

/** Removes every way to sign in: the account is gone, and its addresses may register again. */
export async function removeIdentities(tx: Tx, accountId: number): Promise<void> {
  await tx.delete(identities).where(eq(identities.accountId, accountId))
}

function refuseTaken<T>(identity: Identity, statement: PromiseLike<T>): Promise<T> {
  return orRefuse(statement, (error) => isUniqueViolation(error, 'identities_subject'), refusalOf(identity))
}

/**
 * Refuses an address that its former account can still restore, or a thief could move it. Call it after writing the address, when the
 * former holder has committed.
 */
async function refuseReserved(tx: Tx, accountId: number, identity: Identity, now: Date): Promise<void> {
  const { data, purpose, expiresAt } = oneTimeTokens
  const kept = and(eq(purpose, 'undo_address'), gt(expiresAt, now), ne(oneTimeTokens.accountId, accountId))
  const same = and(sql`${data} -> 'before' ->> 'subject' = ${identity.subject}`, sql`${data} ->> 'provider' = ${identity.provider}`)
  const [reserved] = await tx.select({ expiresAt }).from(oneTimeTokens).where(and(kept, same)).limit(1)
  if (reserved) throw refusalOf(identity)
}

function refusalOf({ provider }: Identity): AppError {
  const { code, field } = taken[provider] ?? { code: 'identity.taken', field: 'provider' }
  return new AppError(code, { fields: { [field]: code } })
}

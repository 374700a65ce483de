import type { NewCredential } from '@portico/contract/passkeys'
import { and, count, desc, eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { tellSignInChange } from '../accounts/tell-sign-in-change.ts'
import { holdSession } from '../accounts/hold-session.ts'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError, foundRow } from '../errors.ts'
import { keepAWayIn } from '../identities/last-way.ts'
import { giveChallenge, takeChallenge } from './challenges.ts'
import { type PasskeyRow, passkeys } from './passkeys.table.ts'
import type { RelyingParty } from './relying-party.ts'
import { userHandle } from './user-handle.ts'
import { loadWebAuthn } from './webauthn.ts'

const MOST = 20
/** Ed25519, ES256 and RS256: what every device has one of. */
const ALGORITHMS = [-8, -7, -257]

export function listPasskeys(db: Db, accountId: number): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(desc(passkeys.id))
}

/** Options for the browser to make a passkey that needs no address to sign in. */
export async function beginPasskey(db: Db, by: Caller, site: RelyingParty & { title: string }, now: Date): Promise<object> {
  const { accountId } = by
  const { label, name } = foundRow(await db.select().from(accounts).where(eq(accounts.id, accountId)))
  const own = await listPasskeys(db, accountId)
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpID: site.id,
    rpName: site.title,
    userID: userHandle(accountId),
    userName: label,
    userDisplayName: name ?? label,
    challenge: await giveChallenge(db, { purpose: 'passkey_new', accountId }, now),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

type New = { credential: NewCredential; name: string }

/** Adds a passkey. Throws `passkey.refused` for any fault, and `passkey.limit_reached`. */
export async function addPasskey(
  database: Database,
  by: Caller,
  site: RelyingParty,
  { credential, name }: New,
  now: Date,
): Promise<PasskeyRow> {
  const { accountId } = by
  const made = await verify(database.db, by, site, credential, now)
  const values = {
    accountId,
    credentialId: made.credential.id,
    publicKey: Buffer.from(made.credential.publicKey),
    counter: made.credential.counter,
    transports: credential.response.transports ?? [],
    synced: made.credentialBackedUp,
    name,
    createdAt: now,
  }
  return database.transaction(async (tx) => {
    await holdSession(tx, by)
    const [held] = await tx.select({ n: count() }).from(passkeys).where(eq(passkeys.accountId, accountId))
    if ((held?.n ?? 0) >= MOST) throw new AppError('passkey.limit_reached')
    const inserted = tx.insert(passkeys).values(values).returning()
    const row = writtenRow(await orRefuse(inserted, (error) => isUniqueViolation(error, 'passkeys_credential'), refused()))
    await tellSignInChange(database, tx, accountId, { what: 'passkey_added' }, now)
    await record(tx, by, { action: 'member.add_passkey', entity: 'member', id: accountId, after: { name } }, now)
    return row
  })
}

/** Renames a passkey. Throws `not_found`, also for another member's. */
export async function renamePasskey(db: Db, by: Caller, id: number, name: string): Promise<PasskeyRow> {
  return foundRow(await db.update(passkeys).set({ name }).where(own(by, id)).returning())
}

/** Removes a passkey. Throws `not_found`, also for another member's, and `account.last_sign_in`. */
export async function removePasskey(database: Database, by: Caller, id: number, now: Date): Promise<void> {
  await database.transaction((tx) =>
    keepAWayIn(tx, by.accountId, async () => {
      const { name } = foundRow(await tx.delete(passkeys).where(own(by, id)).returning())
      await tellSignInChange(database, tx, by.accountId, { what: 'passkey_removed' }, now)
      await record(tx, by, { action: 'member.remove_passkey', entity: 'member', id: by.accountId, before: { name } }, now)
    }),
  )
}

async function verify(db: Db, { accountId }: Caller, site: RelyingParty, { response, ...rest }: NewCredential, now: Date) {
  const { clientDataJSON, attestationObject } = response
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...rest, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: (challenge) => takeChallenge(db, challenge, { purpose: 'passkey_new', accountId }, now),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (verified) return registrationInfo
  } catch {
    // The library throws for every kind of bad answer. They all get the same refusal.
  }
  throw refused()
}

const own = (by: Caller, id: number) => and(eq(passkeys.id, id), eq(passkeys.accountId, by.accountId))

function refused(): AppError {
  return new AppError('passkey.refused', { fields: { credential: 'passkey.refused' } })
}

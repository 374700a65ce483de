import type { Assertion } from '@portico/contract/passkey-answers'
import { and, eq, lt } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type ChallengePurpose, giveChallenge, takeChallenge } from './challenges.ts'
import { type PasskeyRow, passkeys } from './passkeys.table.ts'
import type { RelyingParty } from './relying-party.ts'
import { userHandle } from './user-handle.ts'
import { loadWebAuthn } from './webauthn.ts'

type Purpose = Exclude<ChallengePurpose, 'passkey_new'>
/** `accountId`: whose passkeys count; null: anybody's, for a sign-in without an address. */
type Wanted = { purpose: Purpose; accountId: number | null }
export type CheckedPasskey = { row: PasskeyRow; counter: number }

/** Options for the browser to use a passkey. For an account they list its passkeys; else the browser offers its own. */
export async function askForPasskey(db: Db, site: RelyingParty, { purpose, accountId }: Wanted, now: Date): Promise<object> {
  const own = accountId === null ? [] : await db.select().from(passkeys).where(eq(passkeys.accountId, accountId))
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: await giveChallenge(db, { purpose, accountId }, now),
    userVerification: 'required',
    allowCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
}

/** Checks what the browser answered; the challenge is used up in any case. Throws `passkey.refused`, whatever is wrong. */
export async function checkPasskey(db: Db, site: RelyingParty, answer: Assertion, wanted: Wanted, now: Date): Promise<CheckedPasskey> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, answer.id))
  const { userHandle: named, ...signed } = answer.response
  if (!row || (wanted.accountId !== null && row.accountId !== wanted.accountId)) throw refused()
  if (named !== undefined && named !== userHandle(row.accountId).toString('base64url')) throw refused()
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response: signed, clientExtensionResults: {} },
      expectedChallenge: (challenge) => takeChallenge(db, challenge, wanted, now),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: { id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter: row.counter, transports: row.transports },
    })
    if (verified) return { row, counter: authenticationInfo.newCounter }
  } catch {
    // The library throws for every kind of bad answer. They all get the same refusal.
  }
  throw refused()
}

/** Records a use in the transaction that relies on it. Throws `passkey.refused` if a use with this or a later counter came first. */
export async function acceptPasskey(tx: Tx, { row, counter }: CheckedPasskey, now: Date): Promise<void> {
  const isNext = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, row.id), isNext))
    .returning({ id: passkeys.id })
  if (used.length === 0) throw refused()
}

function refused(): AppError {
  return new AppError('passkey.refused', { fields: { credential: 'passkey.refused' } })
}

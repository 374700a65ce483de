import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { oneTimeTokens } from './one-time-tokens.table.ts'

/** What a token is for, with the data stored beside it. */
export type TokenData = {
  /** Signed in with one factor; the second is missing. */
  second_factor: { way: string }
  /** Challenges for passkeys: to make one, to sign in, and to prove again who is there. The token itself is the challenge. */
  passkey_new: true
  passkey_login: true
  passkey_confirm: true
  /** Sent to another site to sign in; the account links it. The token is OAuth's `state`. */
  site_state: {
    site: string
    issuer: string
    clientId: string
    redirectUrl: string
    nonce: string
    verifier: string
    /** SHA-256 of the cookie of the browser that started. */
    browser: string
    redirect: string | null
    invite: string
  }
  /** Somebody at another site who has no account yet. `email` is verified there. */
  site_register: { provider: string; subject: string; label: string; email: string | null }
  /** Somebody at another site, to be linked to the account that has their address. */
  site_link: { provider: string; subject: string; label: string }
}
export type TokenPurpose = keyof TokenData
export type TakenToken<P extends TokenPurpose> = { accountId: number | null; data: TokenData[P] }
type NewToken<P extends TokenPurpose> = { accountId: number | null; data: TokenData[P]; seconds: number }

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Makes a token that works once within `seconds`. Only its hash is stored. */
export async function giveToken<P extends TokenPurpose>(db: Db, purpose: P, given: NewToken<P>, now: Date): Promise<string> {
  const { accountId, data, seconds } = given
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  await db.insert(oneTimeTokens).values({ tokenHash: hashOf(token), purpose, accountId, data, expiresAt })
  return token
}

/** Uses the token up. Of twenty calls at once, one gets it; null: unknown, used, expired or for something else. */
export async function takeToken<P extends TokenPurpose>(db: Db, purpose: P, token: string, now: Date): Promise<TakenToken<P> | null> {
  const [taken] = await db
    .delete(oneTimeTokens)
    .where(isUsable(purpose, token, now))
    .returning()
  // Only `giveToken` writes rows of a purpose.
  return taken ? { accountId: taken.accountId, data: taken.data as TokenData[P] } : null
}

/** Counts an attempt and reads the token; null also after `most` attempts. The attempt counts whatever the caller does next. */
export async function tryToken<P extends TokenPurpose>(
  db: Db,
  purpose: P,
  { token, most }: { token: string; most: number },
  now: Date,
): Promise<TakenToken<P> | null> {
  const { tries } = oneTimeTokens
  const [found] = await db
    .update(oneTimeTokens)
    .set({ tries: sql`${tries} + 1` })
    .where(and(isUsable(purpose, token, now), lt(tries, most)))
    .returning()
  return found ? { accountId: found.accountId, data: found.data as TokenData[P] } : null
}

/** Makes the account's tokens of all purposes useless, after its owner took it back. */
export async function dropTokens(db: Db, accountId: number): Promise<void> {
  await db.delete(oneTimeTokens).where(eq(oneTimeTokens.accountId, accountId))
}

export async function dropExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, now))
}

function isUsable(purpose: TokenPurpose, token: string, now: Date) {
  return and(eq(oneTimeTokens.tokenHash, hashOf(token)), eq(oneTimeTokens.purpose, purpose), gt(oneTimeTokens.expiresAt, now))
}

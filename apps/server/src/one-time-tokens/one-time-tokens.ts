import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, gte, lt, lte, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { oneTimeTokens } from './one-time-tokens.table.ts'

/** A change of address or phone number. Times in RFC 3339. */
export type AddressChange = {
  provider: 'email' | 'phone'
  before: { subject: string; label: string; verifiedAt: string | null; createdAt: string } | null
  at: string
}

/** Purposes of tokens, with the data stored beside them. */
export type TokenData = {
  /** Second step of a sign-in, after the first factor. */
  second_factor: { way: string }
  /** Restores the former address or number; `before` null: there was none. `at`: when it changed. */
  undo_address: AddressChange
  /** "This wasn't me", about a sign-in at that time. */
  not_me: { at: string }
  /** Sets a password, after the owner took the account back. */
  new_password: { since: string }
  /** Connects the Telegram chat it is sent from. */
  telegram_bind: true
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
  /** A person at another site without an account here. `email` is verified there. */
  site_register: { provider: string; subject: string; label: string; email: string | null }
  /** A person at another site, to be linked to the account with their address. */
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

/** Uses a token up. Of simultaneous calls one gets it; null: unknown, used, expired, or of another purpose. */
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

/** Links in mails with which the owner takes the account back. */
const TAKES_BACK: TokenPurpose[] = ['undo_address', 'not_me']

/** Deletes an account's tokens except the recovery links, which a thief could else void by changing the password. */
export async function dropTokens(db: Db, accountId: number): Promise<void> {
  await db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.accountId, accountId), notInArray(oneTimeTokens.purpose, TAKES_BACK)))
}

/** Deletes tokens and recovery links, except recovery links to before `since`: the oldest owner wins. */
export async function dropTokensSince(db: Db, accountId: number, since: Date): Promise<void> {
  await dropTokens(db, accountId)
  const later = gte(sql`(${oneTimeTokens.data} ->> 'at')::timestamptz`, since)
  await db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.accountId, accountId), later))
}

/** The changes of addresses since then that could still be undone, oldest first. */
export async function openUndos(db: Db, accountId: number, since: Date): Promise<AddressChange[]> {
  const at = sql`(${oneTimeTokens.data} ->> 'at')::timestamptz`
  const purpose: TokenPurpose = 'undo_address'
  const rows = await db
    .select({ data: oneTimeTokens.data })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.purpose, purpose), gte(at, since)))
    .orderBy(at)
  // Only `giveToken` writes rows of a purpose.
  return rows.map(({ data }) => data as AddressChange)
}

/** The first sign-in or new way to sign in that an open "this wasn't me" link takes back; null: there is none. */
export async function takenBackSince(db: Db, accountId: number, now: Date): Promise<Date | null> {
  const purpose: TokenPurpose = 'not_me'
  const [first] = await db
    .select({ at: sql<string | null>`min(${oneTimeTokens.data} ->> 'at')` })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.purpose, purpose), gt(oneTimeTokens.expiresAt, now)))
  return first?.at ? new Date(first.at) : null
}

/** Limits the life of an account's tokens of one purpose. */
export async function shortenTokens(db: Db, accountId: number, purpose: TokenPurpose, until: Date): Promise<void> {
  const own = and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.purpose, purpose), gt(oneTimeTokens.expiresAt, until))
  await db.update(oneTimeTokens).set({ expiresAt: until }).where(own)
}

/** Deletes an account's tokens of one purpose. */
export async function dropTokensFor(db: Db, accountId: number, purpose: TokenPurpose): Promise<void> {
  await db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.purpose, purpose)))
}

/** Deletes all tokens of a closed account. */
export async function dropAllTokens(db: Db, accountId: number): Promise<void> {
  await db.delete(oneTimeTokens).where(eq(oneTimeTokens.accountId, accountId))
}

export async function dropExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, now))
}

function isUsable(purpose: TokenPurpose, token: string, now: Date) {
  return and(eq(oneTimeTokens.tokenHash, hashOf(token)), eq(oneTimeTokens.purpose, purpose), gt(oneTimeTokens.expiresAt, now))
}

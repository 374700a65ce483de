import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Db, Tx } from '../db/client.ts'
import type { SecretBox } from '../db/secret-box.ts'
import { authenticatorPlace } from './authenticator-secrets.ts'
import { type AuthenticatorRow, authenticators } from './authenticators.table.ts'
import { acceptRecoveryCode } from './recovery-codes.ts'

const STEP_S = 30
/** Steps before and after the present one: for clocks that are a little off, and slow typists. */
const STEPS_OFF = 1

/** Whether sign-in asks this account for a second factor. */
export async function hasFactor(db: Db, accountId: number): Promise<boolean> {
  const [found] = await db.select({ id: authenticators.accountId }).from(authenticators).where(inUse(accountId))
  return found !== undefined
}

/** Uses up a code of the authenticator app, or a recovery code. Of twenty calls at once with one code, one succeeds. */
export async function acceptFactor(tx: Tx, secrets: SecretBox, who: { accountId: number; entered: string }, now: Date): Promise<boolean> {
  const { accountId, entered } = who
  const [row] = await tx.select().from(authenticators).where(inUse(accountId))
  if (!row) return false
  return acceptEither(tx, secrets, row, entered, now)
}

async function acceptEither(tx: Tx, secrets: SecretBox, row: AuthenticatorRow, entered: string, now: Date): Promise<boolean> {
  const digits = entered.replaceAll('-', '')
  if (!/^\d{6}$/.test(digits)) return acceptRecoveryCode(tx, row.accountId, entered)
  return acceptAppCode(tx, secrets, row, digits, now)
}

/** Accepts a six-digit code of the app, if none of its step or of a later one was accepted before. */
export async function acceptAppCode(tx: Tx, secrets: SecretBox, row: AuthenticatorRow, digits: string, now: Date): Promise<boolean> {
  const totp = new TOTP({ secret: Secret.fromBase32(secrets.open(authenticatorPlace(row.accountId), row.secret)), period: STEP_S })
  const delta = totp.validate({ token: digits, timestamp: now.getTime(), window: STEPS_OFF })
  if (delta === null) return false
  const step = Math.floor(now.getTime() / 1000 / STEP_S) + delta
  const isNewer = and(eq(authenticators.accountId, row.accountId), eq(authenticators.secret, row.secret), lt(authenticators.lastStep, step))
  const won = await tx.update(authenticators).set({ lastStep: step }).where(isNewer).returning({ id: authenticators.accountId })
  return won.length > 0
}

const inUse = (accountId: number) => and(eq(authenticators.accountId, accountId), isNotNull(authenticators.confirmedAt))

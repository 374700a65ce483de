import { eq, isNull } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { accounts } from '../accounts/accounts.table.ts'
import { holdSession } from '../accounts/hold-session.ts'
import { tellSignInChange } from '../accounts/tell-sign-in-change.ts'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError, orNotFound } from '../errors.ts'
import { authenticatorPlace } from './authenticator-secrets.ts'
import { authenticators } from './authenticators.table.ts'
import { acceptAppCode } from './check-factor.ts'
import { countRecoveryCodes, dropRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'

type Factors = { authenticatorSince: Date | null; recoveryCodesLeft: number }

export async function readFactors(db: Db, accountId: number): Promise<Factors> {
  const [row] = await db.select().from(authenticators).where(eq(authenticators.accountId, accountId))
  const authenticatorSince = row?.confirmedAt ?? null
  return { authenticatorSince, recoveryCodesLeft: authenticatorSince ? await countRecoveryCodes(db, accountId) : 0 }
}

/**
 * Makes a key for an authenticator app. It takes effect with the first code; until then each call makes a new key. Throws
 * `factor.already_on`.
 */
export async function beginAuthenticator(database: Database, by: Caller, issuer: string, now: Date): Promise<{ key: string; url: string }> {
  const { accountId } = by
  const [account] = await database.db.select({ label: accounts.label }).from(accounts).where(eq(accounts.id, accountId))
  const secret = new Secret({ size: 20 })
  const sealed = { secret: database.secrets.seal(authenticatorPlace(accountId), secret.base32), lastStep: 0, createdAt: now }
  const begun = await database.db
    .insert(authenticators)
    .values({ accountId, ...sealed })
    .onConflictDoUpdate({ target: authenticators.accountId, set: sealed, setWhere: isNull(authenticators.confirmedAt) })
    .returning({ id: authenticators.accountId })
  if (begun.length === 0) throw new AppError('factor.already_on')
  // A colon would end the issuer for the app that reads it.
  const totp = new TOTP({ secret, issuer: issuer.replaceAll(':', ' '), label: orNotFound(account).label })
  return { key: secret.base32, url: totp.toString() }
}

/** Switches the second factor on with a first code. Returns the recovery codes. Throws `factor.already_on`, `factor.off`, `code.wrong`. */
export async function finishAuthenticator(database: Database, by: Caller, code: string, now: Date): Promise<string[]> {
  const own = eq(authenticators.accountId, by.accountId)
  return database.transaction(async (tx) => {
    await holdSession(tx, by)
    const [row] = await tx.select().from(authenticators).where(own).for('update')
    if (!row) throw new AppError('factor.off')
    if (row.confirmedAt) throw new AppError('factor.already_on')
    if (!(await acceptAppCode(tx, database.secrets, row, code, now))) throw new AppError('code.wrong', { fields: { code: 'code.wrong' } })
    await tx.update(authenticators).set({ confirmedAt: now }).where(own)
    await tellSignInChange(database, tx, by.accountId, { what: 'authenticator_added' }, now)
    await note(tx, by, 'switch_second_factor_on', { before: { secondFactor: false }, after: { secondFactor: true } }, now)
    return makeRecoveryCodes(tx, by.accountId, now)
  })
}

/** Switches the second factor off; its recovery codes stop working. Throws `factor.off`. */
export async function removeAuthenticator(database: Database, by: Caller, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const [removed] = await tx.delete(authenticators).where(eq(authenticators.accountId, by.accountId)).returning()
    if (!removed?.confirmedAt) throw new AppError('factor.off')
    await dropRecoveryCodes(tx, by.accountId)
    await tellSignInChange(database, tx, by.accountId, { what: 'authenticator_removed' }, now)
    await note(tx, by, 'switch_second_factor_off', { before: { secondFactor: true }, after: { secondFactor: false } }, now)
  })
}

/** Replaces the recovery codes. Throws `factor.off`. */
export async function renewRecoveryCodes(database: Database, by: Caller, now: Date): Promise<string[]> {
  return database.transaction(async (tx) => {
    const [row] = await tx.select().from(authenticators).where(eq(authenticators.accountId, by.accountId)).for('update')
    if (!row?.confirmedAt) throw new AppError('factor.off')
    const made = await makeRecoveryCodes(tx, by.accountId, now)
    await note(tx, by, 'renew_recovery_codes', { after: { recoveryCodes: made.length } }, now)
    return made
  })
}

function note(tx: Tx, by: Caller, verb: string, change: { before?: object; after: object }, now: Date): Promise<void> {
  return record(tx, by, { action: `member.${verb}`, entity: 'member', id: by.accountId, ...change }, now)
}

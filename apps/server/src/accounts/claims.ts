import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { identities } from '../identities/identities.table.ts'
import { type AccountRow, accounts } from './accounts.table.ts'

/**
 * Opens these accounts for a claim by link, once each. Takes thousands at a time and may be called twice. Skips staff, closed accounts, accounts
 * with a sign-in and claimed ones. Returns the ids that are open.
 */
export async function openClaims(tx: Tx, ids: readonly number[], now: Date): Promise<number[]> {
  const rows = await tx
    .update(accounts)
    .set({ claimableAt: now })
    .where(and(inArray(accounts.id, [...ids]), isNull(accounts.claimedAt), isNull(accounts.claimableAt), isNobodys))
    .returning({ id: accounts.id })
  return rows.map(({ id }) => id)
}

export async function closeClaim(tx: Tx, id: number): Promise<void> {
  await tx.update(accounts).set({ claimableAt: null }).where(eq(accounts.id, id))
}

/** Takes an account's one claim if it was opened after `since`; of many calls at once, one gets the row, the others null. */
export async function takeClaim(
  tx: Tx,
  { id, since, passwordHash, language }: { id: number; since: Date; passwordHash: string; language: 'en' | 'zh-CN' },
  now: Date,
): Promise<AccountRow | null> {
  const [row] = await tx
    .update(accounts)
    .set({
      claimableAt: null,
      claimedAt: now,
      passwordHash,
      accessChangedAt: now,
      language: sql`coalesce(${accounts.language}, ${language})`,
      version: sql`${accounts.version} + 1`,
    })
    .where(and(eq(accounts.id, id), isClaimable(since)))
    .returning()
  return row ?? null
}

/**
 * Links an account without a sign-in to the main account. `since`: as a claim, which must have been opened after it; null: by staff. Returns
 * whether it did; of many calls at once, one does.
 */
export async function takeLinked(tx: Tx, { id, mainId }: { id: number; mainId: number }, since: Date | null, now: Date): Promise<boolean> {
  const alone = sql`not exists (select from ${accounts} other where other.main_id = ${id})`
  const set = { mainId, claimableAt: null, claimedAt: since === null ? null : now, version: sql`${accounts.version} + 1` }
  const rows = await tx
    .update(accounts)
    .set(set)
    .where(and(eq(accounts.id, id), since === null ? isNobodys : isClaimable(since), alone))
    .returning({ id: accounts.id })
  return rows.length > 0
}

/** Makes an account nobody's again. `reopen`: it may be claimed once more. */
export async function undoClaim(tx: Tx, id: number, reopen: boolean, now: Date): Promise<void> {
  await tx
    .update(accounts)
    .set({ claimedAt: null, claimableAt: reopen ? now : null, mainId: null })
    .where(eq(accounts.id, id))
}

/** Where an account's claim stands; undefined: there is no such account. `open`: it may be claimed. */
export async function readClaim(db: Db, id: number, since: Date): Promise<{ open: boolean; claimedAt: Date | null } | undefined> {
  const [row] = await db
    .select({ open: sql<boolean>`coalesce(${isClaimable(since)}, false)`, claimedAt: accounts.claimedAt })
    .from(accounts)
    .where(eq(accounts.id, id))
  return row
}

/** Whether any account may be claimed. */
export async function hasClaims(db: Db, since: Date): Promise<boolean> {
  const [row] = await db.select({ id: accounts.id }).from(accounts).where(gt(accounts.claimableAt, since)).limit(1)
  return row !== undefined
}

/** Claims that were opened before it have ended. With 0 days, all have. */
export function claimsSince(settings: { 'account.claim_days': number }, now: Date): Date {
  return new Date(now.getTime() - settings['account.claim_days'] * 86_400_000)
}

/** For so long after a claim, its maker can neither shut others out nor close the account: they may be a thief. */
const FRESH_DAYS = 7
export const isFresh = (claimedAt: Date, now: Date): boolean => now.getTime() - claimedAt.getTime() < FRESH_DAYS * 86_400_000

export async function isFreshlyClaimed(db: Db, id: number, now: Date): Promise<boolean> {
  const [row] = await db.select({ claimedAt: accounts.claimedAt }).from(accounts).where(eq(accounts.id, id))
  return row?.claimedAt != null && isFresh(row.claimedAt, now)
}

/** Throws `claim.fresh` while a claim is so young that its member may not change links or close the account. */
export async function requireSettled(db: Db, id: number, now: Date): Promise<void> {
  if (await isFreshlyClaimed(db, id, now)) throw new AppError('claim.fresh')
}

const isNobodys = and(
  isNull(accounts.roleId),
  isNull(accounts.closedAt),
  isNull(accounts.mainId),
  sql`not exists (select from ${identities} where ${identities.accountId} = ${accounts.id})`,
)

const isClaimable = (since: Date): SQL | undefined => and(isNobodys, isNull(accounts.bannedAt), gt(accounts.claimableAt, since))

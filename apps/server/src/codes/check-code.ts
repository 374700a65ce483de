import type { CodePurpose } from '@portico/contract/codes'
import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import { passwordMatches } from '../accounts/password.ts'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { identities } from '../identities/identities.table.ts'
import { type CodeRow, codes } from './codes.table.ts'

const MOST_TRIES = 5

/** A typed code: id of its sending, and six digits. */
export type EnteredCode = { codeId: string; code: string }
type Wanted = { purpose: CodePurpose; accountId?: number }

/**
 * Checks a code and returns its row, to use up in the transaction that relies on it. Each call is one of five tries, over all processes.
 * Throws `code.wrong`, whether wrong, used, expired or foreign.
 */
export async function checkCode(db: Db, { codeId, code }: EnteredCode, { purpose, accountId }: Wanted, now: Date): Promise<CodeRow> {
  const usable = and(
    eq(codes.id, codeId),
    eq(codes.purpose, purpose),
    gt(codes.expiresAt, now),
    lt(codes.tries, MOST_TRIES),
    accountId === undefined ? undefined : eq(codes.accountId, accountId),
  )
  const [row] = await db
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1` })
    .where(usable)
    .returning()
  if (!(await passwordMatches(row?.codeHash ?? null, code)) || !row) throw wrongCode()
  return row
}

/** Uses the code up. Of twenty calls at once, one succeeds; the others throw `code.wrong`. */
export async function takeCode(tx: Tx, { id }: CodeRow): Promise<void> {
  const used = await tx.delete(codes).where(eq(codes.id, id)).returning({ id: codes.id })
  if (used.length === 0) throw wrongCode()
}

/** Voids the codes that the account asked for, and those that were sent to its addresses. */
export async function dropCodes(tx: Tx, accountId: number): Promise<void> {
  const { provider, subject } = identities
  const own = tx.select({ provider, subject }).from(identities).where(eq(identities.accountId, accountId))
  await tx.delete(codes).where(or(eq(codes.accountId, accountId), sql`(${codes.channel}, ${codes.subject}) in ${own}`))
}

export async function dropExpiredCodes(db: Db, now: Date): Promise<void> {
  await db.delete(codes).where(lte(codes.expiresAt, now))
}

export function wrongCode(): AppError {
  return new AppError('code.wrong', { fields: { code: 'code.wrong' } })
}

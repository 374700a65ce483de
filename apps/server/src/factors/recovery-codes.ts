import { createHash, randomInt } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { recoveryCodes } from './recovery-codes.table.ts'

const HOW_MANY = 10
/** 32 characters, none of which looks like another: 16 of them are 80 bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LETTERS = 16

/** Replaces the account's recovery codes and returns the new ones, which can be read only now. */
export async function makeRecoveryCodes(tx: Tx, accountId: number, now: Date): Promise<string[]> {
  const made = Array.from({ length: HOW_MANY }, newCode)
  await dropRecoveryCodes(tx, accountId)
  await tx.insert(recoveryCodes).values(made.map((code) => ({ accountId, codeHash: hashOf(code), createdAt: now })))
  return made
}

/** Uses a code up, with or without its hyphens. Of twenty calls at once, one succeeds; false: it is wrong or used. */
export async function acceptRecoveryCode(tx: Tx, accountId: number, entered: string): Promise<boolean> {
  const own = and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, hashOf(entered)))
  const used = await tx.delete(recoveryCodes).where(own).returning({ id: recoveryCodes.accountId })
  return used.length > 0
}

export async function countRecoveryCodes(db: Db, accountId: number): Promise<number> {
  const [left] = await db.select({ n: count() }).from(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  return left?.n ?? 0
}

export async function dropRecoveryCodes(tx: Tx, accountId: number): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
}

function newCode(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

function hashOf(code: string): Buffer {
  return createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest()
}

import { createHash } from 'node:crypto'
import { MAX_PROOF_BYTES, MAX_PROOF_FILES, type ProofContent, type ProofType, proofTypeOf } from '@portico/contract/payment-proofs'
import { and, asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts } from './payments.table.ts'
import { paymentProofs } from './proofs.table.ts'

type CheckedFile = { type: ProofType; bytes: Buffer }

/**
 * The bytes of a file whose content matches its type. Throws `payment.proof_too_large` or `payment.proof_wrong_type`, for the field `file`.
 */
export function checkFile({ type, data }: ProofContent): CheckedFile {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > MAX_PROOF_BYTES) throw refused('payment.proof_too_large')
  // The decoder silently skips what is not base64.
  if (bytes.toString('base64') !== data || proofTypeOf(bytes) !== type) throw refused('payment.proof_wrong_type')
  return { type, bytes }
}

/**
 * Stores a file with an attempt whose order is locked; the same file again changes nothing. Throws `payment.proof_limit` for the fourth.
 */
export async function keepFile(tx: Tx, attemptId: number, { type, bytes }: CheckedFile, now: Date): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest()
  const kept = await tx.select({ sha256: paymentProofs.sha256 }).from(paymentProofs).where(eq(paymentProofs.attemptId, attemptId))
  if (kept.some((file) => file.sha256.equals(sha256))) return
  if (kept.length >= MAX_PROOF_FILES) throw new AppError('payment.proof_limit')
  await tx.insert(paymentProofs).values({ attemptId, contentType: type, bytes, size: bytes.length, sha256, uploadedAt: now })
}

export type FileOf = { id: number; attemptId: number; type: ProofType; size: number; uploadedAt: Date }

/** The files sent for an order, oldest first, without their bytes. */
export async function listFiles(db: Db, orderId: number): Promise<FileOf[]> {
  const { id, attemptId, contentType: type, size, uploadedAt } = paymentProofs
  return db
    .select({ id, attemptId, type, size, uploadedAt })
    .from(paymentProofs)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, attemptId))
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(id))
}

/** One file with its bytes: from a member's own orders, or from the order an operator looks at. Any other is `not_found`. */
export async function readFile(db: Db, id: number, of: { accountId: number } | { tradeNo: string }): Promise<CheckedFile> {
  return foundRow(
    await db
      .select({ type: paymentProofs.contentType, bytes: paymentProofs.bytes })
      .from(paymentProofs)
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentProofs.attemptId))
      .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
      .where(and(eq(paymentProofs.id, id), 'tradeNo' in of ? eq(orders.tradeNo, of.tradeNo) : eq(orders.accountId, of.accountId))),
  )
}

function refused(code: 'payment.proof_too_large' | 'payment.proof_wrong_type'): AppError {
  return new AppError(code, { fields: { file: code } })
}

import { MAX_PROOF_FILES, type ProofContent } from '@portico/contract/payment-proofs'
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../actor.ts'
import { lockOrder } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods } from './payments.table.ts'
import { checkFile, type FileOf, keepFile, listFiles } from './proof-file.ts'

/**
 * Stores the member's proof for a payment that an operator confirms: a text, which replaces an earlier one, or a file, which is added.
 * Throws `order.wrong_status` unless the order waits for payment, `payment.method_unavailable` if no such method was chosen, and 422 with
 * the field if the proof is invalid.
 */
export async function proveAttempt(
  { transaction }: Database,
  by: Caller,
  { tradeNo, proof, file }: { tradeNo: string; proof: string | null; file: ProofContent | null },
  now: Date,
): Promise<void> {
  if (proof === null && file === null) throw new AppError('input.invalid', { fields: { proof: 'payment.field_required' } })
  const checked = file && checkFile(file)
  await transaction(async (tx) => {
    const order = await lockOrder(tx, tradeNo)
    if (order.accountId !== by.accountId) throw new AppError('order.not_found')
    if (order.status !== 'pending') throw new AppError('order.wrong_status')
    const attemptId = await findProvable(tx, order)
    if (attemptId === null) throw new AppError('payment.method_unavailable')
    if (proof !== null) await tx.update(paymentAttempts).set({ proof, proofAt: now }).where(eq(paymentAttempts.id, attemptId))
    if (checked) await keepFile(tx, attemptId, checked, now)
  })
}

export type ProofOf = { text: string | null; textAt: Date | null; files: FileOf[]; open: boolean; filesLeft: number }

/** The proof sent for an order, and whether more can be sent. */
export async function sentProof(db: Db, order: OrderRow): Promise<ProofOf> {
  const { proof, proofAt, orderId } = paymentAttempts
  const [[latest], files, attemptId] = await Promise.all([
    db
      .select({ proof, proofAt })
      .from(paymentAttempts)
      .where(and(eq(orderId, order.id), isNotNull(proof)))
      .orderBy(desc(proofAt))
      .limit(1),
    listFiles(db, order.id),
    order.status === 'pending' ? findProvable(db, order) : null,
  ])
  const held = files.filter((file) => file.attemptId === attemptId).length
  const filesLeft = attemptId === null ? 0 : MAX_PROOF_FILES - held
  return { text: latest?.proof ?? null, textAt: latest?.proofAt ?? null, files, open: attemptId !== null, filesLeft }
}

/** The attempt a proof belongs to: the latest by a method that an operator confirms. */
async function findProvable(db: Db, order: OrderRow): Promise<number | null> {
  const { id, orderId, methodId, status } = paymentAttempts
  const [chosen] = await db
    .select({ id })
    .from(paymentAttempts)
    .innerJoin(paymentMethods, eq(paymentMethods.id, methodId))
    .where(and(eq(orderId, order.id), eq(paymentMethods.driver, 'manual'), inArray(status, ['pending', 'expired'])))
    .orderBy(desc(id))
    .limit(1)
  return chosen?.id ?? null
}

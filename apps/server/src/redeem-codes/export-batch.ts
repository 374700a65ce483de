import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type CodeInBatch, codesOfBatch } from './list-codes.ts'
import { redeemBatches } from './redeem-codes.table.ts'

type Export = { id: number; status: 'unused' | null }

/** The codes of a batch for a download, all or of one status. Anyone who reads a code can use it, so each export is recorded. */
export function exportBatch({ transaction }: Database, by: Actor, { id, status }: Export, now: Date): Promise<CodeInBatch[]> {
  return transaction(async (tx) => {
    const [batch] = await tx.select({ id: redeemBatches.id }).from(redeemBatches).where(eq(redeemBatches.id, id))
    if (!batch) throw new AppError('not_found')
    const codes = await codesOfBatch(tx, id, status, now)
    const after = { exported: codes.length, status: status ?? 'all' }
    await record(tx, by, { action: 'redeem_batch.export', entity: 'redeem_batch', id, after }, now)
    return codes
  })
}

import { eq, sql } from 'drizzle-orm'
import type { RedeemBatchChange, RedeemBatchInput } from '@portico/contract/redeem-codes-admin'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { toColumns } from '../to-columns.ts'
import { newCode } from './code-text.ts'
import { redeemBatches, redeemCodes, redeemTemplates } from './redeem-codes.table.ts'

const batches = plainRecords(redeemBatches, 'redeem_batch')
const codes = plainRecords(redeemCodes, 'redeem_code')

/** Creates a batch with its codes, 10,000 at most, in one statement. Returns the batch's id. */
export function generateCodes({ transaction }: Database, by: Actor, input: RedeemBatchInput, now: Date): Promise<number> {
  return transaction(async (tx) => {
    // Locked, so that what the codes give does not change meanwhile.
    const [template] = await tx
      .select({ id: redeemTemplates.id })
      .from(redeemTemplates)
      .where(eq(redeemTemplates.id, input.template_id))
      .for('update')
    if (!template) throw new AppError('input.invalid', { fields: { template_id: 'not_found' } })
    const batch = await batches.create(tx, by, { ...toColumns(redeemBatches, input), createdAt: now }, now)
    const texts = Array.from({ length: input.count }, newCode)
    await tx.execute(sql`
      insert into ${redeemCodes} (batch_id, max_uses, code)
      select ${batch.id}::bigint, ${input.max_uses}::integer, code from unnest(${sql.param(texts)}::text[]) as t (code)`)
    return batch.id
  })
}

/** Changes a batch of codes, and with it all its codes at once, whatever their status. */
export async function changeBatch({ transaction }: Database, by: Actor, id: number, change: RedeemBatchChange, now: Date): Promise<void> {
  await transaction((tx) => batches.update(tx, by, id, toColumns(redeemBatches, change), now))
}

/** Enables or disables one code. Waits for a use in progress. May be called twice. */
export async function setCode({ transaction }: Database, by: Actor, id: number, enabled: boolean, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const { disabledAt } = await codes.lock(tx, id)
    await codes.update(tx, by, id, { disabledAt: enabled ? null : (disabledAt ?? now) }, now)
  })
}

import { eq, sql } from 'drizzle-orm'
import type { RedeemBatchChange, RedeemBatchInput } from '@portico/contract/redeem-codes-admin'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { newCode } from './code-text.ts'
import { redeemBatches, redeemCodes, redeemTemplates } from './redeem-codes.table.ts'

/** Makes a batch and its codes, ten thousand at most, in one statement. */
export async function generateCodes(tx: Tx, input: RedeemBatchInput, now: Date): Promise<number> {
  // Locked, so that what the codes give is not changed between the check that there are none and their coming into being.
  const [template] = await tx
    .select({ id: redeemTemplates.id })
    .from(redeemTemplates)
    .where(eq(redeemTemplates.id, input.template_id))
    .for('update')
  if (!template) throw new AppError('input.invalid', { fields: { template_id: 'not_found' } })
  const { name, count, max_uses: maxUses } = input
  const [batch] = await tx
    .insert(redeemBatches)
    .values({ templateId: template.id, name, count, maxUses, ...dates(input), createdAt: now })
    .returning({ id: redeemBatches.id })
  if (!batch) throw new Error('insert returned no row')
  const codes = Array.from({ length: count }, newCode)
  await tx.execute(sql`
    insert into ${redeemCodes} (batch_id, max_uses, code)
    select ${batch.id}::bigint, ${maxUses}::integer, code from unnest(${sql.param(codes)}::text[]) as t (code)`)
  return batch.id
}

/** Holds for all codes of the batch at once, whatever stage they are in. */
export async function changeBatch(tx: Tx, id: number, change: RedeemBatchChange): Promise<number> {
  const { name, enabled } = change
  const [row] = await tx
    .update(redeemBatches)
    .set({ name, enabled, ...dates(change) })
    .where(eq(redeemBatches.id, id))
    .returning({ id: redeemBatches.id })
  if (!row) throw new AppError('not_found')
  return row.id
}

/** Disables one code, or enables it again. A use that is under way ends first. */
export async function setCode(tx: Tx, id: number, enabled: boolean, now: Date): Promise<number> {
  const disabledAt = enabled ? null : now
  const [row] = await tx.update(redeemCodes).set({ disabledAt }).where(eq(redeemCodes.id, id)).returning({ id: redeemCodes.id })
  if (!row) throw new AppError('not_found')
  return row.id
}

function dates({ starts_at, expires_at }: Pick<RedeemBatchChange, 'starts_at' | 'expires_at'>) {
  return { startsAt: starts_at === null ? null : new Date(starts_at), expiresAt: expires_at === null ? null : new Date(expires_at) }
}

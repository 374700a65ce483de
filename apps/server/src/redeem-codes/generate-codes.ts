import { eq, sql } from 'drizzle-orm'
import type { RedeemBatchChange, RedeemBatchInput } from '@portico/contract/redeem-codes-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { newCode } from './code-text.ts'
import { redeemBatches, redeemCodes, redeemTemplates } from './redeem-codes.table.ts'

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
    const { name, count, max_uses: maxUses } = input
    const values = { templateId: template.id, name, count, maxUses, ...dates(input), createdAt: now }
    const batch = writtenRow(await tx.insert(redeemBatches).values(values).returning())
    const codes = Array.from({ length: count }, newCode)
    await tx.execute(sql`
      insert into ${redeemCodes} (batch_id, max_uses, code)
      select ${batch.id}::bigint, ${maxUses}::integer, code from unnest(${sql.param(codes)}::text[]) as t (code)`)
    await record(tx, by, { action: 'redeem_batch.create', entity: 'redeem_batch', id: batch.id, after: batch }, now)
    return batch.id
  })
}

/** Applies to all codes of the batch at once, whatever their status. */
export async function changeBatch({ transaction }: Database, by: Actor, id: number, change: RedeemBatchChange, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [before] = await tx.select().from(redeemBatches).where(eq(redeemBatches.id, id)).for('update')
    if (!before) throw new AppError('not_found')
    const { name, enabled } = change
    const set = { name, enabled, ...dates(change) }
    const after = writtenRow(await tx.update(redeemBatches).set(set).where(eq(redeemBatches.id, id)).returning())
    await record(tx, by, { action: 'redeem_batch.update', entity: 'redeem_batch', id, before, after }, now)
  })
}

/** Enables or disables one code. Waits for a use in progress. May be called twice. */
export async function setCode({ transaction }: Database, by: Actor, id: number, enabled: boolean, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [before] = await tx.select().from(redeemCodes).where(eq(redeemCodes.id, id)).for('update')
    if (!before) throw new AppError('not_found')
    const disabledAt = enabled ? null : (before.disabledAt ?? now)
    const after = writtenRow(await tx.update(redeemCodes).set({ disabledAt }).where(eq(redeemCodes.id, id)).returning())
    await record(tx, by, { action: 'redeem_code.update', entity: 'redeem_code', id, before, after }, now)
  })
}

function dates({ starts_at, expires_at }: Pick<RedeemBatchChange, 'starts_at' | 'expires_at'>) {
  return { startsAt: starts_at === null ? null : new Date(starts_at), expiresAt: expires_at === null ? null : new Date(expires_at) }
}

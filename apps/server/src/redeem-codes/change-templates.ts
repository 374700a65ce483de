import { eq } from 'drizzle-orm'
import type { RedeemTemplateInput } from '@portico/contract/redeem-codes-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import type { Stored } from '../db/columns.ts'
import { isForeignKeyViolation, orRefuse } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { redeemBatches, type RedeemTemplateRow, redeemTemplates } from './redeem-codes.table.ts'

type Columns = Stored<RedeemTemplateInput, RedeemTemplateRow>

export function createTemplate({ transaction }: Database, by: Actor, input: RedeemTemplateInput, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const values = { ...toColumns(input), createdAt: now }
    const after = writtenRow(await knownPlan(tx.insert(redeemTemplates).values(values).returning()))
    await record(tx, by, { action: 'redeem_template.create', entity: 'redeem_template', id: after.id, after }, now)
    return after.id
  })
}

/** Changes a kind of code. Throws `redeem.template_in_use` if codes exist and would give something else than promised. */
export async function updateTemplate(
  { transaction }: Database,
  by: Actor,
  id: number,
  input: RedeemTemplateInput,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const [before] = await tx.select().from(redeemTemplates).where(eq(redeemTemplates.id, id)).for('update')
    if (!before) throw new AppError('not_found')
    const next = toColumns(input)
    if (givesElse(before, next) && (await hasBatches(tx, id))) throw new AppError('redeem.template_in_use')
    const after = writtenRow(await knownPlan(tx.update(redeemTemplates).set(next).where(eq(redeemTemplates.id, id)).returning()))
    await record(tx, by, { action: 'redeem_template.update', entity: 'redeem_template', id, before, after }, now)
  })
}

/** Deletes a template without batches. Throws `redeem.template_in_use`. */
export async function deleteTemplate({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const removed = tx.delete(redeemTemplates).where(eq(redeemTemplates.id, id)).returning()
    const [before] = await orRefuse(removed, isForeignKeyViolation, new AppError('redeem.template_in_use'))
    if (!before) throw new AppError('not_found')
    await record(tx, by, { action: 'redeem_template.delete', entity: 'redeem_template', id, before }, now)
  })
}

function toColumns({ plan_id, max_per_member, new_members_only, ...same }: RedeemTemplateInput): Columns {
  return { ...same, planId: plan_id, maxPerMember: max_per_member, newMembersOnly: new_members_only }
}

function givesElse(current: RedeemTemplateRow, next: Columns): boolean {
  return current.kind !== next.kind || current.value !== next.value || current.planId !== next.planId
}

async function hasBatches(db: Db, id: number): Promise<boolean> {
  const found = await db.select({ id: redeemBatches.id }).from(redeemBatches).where(eq(redeemBatches.templateId, id)).limit(1)
  return found.length > 0
}

function knownPlan<T>(statement: PromiseLike<T>): Promise<T> {
  return orRefuse(statement, isForeignKeyViolation, new AppError('input.invalid', { fields: { plan_id: 'plan.not_found' } }))
}

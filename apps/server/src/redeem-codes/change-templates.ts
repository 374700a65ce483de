import { eq } from 'drizzle-orm'
import type { RedeemTemplateInput } from '@portico/contract/redeem-codes-admin'
import type { Db, Tx } from '../db/client.ts'
import { isForeignKeyViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { redeemBatches, type RedeemTemplateRow, redeemTemplates } from './redeem-codes.table.ts'

export async function createTemplate(tx: Tx, input: RedeemTemplateInput, now: Date): Promise<number> {
  const [row] = await knownPlan(() =>
    tx
      .insert(redeemTemplates)
      .values({ ...toColumns(input), createdAt: now })
      .returning({ id: redeemTemplates.id }),
  )
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** What codes give is fixed as soon as there are some: whoever holds one was promised it. */
export async function updateTemplate(tx: Tx, id: number, input: RedeemTemplateInput): Promise<number> {
  const [current] = await tx.select().from(redeemTemplates).where(eq(redeemTemplates.id, id)).for('update')
  if (!current) throw new AppError('not_found')
  const next = toColumns(input)
  if (givesElse(current, next) && (await hasBatches(tx, id))) throw new AppError('redeem.template_in_use')
  await knownPlan(() => tx.update(redeemTemplates).set(next).where(eq(redeemTemplates.id, id)))
  return id
}

/** Only one without batches can go: the database refuses otherwise. */
export async function deleteTemplate(tx: Tx, id: number): Promise<number> {
  try {
    const [row] = await tx.delete(redeemTemplates).where(eq(redeemTemplates.id, id)).returning({ id: redeemTemplates.id })
    if (!row) throw new AppError('not_found')
    return row.id
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('redeem.template_in_use')
    throw error
  }
}

function toColumns({ plan_id, max_per_member, new_members_only, ...same }: RedeemTemplateInput) {
  return { ...same, planId: plan_id, maxPerMember: max_per_member, newMembersOnly: new_members_only }
}

function givesElse(current: RedeemTemplateRow, next: ReturnType<typeof toColumns>): boolean {
  return current.kind !== next.kind || current.value !== next.value || current.planId !== next.planId
}

async function hasBatches(db: Db, id: number): Promise<boolean> {
  const found = await db.select({ id: redeemBatches.id }).from(redeemBatches).where(eq(redeemBatches.templateId, id)).limit(1)
  return found.length > 0
}

async function knownPlan<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('input.invalid', { fields: { plan_id: 'plan.not_found' } })
    throw error
  }
}

import { eq } from 'drizzle-orm'
import type { RedeemTemplateInput } from '@portico/contract/redeem-codes-admin'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import type { Database, Db } from '../db/client.ts'
import { isForeignKeyViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { toColumns } from '../to-columns.ts'
import { redeemBatches, type RedeemTemplateRow, redeemTemplates } from './redeem-codes.table.ts'

const records = plainRecords(redeemTemplates, 'redeem_template')

export async function createTemplate({ transaction }: Database, by: Actor, input: RedeemTemplateInput, now: Date): Promise<number> {
  const values = { ...toColumns(redeemTemplates, input), createdAt: now }
  const { id } = await transaction((tx) => knownPlan(records.create(tx, by, values, now)))
  return id
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
    if (givesElse(await records.lock(tx, id), input) && (await hasBatches(tx, id))) throw new AppError('redeem.template_in_use')
    await knownPlan(records.update(tx, by, id, toColumns(redeemTemplates, input), now))
  })
}

/** Deletes a template without batches. Throws `redeem.template_in_use`. */
export async function deleteTemplate({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction((tx) => orRefuse(records.delete(tx, by, id, now), isForeignKeyViolation, new AppError('redeem.template_in_use')))
}

function givesElse(current: RedeemTemplateRow, next: RedeemTemplateInput): boolean {
  const { kind, value, planId, waitDays } = current
  return kind !== next.kind || value !== next.value || planId !== next.plan_id || waitDays !== next.wait_days
}

async function hasBatches(db: Db, id: number): Promise<boolean> {
  const found = await db.select({ id: redeemBatches.id }).from(redeemBatches).where(eq(redeemBatches.templateId, id)).limit(1)
  return found.length > 0
}

function knownPlan<T>(statement: PromiseLike<T>): Promise<T> {
  return orRefuse(statement, isForeignKeyViolation, new AppError('input.invalid', { fields: { plan_id: 'plan.not_found' } }))
}

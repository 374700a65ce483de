import { eq, max } from 'drizzle-orm'
import type { PlanChange, PlanInput } from '@portico/contract/plans-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { reorder } from '../db/reorder.ts'
import { isForeignKeyViolation, orRefuse } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { toColumns } from '../to-columns.ts'
import { plans } from './plans.table.ts'
import { notePriceChanges } from './prices/note-changes.ts'

/** Adds a plan at the end of the list. Returns its id. */
export async function createPlan({ transaction }: Database, by: Actor, input: PlanInput, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const [last] = await tx.select({ sort: max(plans.sort) }).from(plans)
    const values = { ...toColumns(plans, input), sort: (last?.sort ?? 0) + 1, createdAt: now }
    const after = writtenRow(await refuseUnknownGroup(tx.insert(plans).values(values).returning()))
    await record(tx, by, { action: 'plan.create', entity: 'plan', id: after.id, after }, now)
    return after.id
  })
}

/**
 * Changes a plan. Absent fields stay. Placed orders keep their price; holders keep their terms until they renew, and their prices until
 * `renewals_from`. Throws `plan.notice_too_short`.
 */
export async function updatePlan({ transaction }: Database, by: Actor, id: number, change: PlanChange, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [before] = await tx.select().from(plans).where(eq(plans.id, id)).for('no key update')
    if (!before) throw new AppError('plan.not_found')
    const { renewals_from: from, ...given } = change
    if (Object.keys(given).length === 0) return
    const after = writtenRow(await refuseUnknownGroup(tx.update(plans).set(toColumns(plans, given)).where(eq(plans.id, id)).returning()))
    const renewalsFrom = from ? new Date(from) : null
    await notePriceChanges(tx, { before, after, given, renewalsFrom }, now)
    const sides =
      renewalsFrom === null ? { before, after } : { before: { ...before, renewalsFrom: null }, after: { ...after, renewalsFrom } }
    await record(tx, by, { action: 'plan.update', entity: 'plan', id, ...sides }, now)
  })
}

/** Deletes a plan. Throws `plan.in_use` while a subscription or order names it; foreign keys decide. */
export async function deletePlan({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const removed = tx.delete(plans).where(eq(plans.id, id)).returning()
    const [before] = await orRefuse(removed, isForeignKeyViolation, new AppError('plan.in_use'))
    if (!before) throw new AppError('plan.not_found')
    await record(tx, by, { action: 'plan.delete', entity: 'plan', id, before }, now)
  })
}

/** Puts the given plans in this order. */
export async function sortPlans({ transaction }: Database, by: Actor, ids: number[], now: Date): Promise<void> {
  await transaction(async (tx) => {
    await record(tx, by, { action: 'plan.sort', entity: 'plan', ...(await reorder(tx, plans, ids)) }, now)
  })
}

function refuseUnknownGroup<T>(statement: PromiseLike<T>): Promise<T> {
  return orRefuse(statement, isForeignKeyViolation, new AppError('group.unknown', { fields: { group_id: 'group.unknown' } }))
}

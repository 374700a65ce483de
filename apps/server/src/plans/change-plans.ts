import { eq, max } from 'drizzle-orm'
import type { PlanChange, PlanInput } from '@portico/contract/plans-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { reorder } from '../db/reorder.ts'
import { isForeignKeyViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { plans } from './plans.table.ts'

type Values = Partial<typeof plans.$inferInsert>

/** Adds a plan at the end of the list. Returns its id. */
export async function createPlan({ transaction }: Database, by: Actor, input: PlanInput, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const [last] = await tx.select({ sort: max(plans.sort) }).from(plans)
    const values = {
      ...toColumns(input),
      name: input.name,
      groupId: input.group_id,
      transferEnable: input.transfer_enable,
      sort: (last?.sort ?? 0) + 1,
      createdAt: now,
    }
    const [after] = await refuseUnknownGroup(tx.insert(plans).values(values).returning())
    if (!after) throw new Error('insert returned no row')
    await record(tx, by, { action: 'plan.create', entity: 'plan', id: after.id, after }, now)
    return after.id
  })
}

/** Absent fields stay. Placed orders keep their price; holders keep their terms until they renew. */
export async function updatePlan({ transaction }: Database, by: Actor, id: number, change: PlanChange, now: Date): Promise<void> {
  const values = toColumns(change)
  await transaction(async (tx) => {
    const [before] = await tx.select().from(plans).where(eq(plans.id, id)).for('no key update')
    if (!before) throw new AppError('plan.not_found')
    if (Object.keys(values).length === 0) return
    await refuseUnknownGroup(tx.update(plans).set(values).where(eq(plans.id, id)))
    await record(tx, by, { action: 'plan.update', entity: 'plan', id, before, after: { ...before, ...values } }, now)
  })
}

/** Throws `plan.in_use` while a subscription or an order names the plan; foreign keys decide. */
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

function toColumns({ group_id, transfer_enable, speed_limit, device_limit, capacity_limit, ...same }: PlanChange): Values {
  const renamed = {
    groupId: group_id,
    transferEnable: transfer_enable,
    speedLimit: speed_limit,
    deviceLimit: device_limit,
    capacityLimit: capacity_limit,
  }
  const given = Object.entries({ ...same, ...renamed }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

function refuseUnknownGroup<T>(statement: PromiseLike<T>): Promise<T> {
  return orRefuse(statement, isForeignKeyViolation, new AppError('group.unknown', { fields: { group_id: 'group.unknown' } }))
}

import { eq, max, sql } from 'drizzle-orm'
import type { PlanInput } from '@portico/contract/plans-admin'
import type { Db, Tx } from '../db/client.ts'
import { isForeignKeyViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { plans } from './plans.table.ts'

type Values = Partial<typeof plans.$inferInsert>

export async function createPlan(tx: Tx, input: PlanInput): Promise<number> {
  const [last] = await tx.select({ sort: max(plans.sort) }).from(plans)
  const values = {
    ...toColumns(input),
    name: input.name,
    groupId: input.group_id,
    transferEnable: input.transfer_enable,
    sort: (last?.sort ?? 0) + 1,
  }
  const [row] = await known(() => tx.insert(plans).values(values).returning({ id: plans.id }))
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Absent fields stay. What was already sold keeps its snapshot; holders keep their terms until they renew. */
export async function updatePlan(db: Db, id: number, change: Partial<PlanInput>): Promise<number> {
  const values = toColumns(change)
  if (Object.keys(values).length === 0) return id
  const [row] = await known(() => db.update(plans).set(values).where(eq(plans.id, id)).returning({ id: plans.id }))
  if (!row) throw new AppError('plan.not_found')
  return row.id
}

/** Only a plan that no subscription and no order names can go: the database refuses otherwise. */
export async function deletePlan(db: Db, id: number): Promise<number> {
  try {
    const [row] = await db.delete(plans).where(eq(plans.id, id)).returning({ id: plans.id })
    if (!row) throw new AppError('plan.not_found')
    return row.id
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('plan.in_use')
    throw error
  }
}

/** Numbers the given plans in this order. */
export async function sortPlans(db: Db, ids: number[]): Promise<void> {
  await db.execute(sql`
    update ${plans} set sort = o.position from unnest(${sql.param(ids)}::bigint[]) with ordinality as o (id, position) where ${plans.id} = o.id`)
}

function toColumns({ group_id, transfer_enable, speed_limit, device_limit, capacity_limit, ...same }: Partial<PlanInput>): Values {
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

async function known<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('group.unknown', { fields: { group_id: 'group.unknown' } })
    throw error
  }
}

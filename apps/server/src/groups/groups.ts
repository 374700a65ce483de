import { asc, count, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { nodeGroups } from '../nodes/nodes.table.ts'
import { plans } from '../plans/plans.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type GroupRow, groups } from './groups.table.ts'

export type GroupUse = { group: GroupRow; plans: number; nodes: number; members: number }

/** Groups with what uses them, or the one asked for. */
export async function listGroups(db: Db, id: number | null = null): Promise<GroupUse[]> {
  // Computed columns keep their bare names in a join, so each has one of its own.
  const uses = (table: typeof plans | typeof subscriptions | typeof nodeGroups, name: string) =>
    db
      .select({ groupId: table.groupId, uses: count().as(`${name}_uses`) })
      .from(table)
      .groupBy(table.groupId)
      .as(name)
  const [p, n, m] = [uses(plans, 'p'), uses(nodeGroups, 'n'), uses(subscriptions, 'm')]
  const rows = await db
    .select({ group: groups, plans: p.uses, nodes: n.uses, members: m.uses })
    .from(groups)
    .leftJoin(p, eq(p.groupId, groups.id))
    .leftJoin(n, eq(n.groupId, groups.id))
    .leftJoin(m, eq(m.groupId, groups.id))
    .where(id === null ? sql`true` : eq(groups.id, id))
    .orderBy(asc(groups.id))
  return rows.map((row) => ({ group: row.group, plans: row.plans ?? 0, nodes: row.nodes ?? 0, members: row.members ?? 0 }))
}

export async function createGroup(db: Db, name: string): Promise<number> {
  return named(async () => {
    const [row] = await db.insert(groups).values({ name }).returning({ id: groups.id })
    return row?.id
  })
}

export async function renameGroup(db: Db, id: number, name: string): Promise<number> {
  return named(async () => {
    const [row] = await db.update(groups).set({ name }).where(eq(groups.id, id)).returning({ id: groups.id })
    return row?.id
  })
}

/** Refused while a plan, node or member uses it: the database says so. */
export async function deleteGroup(db: Db, id: number): Promise<number> {
  try {
    const [row] = await db.delete(groups).where(eq(groups.id, id)).returning({ id: groups.id })
    if (!row) throw new AppError('not_found')
    return row.id
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('group.in_use')
    throw error
  }
}

async function named(write: () => Promise<number | undefined>): Promise<number> {
  try {
    const id = await write()
    if (id === undefined) throw new AppError('not_found')
    return id
  } catch (error) {
    if (isUniqueViolation(error, 'groups_name')) throw new AppError('group.name_taken', { fields: { name: 'group.name_taken' } })
    throw error
  }
}

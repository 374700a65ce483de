import { asc, count, eq, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { isForeignKeyViolation, isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError, foundRow } from '../errors.ts'
import { nodeGroups } from '../nodes/nodes.table.ts'
import { plans } from '../plans/plans.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type GroupRow, groups } from './groups.table.ts'

const records = plainRecords(groups, 'group')

export type GroupUse = { group: GroupRow; plans: number; nodes: number; members: number }

/** Groups with the number of their plans, nodes and members; `id`: only that group. */
export async function listGroups(db: Db, id: number | null = null): Promise<GroupUse[]> {
  // Computed columns keep their bare names in a join, so each needs a unique name.
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

/** Throws `group.name_taken`. Returns the group's id. */
export async function createGroup({ transaction }: Database, by: Actor, name: string, now: Date): Promise<number> {
  const { id } = await transaction((tx) => refuseTakenName(records.create(tx, by, { name, createdAt: now }, now)))
  return id
}

/** Renames a group. Throws `group.name_taken`. */
export async function renameGroup({ transaction }: Database, by: Actor, id: number, name: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = foundRow(await tx.select().from(groups).where(eq(groups.id, id)).for('no key update'))
    await refuseTakenName(tx.update(groups).set({ name }).where(eq(groups.id, id)))
    await record(tx, by, { action: 'group.rename', entity: 'group', id, before, after: { ...before, name } }, now)
  })
}

/** Throws `group.in_use` while a plan, node or member uses it; its foreign keys decide. */
export async function deleteGroup({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction((tx) => orRefuse(records.delete(tx, by, id, now), isForeignKeyViolation, new AppError('group.in_use')))
}

function refuseTakenName<T>(statement: PromiseLike<T>): Promise<T> {
  const refusal = new AppError('group.name_taken', { fields: { name: 'group.name_taken' } })
  return orRefuse(statement, (error) => isUniqueViolation(error, 'groups_name'), refusal)
}

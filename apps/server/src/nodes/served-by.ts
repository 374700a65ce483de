import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { nodeGroups, nodes, pastMembers, pastNodeGroups } from './nodes.table.ts'

/** How long traffic is accepted for a member who has lost a node. */
const AFTER_MS = 24 * 3_600_000

/**
 * The given accounts that exist, and whether the node may charge each: they are in a group it serves, itself or through a child, or
 * were within the last day. Term and quota do not matter: the bytes were carried.
 */
export async function servedBy(tx: Tx, nodeId: number, accountIds: number[], now: Date): Promise<Map<number, boolean>> {
  if (accountIds.length === 0) return new Map()
  const groups = reachedBy(nodeId, now)
  const { rows } = await tx.execute<{ id: number; served: boolean }>(
    sql`select s.account_id as id, coalesce(${isIn(groups)}, false) or ${wasIn(groups, now)} as served from ${these(accountIds)}`,
  )
  return new Map(rows.map((row) => [row.id, row.served]))
}

/** The given accounts that the node may not charge, few even in a large push. */
export async function notServedBy(tx: Tx, nodeId: number, accountIds: number[], now: Date): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set()
  const groups = reachedBy(nodeId, now)
  const { rows } = await tx.execute<{ id: number }>(
    sql`select s.account_id as id from ${these(accountIds)} where (${isIn(groups)}) is not true and not ${wasIn(groups, now)}`,
  )
  return new Set(rows.map((row) => row.id))
}

function isIn(groups: SQL): SQL {
  return sql`s.group_id = any(${groups})`
}

function wasIn(groups: SQL, now: Date): SQL {
  return sql`exists (
    select from ${pastMembers} p where p.account_id = s.account_id and p.left_at > ${since(now)} and p.group_id = any(${groups})
  )`
}

/** An array, built once per statement: testing each member against it is faster than against a table. */
function reachedBy(nodeId: number, now: Date): SQL {
  const family = sql`select id from ${nodes} where id = ${nodeId} or parent_id = ${nodeId}`
  return sql`array(
    select group_id from ${nodeGroups} where node_id in (${family})
    union select group_id from ${pastNodeGroups} where node_id in (${family}) and left_at > ${since(now)}
  )`
}

/** The accounts as a table to join: the planner would examine thousands of listed values. */
function these(accountIds: number[]): SQL {
  return sql`unnest(${`{${accountIds.join(',')}}`}::bigint[]) as given (id) join ${subscriptions} s on s.account_id = given.id`
}

function since(now: Date): Date {
  return new Date(now.getTime() - AFTER_MS)
}

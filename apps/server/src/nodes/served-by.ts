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
  const { rows } = await tx.execute<{ id: number; served: boolean }>(
    sql`with ${here(nodeId, accountIds, now)} select id, is_in or ${wasIn(nodeId, now)} as served from here`,
  )
  return new Map(rows.map((row) => [row.id, row.served]))
}

/** The given accounts that the node may not charge, few even in a large push. */
export async function notServedBy(tx: Tx, nodeId: number, accountIds: number[], now: Date): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: number }>(
    sql`with ${here(nodeId, accountIds, now)} select id from here where not is_in and not ${wasIn(nodeId, now)}`,
  )
  return new Set(rows.map((row) => row.id))
}

/** The accounts that exist, and whether each is in a group of the node now. A member without a plan is in none. */
function here(nodeId: number, accountIds: number[], now: Date): SQL {
  return sql`here as materialized (
    select s.account_id as id, coalesce(s.group_id = any(${reachedBy(nodeId, now)}), false) as is_in from ${these(accountIds)}
  )`
}

/**
 * Whether the member was in such a group. Looked up by its key for each who is in none, because the planner takes them for few and would
 * compare all of them with all who left a group; the limit keeps it from that.
 */
function wasIn(nodeId: number, now: Date): SQL {
  return sql`(coalesce((
    select true from ${pastMembers} p
    where p.account_id = here.id and p.left_at > ${since(now)} and p.group_id = any(${reachedBy(nodeId, now)}) limit 1), false))`
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

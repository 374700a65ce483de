import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { nodeGroups, nodes, pastMembers, pastNodeGroups } from './nodes.table.ts'

/** Traffic of a member who has lost a node is still reported for this long. */
const AFTER_MS = 24 * 3_600_000

/**
 * Of the given accounts those that exist, and whether the node may charge them: they are in a group it serves, itself or by
 * a child, or were within the last day. Neither term nor quota matters; the bytes were carried.
 */
export async function servedBy(tx: Tx, nodeId: number, accountIds: number[], now: Date): Promise<Map<number, boolean>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await tx.execute<{ id: number; served: boolean }>(
    sql`${reachedBy(nodeId, now)} select s.account_id as id, ${isServed(now)} as served ${of(accountIds)}`,
  )
  return new Map(rows.map((row) => [row.id, row.served]))
}

/** Of the given accounts those the node may not charge; of a large push they are few. */
export async function strangersTo(tx: Tx, nodeId: number, accountIds: number[], now: Date): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: number }>(
    sql`${reachedBy(nodeId, now)} select s.account_id as id ${of(accountIds)} and (${isServed(now)}) is not true`,
  )
  return new Set(rows.map((row) => row.id))
}

/** The groups whose members the node may charge, as a query of their ids. */
export function groupsOf(nodeId: number, now: Date): SQL {
  const family = sql`select id from ${nodes} where id = ${nodeId} or parent_id = ${nodeId}`
  return sql`
    select group_id from ${nodeGroups} where node_id in (${family})
    union select group_id from ${pastNodeGroups} where node_id in (${family}) and left_at > ${since(now)}`
}

function reachedBy(nodeId: number, now: Date): SQL {
  return sql`with reached as (${groupsOf(nodeId, now)})`
}

function isServed(now: Date): SQL {
  return sql`s.group_id in (select group_id from reached) or exists (
    select from ${pastMembers} p
    where p.account_id = s.account_id and p.left_at > ${since(now)} and p.group_id in (select group_id from reached)
  )`
}

function of(accountIds: number[]): SQL {
  return sql`from ${subscriptions} s where s.account_id = any(${`{${accountIds.join(',')}}`}::bigint[])`
}

function since(now: Date): Date {
  return new Date(now.getTime() - AFTER_MS)
}

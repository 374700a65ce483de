import { and, eq, isNull, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { dayKey, shiftDay } from '../calendar.ts'
import type { Database, Tx } from '../db/client.ts'
import { type NewEvent, tellMany } from '../events/tell.ts'
import { namesAs } from '../in-language.ts'
import { nodeGroups, type NodeRow, nodes } from '../nodes/nodes.table.ts'
import { activeSql } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'
import { type OutageRow, outages } from './outages.table.ts'

const BATCH = 1000
/** Days without use after which a member does not miss a node. */
const USED_DAYS = 3
export const TELL_JOB = 'tell_outage'

export const outageCause = (id: number): string => `node_outage ${id}`

/**
 * Tells the members who use a node, or an entrance to it, that it is down: those with a running plan for it and traffic in the last days.
 * Each batch is a transaction, so it may be interrupted and called again. Stops once the outage is over.
 */
export async function tellOutage({ transaction }: Database, id: number, now: Date, zone: string): Promise<void> {
  const since = shiftDay(dayKey(now, zone), 1 - USED_DAYS)
  for (let after: number | null = 0; after !== null;) after = await transaction((tx) => tellBatch(tx, { id, since, now }, after ?? 0))
}

/** Tells a batch of members. Returns the last account; null: none is left. */
async function tellBatch(tx: Tx, { id, since, now }: { id: number; since: string; now: Date }, after: number): Promise<number | null> {
  // The end of the outage waits for this lock, and so finds these events.
  const [found] = await tx
    .select({ outage: outages, node: { name: nodes.name, translations: nodes.translations } })
    .from(outages)
    .innerJoin(nodes, eq(nodes.id, outages.nodeId))
    .where(and(eq(outages.id, id), isNull(outages.endedAt)))
    .for('share', { of: outages })
  if (!found) return null
  const family = sql`(select ${nodes.id} from ${nodes} where ${nodes.id} = ${found.outage.nodeId} or ${nodes.parentId} = ${found.outage.nodeId})`
  const { rows } = await tx.execute<{ id: number }>(sql`
    select ${subscriptions.accountId} as id from ${subscriptions}
    join ${accounts} on ${accounts.id} = ${subscriptions.accountId} and ${accounts.bannedAt} is null
    where ${subscriptions.accountId} > ${after} and ${activeSql(now)}
      and ${subscriptions.groupId} in (select ${nodeGroups.groupId} from ${nodeGroups} where ${nodeGroups.nodeId} in ${family})
      and ${subscriptions.accountId} in (
        select ${trafficDaily.accountId} from ${trafficDaily} where ${trafficDaily.day} >= ${since} and ${trafficDaily.nodeId} in ${family})
    order by ${subscriptions.accountId} limit ${BATCH}`)
  const event = outageEvent(found.outage, found.node)
  await tellMany(
    tx,
    rows.map((row) => ({ accountId: row.id, ...event })),
    now,
  )
  return rows.at(-1)?.id ?? null
}

function outageEvent({ id, beganAt }: OutageRow, node: Pick<NodeRow, 'name' | 'translations'>): NewEvent {
  const data = { node: node.name, translations: namesAs(node.translations, 'node'), began_at: beganAt.toISOString() }
  return { type: 'node_outage', cause: outageCause(id), data }
}

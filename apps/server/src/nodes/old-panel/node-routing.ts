import { hasOutbound, hasRouting, NO_ROUTING, NodeRouting } from '@portico/contract/node-routing'
import { asc, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { Reseal, SecretBox } from '../../db/secret-box.ts'
import { nodes } from '../nodes.table.ts'

// Encrypted as a whole: outbounds hold passwords and keys of other servers.
const placeOf = (id: number): string => `nodes/${id}/routing_config`

/** The column for a node's routing; null: none. An unchanged one keeps what is stored. Throws `secret.no_key`. */
export function sealRouting(secrets: SecretBox, id: number, routing: NodeRouting, before: string | null): string | null {
  if (!hasRouting(routing)) return null
  const text = JSON.stringify(routing)
  return before !== null && secrets.open(placeOf(id), before) === text ? before : secrets.seal(placeOf(id), text)
}

export function openRouting(secrets: SecretBox, id: number, stored: string | null): NodeRouting {
  return stored === null ? NO_ROUTING : NodeRouting.parse(JSON.parse(secrets.open(placeOf(id), stored)))
}

/** Routing without what logs in to other servers, for staff who may not change the node. */
export function hideOutbounds({ routes }: NodeRouting): NodeRouting {
  return {
    ...NO_ROUTING,
    routes: routes.map((route) => ({ ...route, value: hasOutbound(route.action) ? named(route.value) : route.value })),
  }
}

/** An outbound's name and protocol alone. */
function named(outbound: string): string {
  const { tag, protocol } = JSON.parse(outbound) as Record<string, unknown>
  return JSON.stringify({ tag, protocol })
}

/** A node that loses its routing goes into maintenance, because it would let out what it blocked. */
export async function resealRouting(tx: Tx, reseal: Reseal): Promise<void> {
  const column = { id: nodes.id, routing: nodes.routingConfig }
  const rows = await tx.select(column).from(nodes).where(isNotNull(nodes.routingConfig)).orderBy(asc(nodes.id)).for('update')
  for (const { id, routing } of rows) {
    const next = routing === null ? null : reseal(placeOf(id), routing)
    if (next === routing) continue
    const set = next === null ? { routingConfig: null, state: 'maintenance' as const } : { routingConfig: next }
    await tx.update(nodes).set(set).where(eq(nodes.id, id))
  }
}

import { type NodeRoute, type NodeRouting, ROUTE_ACTIONS } from '@portico/contract/node-routing'
import type { OldDatabase } from '../../old/old-database.ts'
import type { OldFinding } from '../../records.ts'
import { Cells } from '../row.ts'

/** Rows of `v2_server_route` by their number. An action that is none is a finding. */
export async function readRoutes(old: OldDatabase): Promise<{ routes: Map<string, NodeRoute>; found: OldFinding[] }> {
  const routes = new Map<string, NodeRoute>()
  const found: OldFinding[] = []
  if (!old.tables.has('v2_server_route')) return { routes, found }
  for await (const row of old.rows('v2_server_route')) {
    const cells = new Cells('v2_server_route', row)
    const given = cells.text('action')
    const action = ROUTE_ACTIONS.find((one) => one === given)
    if (action) routes.set(cells.text('id'), { action, match: matchOf(cells), value: cells.text('action_value') })
    else cells.note('route_odd', given)
    found.push(...cells.found())
  }
  return { routes, found }
}

/** A list in JSON; older rows have lines. */
function matchOf(cells: Cells): string[] {
  const text = cells.text('match').trim()
  const lines = text.startsWith('[') ? cells.list('match') : text.split(/[\n,]/)
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

/** The routes that a node names. */
export function routingOf(cells: Cells, routes: ReadonlyMap<string, NodeRoute>, column: string): NodeRouting {
  return { routes: cells.list(column).flatMap((id) => routes.get(id) ?? []), custom_outbounds: '', custom_routes: '' }
}

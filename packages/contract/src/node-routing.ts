import * as z from 'zod/mini'
import type { Rule } from './rule-texts.ts'

/**
 * What v2board's routes do. A `block…` and `protocol` refuse what matches; `dns` asks another server, `route` and `route_ip` use another
 * outbound for it; `default_out` sends everything else there.
 */
export const ROUTE_ACTIONS = ['block', 'block_ip', 'block_port', 'protocol', 'dns', 'route', 'route_ip', 'default_out'] as const
export type RouteAction = (typeof ROUTE_ACTIONS)[number]

/** Actions whose value is an outbound of Xray in JSON. */
export const hasOutbound = (action: RouteAction): boolean => action === 'route' || action === 'route_ip' || action === 'default_out'
export const hasMatch = (action: RouteAction): boolean => action !== 'default_out'
/** `dns` without a match is for everything. */
const needsMatch = (action: RouteAction): boolean => hasMatch(action) && action !== 'dns'

export const NodeRoute = z
  .object({
    action: z.enum(ROUTE_ACTIONS),
    /** Domains, addresses, ports or protocols, as Xray writes them. */
    match: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))).check(z.maxLength(2000)),
    /** An outbound, or the address of a DNS server; '': none. */
    value: z.string().check(z.trim(), z.maxLength(20_000)),
  })
  .check(
    z.refine(({ action, match }) => !needsMatch(action) || match.length > 0, { path: ['match'], error: 'node.route_match' satisfies Rule }),
    z.refine(({ action, value }) => action !== 'dns' || value !== '', { path: ['value'], error: 'node.route_dns' satisfies Rule }),
    z.refine(({ action, value }) => !hasOutbound(action) || isOutbound(value), {
      path: ['value'],
      error: 'node.route_outbound' satisfies Rule,
    }),
  )

export type NodeRoute = z.infer<typeof NodeRoute>

/** JSON text of a list of objects; '': none. */
const ObjectList = z.string().check(z.trim(), z.maxLength(100_000), z.refine(isObjectList, 'node.object_list' satisfies Rule))

/** Where a node sends what members ask for, as an old panel told it. Node programs get it as it is here, and read what they know. */
export const NodeRouting = z.object({
  routes: z.array(NodeRoute).check(z.maxLength(100)),
  /** Outbounds and routes for Xboard's node program, in the form of its core. */
  custom_outbounds: ObjectList,
  custom_routes: ObjectList,
})
export type NodeRouting = z.infer<typeof NodeRouting>

export const NO_ROUTING: NodeRouting = { routes: [], custom_outbounds: '', custom_routes: '' }

export function hasRouting({ routes, custom_outbounds, custom_routes }: NodeRouting): boolean {
  return routes.length > 0 || custom_outbounds !== '' || custom_routes !== ''
}

function isOutbound(text: string): boolean {
  const value = parsed(text)
  return isObject(value) && ['tag', 'protocol'].every((name) => typeof value[name] === 'string' && value[name] !== '')
}

function isObjectList(text: string): boolean {
  const value = text === '' ? [] : parsed(text)
  return Array.isArray(value) && value.every(isObject)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { hasMatch, hasOutbound, type NodeRouting, type RouteAction } from '@portico/contract/node-routing'

/** The routing in its form: a match a line. */
export type RoutingForm = Omit<NodeRouting, 'routes'> & { routes: { action: RouteAction; match: string; value: string }[] }

export function toRoutingForm({ routes, ...rest }: NodeRouting): RoutingForm {
  return { ...rest, routes: routes.map(({ match, ...route }) => ({ ...route, match: match.join('\n') })) }
}

/** Without what the form hides. */
export function toRouting({ routes, ...rest }: RoutingForm): NodeRouting {
  return {
    ...rest,
    routes: routes.map(({ action, match, value }) => ({
      action,
      match: hasMatch(action)
        ? match
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean)
        : [],
      value: action === 'dns' || hasOutbound(action) ? value : '',
    })),
  }
}

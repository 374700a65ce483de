import type { NodeRouting } from '@portico/contract/node-routing'

/** A node's routing as v2board and Xboard send it: v2node, V2bX and XrayR read `routes`, Xboard's program the rest. Absent: there is none. */
export function routingFields({ routes, custom_outbounds, custom_routes }: NodeRouting): Record<string, unknown> {
  return {
    ...(routes.length > 0 && {
      routes: routes.map(({ action, match, value }, i) => ({ id: i + 1, match, action, action_value: value === '' ? null : value })),
    }),
    ...(custom_outbounds !== '' && { custom_outbounds: JSON.parse(custom_outbounds) as unknown }),
    ...(custom_routes !== '' && { custom_routes: JSON.parse(custom_routes) as unknown }),
  }
}

import { type Dialect, takes } from './dialect.ts'
import type { FeedNode, Site } from './feed-node.ts'
import { formats } from './formats.ts'
import { infoNodes } from './info-nodes.ts'
import { messageNode } from './message-node.ts'
import type { Compiled } from './slots.ts'

/** The profile of these nodes in a client's dialect. Nodes the client cannot reach are left out. */
export function compileFeed(dialect: Dialect, nodes: readonly FeedNode[], site: Site): Compiled {
  const able = nodes.filter((node) => takes(dialect, node.settings))
  const said = able.length > 0 ? infoNodes(dialect.format, site) : []
  return formats[dialect.format].compile({ nodes: [...said, ...able], site, layout: dialect.layout, whole: able.length > 0 })
}

/**
 * A valid profile for a member who may not connect. Its one node has the message as its name, leads nowhere, and carries no
 * credential. An empty answer would make clients drop the profile they have.
 */
export function compileMessage({ format, layout }: Dialect, message: string, site: Site): Compiled {
  const { compile, compileMessage: own } = formats[format]
  if (own) return own(message, site)
  const compiled = compile({ nodes: [messageNode(message)], site, layout, whole: false })
  return (credential) => compiled({ ...credential, uuid: '00000000-0000-0000-0000-000000000000' })
}

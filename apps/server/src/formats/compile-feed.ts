import { ableNodes, type Dialect } from './dialect.ts'
import type { FeedNode, Site } from './feed-node.ts'
import { formats } from './formats.ts'
import { whyNone } from './why-none.ts'
import { infoNodes } from './info-nodes.ts'
import { messageNode } from './message-node.ts'
import type { Compiled } from './slots.ts'

/**
 * The profile of these nodes in a client's dialect. Nodes the client cannot reach are left out; without any, the profile only says why.
 * `isChosen`: the link asks for some of its member's nodes.
 */
export function compileFeed(dialect: Dialect, nodes: readonly FeedNode[], site: Site, isChosen = false): Compiled {
  const { format, layout } = dialect
  const able = ableNodes(dialect, nodes)
  // A browser's script has no place for a message: it says so in a comment.
  if (able.length === 0 && format !== 'pac') return compileMessage(dialect, whyNone(nodes, site, isChosen), site)
  return formats[format].compile({ nodes: [...infoNodes(format, site), ...able], site, layout, whole: true })
}

/**
 * A valid profile for a member who may not connect. Its one node has the message as its name, leads nowhere, and carries no
 * credential. An empty answer would make clients drop the profile they have.
 */
export function compileMessage({ format, layout }: Dialect, message: string, site: Site): Compiled {
  const { compile, compileMessage: own } = formats[format]
  if (own) return own(message, site)
  const compiled = compile({ nodes: [messageNode(message)], site, layout, whole: false })
  return (credential) => compiled({ ...credential, uuid: '00000000-0000-0000-0000-000000000000', own: null })
}

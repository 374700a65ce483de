import { type FeedNode, toEntries } from './feed-node.ts'
import { asciiBase64, type Compiled, createTemplate } from './slots.ts'
import { nodeUri } from './uri.ts'

/** Share links, one a line, the whole in base64: what every client without a format of its own understands. */
export function compileUriList(nodes: readonly FeedNode[]): Compiled {
  const template = createTemplate()
  const links = toEntries(nodes, []).map((entry) => nodeUri(entry, template))
  return asciiBase64(template.compile(links.join('\r\n')))
}

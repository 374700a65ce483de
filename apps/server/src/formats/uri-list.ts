import { type FeedNode, toEntries } from './feed-node.ts'
import { asciiBase64, type Compiled, createTemplate, type Credential } from './slots.ts'
import { nodeUri } from './uri.ts'

/** Share links, one a line, the whole in base64: what every client without a format of its own understands. */
export function compileUriList(nodes: readonly FeedNode[]): Compiled {
  const template = createTemplate()
  const links = toEntries(nodes, []).map((entry) => nodeUri(entry, template))
  return asciiBase64(template.compile(links.join('\r\n')))
}

/** The same for Shadowrocket, which shows a first line with the member's traffic in place of the header it does not read. */
export function compileShadowrocket(nodes: readonly FeedNode[]): Compiled {
  const links = compileUriList(nodes)
  return (credential) => statusLine(credential) + links(credential)
}

/** In base64, and with spaces to a length divisible by three, so that what follows can be joined to it as it is. */
function statusLine({ up, down, transferEnable, expiresAt }: Credential): string {
  const gb = (bytes: number): string => (bytes / 2 ** 30).toFixed(2)
  const end = expiresAt === null ? 'N/A' : new Date(expiresAt).toISOString().slice(0, 10)
  const line = `STATUS=🚀↑:${gb(up)}GB,↓:${gb(down)}GB,TOT:${gb(transferEnable)}GB💡Expires:${end}`
  const padding = ' '.repeat((3 - ((Buffer.byteLength(line) + 2) % 3)) % 3)
  return Buffer.from(`${line}${padding}\r\n`, 'utf8').toString('base64')
}

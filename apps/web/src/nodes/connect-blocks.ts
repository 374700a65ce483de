import type { AdminNode } from '@portico/contract/nodes-admin'
import type { Protocol } from '@portico/contract/protocols'

export type ConnectBlock = { key: 'install' | 'snippet' | 'try' | 'client'; text: string }

/** Placeholder for a secret that can no longer be shown. */
export const SECRET_PLACEHOLDER = 'NODE_SECRET'

/** The protocols V2bX supports. */
const V2BX: readonly Protocol[] = ['vmess', 'vless', 'trojan', 'shadowsocks', 'hysteria', 'hysteria2', 'tuic', 'anytls']
const V2BX_FILE = '/etc/V2bX/config.json'

/** Texts to paste on a server or into its configuration to make it serve a node. `origin`: the site's address. */
export function connectBlocks({ id, settings }: Pick<AdminNode, 'id' | 'settings'>, secret: string, origin: string): ConnectBlock[] {
  const type = settings.protocol
  const entry = { ApiHost: origin, ApiKey: secret, NodeID: id, NodeType: type }
  const install: ConnectBlock[] = V2BX.includes(type) ? [{ key: 'install', text: intoV2bx(entry) }] : []
  const config = `${origin}/api/v1/server/UniProxy/config?node_id=${id}&node_type=${type}`
  return [
    ...install,
    { key: 'snippet', text: JSON.stringify(entry, null, 2) },
    { key: 'try', text: `curl -fsS -H ${quoted(`Authorization: Bearer ${secret}`)} ${quoted(config)}` },
    { key: 'client', text: reporter(id, secret, origin) },
  ]
}

/** Adds the node to V2bX's configuration. If it is already there, updates it and keeps its other settings. */
function intoV2bx(entry: object): string {
  const same = '.ApiHost == $n.ApiHost and .NodeID == $n.NodeID'
  const filter = `.Nodes |= ((. // []) | if any(${same}) then map(if ${same} then . + $n else . end) else . + [$n] end)`
  // If jq fails, nothing is written.
  return [
    `new=$(sudo jq --argjson n ${quoted(JSON.stringify(entry))} ${quoted(filter)} ${V2BX_FILE}) \\`,
    `  && printf '%s\\n' "$new" | sudo tee ${V2BX_FILE} >/dev/null && sudo systemctl restart V2bX`,
  ].join('\n')
}

function reporter(id: number, secret: string, origin: string): string {
  const options = { site: origin, nodeId: id, secret, stateFile: `/var/lib/node/portico-${id}.json` }
  return [
    "import { openReporter } from './node-client.ts'",
    '',
    `const reporter = openReporter(${JSON.stringify(options, null, 2)})`,
    'setInterval(() => void reporter.report(), 60_000)',
  ].join('\n')
}

/** Quotes any text as a single shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

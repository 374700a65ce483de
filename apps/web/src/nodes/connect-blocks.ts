import { type Certificate, NodeSoftware, serves } from '@portico/contract/node-software'
import { nodeSetup, quoted, xrayCommand } from '@portico/contract/node-setup'
import type { AdminNode } from '@portico/contract/nodes-admin'

/** `file`: path the text is for. */
export type ConnectBlock = { key: 'install' | 'config' | 'snippet' | 'try' | 'xray' | 'client'; text: string; file?: string }
type Served = Pick<AdminNode, 'id' | 'host' | 'settings'>
type Given = { software: NodeSoftware; certificate: Certificate; secret: string; origin: string }

/** Placeholder for a secret that can no longer be shown. */
export const SECRET_PLACEHOLDER = 'NODE_SECRET'

/** The software that serves the node; `any` is always the last. */
export function softwareFor({ settings }: Pick<AdminNode, 'settings'>): NodeSoftware[] {
  return NodeSoftware.options.filter((software) => serves(software, settings))
}

/** Texts to paste on a server or into its configuration to make it serve a node. `origin`: the site's address. */
export function connectBlocks(node: Served, { software, certificate, secret, origin }: Given): ConnectBlock[] {
  const { id, settings } = node
  const type = settings.protocol
  const config = `${origin}/api/v1/server/UniProxy/config?node_id=${id}&node_type=${type}`
  const xray = xrayCommand(node, secret, origin)
  return [
    ...setupBlocks([node], { software, certificate, secret, origin }),
    { key: 'snippet', text: JSON.stringify({ ApiHost: origin, ApiKey: secret, NodeID: id, NodeType: type }, null, 2) },
    { key: 'try', text: `curl -fsS -H ${quoted(`Authorization: Bearer ${secret}`)} ${quoted(config)}` },
    ...(xray === null ? [] : [{ key: 'xray', text: xray } as const]),
    { key: 'client', text: reporter(id, secret, origin) },
  ]
}

/** A command and the configuration it writes; empty for other software. */
export function setupBlocks(nodes: Served[], { software, certificate, secret, origin }: Given): ConnectBlock[] {
  if (software === 'any') return []
  const { file, config, command } = nodeSetup(software, nodes, { secret, origin, certificate })
  return [
    { key: 'install', text: command },
    { key: 'config', text: config, file },
  ]
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

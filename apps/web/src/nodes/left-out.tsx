import type { NodePart } from '@portico/contract/node-parts'
import type { AdminNode } from '@portico/contract/nodes-admin'
import { useT } from '../i18n.ts'
import { protocolName } from './node-text.ts'

const NAMES: Partial<Record<NodePart, string>> = {
  vision: 'Vision',
  'reality-xray': 'Reality 26.3.27',
  ech: 'ECH',
  salamander: 'Salamander',
  gecko: 'Gecko',
  'vless-encryption': 'VLESS Encryption',
  'ss-2022': 'Shadowsocks 2022',
  'ss-aes-192': 'AES-192-GCM',
  'ss-obfs': 'simple-obfs',
  'ss-websocket': 'v2ray-plugin',
  'mieru-udp': 'UDP',
}
const ENDS: [end: string, name: string][] = [
  ['-ws', 'WebSocket'],
  ['-grpc', 'gRPC'],
  ['-httpupgrade', 'HTTPUpgrade'],
  ['-xhttp', 'XHTTP'],
  ['-reality', 'Reality'],
  ['-tls', 'TLS'],
]
/** Formats for Shadowsocks alone, where other nodes are not expected. */
const SHADOWSOCKS = ['sip008', 'outline']

/** Clients that do not get a node, with the features they lack. */
export function LeftOut({ node: { left_out: leftOut, settings } }: { node: AdminNode }) {
  const t = useT()
  if (leftOut.some(({ lacks }) => lacks.length === 0)) return <p className="quiet small">{t('node_manage.left_out_all')}</p>
  const shown = leftOut.filter(({ format }) => settings.protocol === 'shadowsocks' || !SHADOWSOCKS.includes(format))
  if (shown.length === 0) return null
  const partName = (part: NodePart): string => {
    if (part === 'insecure') return t('node_manage.part_insecure')
    if (part === 'quoted-salamander') return t('node_manage.part_quoted_salamander')
    return NAMES[part] ?? ENDS.find(([end]) => part.endsWith(end))?.[1] ?? protocolName(part)
  }
  const comma = t('node_manage.comma')
  const clients = shown.map(({ title, lacks }) =>
    t('node_manage.left_out_client', { client: title, parts: lacks.map(partName).join(comma) }),
  )
  return <p className="quiet small">{t('node_manage.left_out', { clients: clients.join(comma) })}</p>
}

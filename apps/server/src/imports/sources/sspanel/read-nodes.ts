import type { AliasType } from '@portico/contract/node-aliases'
import type { OwnSecretKind } from '@portico/contract/own-secret'
import { isObject } from '@portico/contract/plain-object'
import { SHADOWSOCKS_2022_KEY_BYTES } from '@portico/contract/protocols'
import { smallIn } from '../columns.ts'
import type { OldDatabase, OldRow } from '../../old/old-database.ts'
import type { OldFinding, OldNode } from '../../records.ts'
import { type Fields, field, listOf, readJson, textOf } from '../xray/fields.ts'
import { readInbound, type ReadInbound } from '../xray/inbound.ts'
import { type Access, seenBy } from './access.ts'

const TYPES = new Map<string, AliasType>([
  ['1', 'shadowsocks'],
  ['2', 'tuic'],
  ['11', 'vmess'],
  ['14', 'trojan'],
])

/** The nodes. Programs that are set to another kind of panel keep their number. */
export async function* readNodes(old: OldDatabase, access: ReadonlyMap<string, Access>): AsyncGenerator<OldNode | OldFinding> {
  let sort = 0
  for await (const row of old.rows('node')) yield* nodeOf(row, access, sort++)
}

function* nodeOf(row: OldRow, access: ReadonlyMap<string, Access>, sort: number): Generator<OldNode | OldFinding> {
  const [id, name, at] = [row['id'] ?? '', row['name'] ?? '', `node ${row['id'] ?? ''}`]
  const config = readJson(row['custom_config'])
  const read: ReadInbound = config === null ? { lacks: 'settings', value: 'custom_config' } : settingsOf(row['sort'] ?? '', config)
  const listens = portOf(config?.['offset_port_node']) ?? 443
  const type = TYPES.get(row['sort'] ?? '')
  if ('settings' in read && type === 'tuic') yield { kind: 'finding', code: 'tuic_password', at, what: name }
  if (row['is_dynamic_rate'] === '1')
    yield { kind: 'finding', code: 'rate_changes', at, what: `${name}: ${row['dynamic_rate_config'] ?? ''}` }
  yield {
    kind: 'node',
    at,
    key: id,
    name,
    host: row['server'] ?? '',
    port: String(portOf(config?.['offset_port_user']) ?? listens),
    serverPort: listens,
    rate: row['traffic_rate'] ?? '1',
    rateRanges: [],
    tags: [],
    shown: row['type'] === '1',
    parent: null,
    groups: seenBy({ level: smallIn(row['node_class']) ?? 0, group: smallIn(row['node_group']) ?? 0 }, access),
    settings: 'settings' in read ? read.settings : null,
    why: 'lacks' in read ? `${read.lacks} ${read.value}` : '',
    aliases: type === undefined ? [] : [{ type, code: id }],
    sort,
    createdAt: null,
  }
}

function portOf(value: unknown): number | null {
  const port = smallIn(textOf(value))
  return port !== null && port > 0 ? port : null
}

/** Of a node with an own key for each member: what the key is for; null: of other nodes. */
export async function keyKinds(old: OldDatabase): Promise<Set<OwnSecretKind>> {
  const found = new Set<OwnSecretKind>()
  for await (const row of old.rows('node')) {
    const method = textOf(readJson(row['custom_config'])?.['method']) || DEFAULT_METHOD
    const bytes =
      row['sort'] === '1' ? Object.entries(SHADOWSOCKS_2022_KEY_BYTES).find(([cipher]) => cipher === method)?.[1] : undefined
    if (bytes !== undefined) found.add(bytes === 16 ? 'shadowsocks-2022-128' : 'shadowsocks-2022-256')
  }
  return found
}
const DEFAULT_METHOD = '2022-blake3-aes-128-gcm'

function settingsOf(sort: string, config: Fields): ReadInbound {
  if (sort === '0') return { lacks: 'protocol', value: 'Shadowsocks with a port for each member' }
  if (sort === '1') {
    const settings = { method: textOf(config['method']) || DEFAULT_METHOD, password: textOf(config['server_key']) }
    return readInbound({ protocol: 'shadowsocks', settings, stream: {} })
  }
  if (sort === '2') return tuic(config)
  if (sort !== '11' && sort !== '14') return { lacks: 'protocol', value: sort === '3' ? 'WireGuard' : `sort ${sort}` }
  // The panel itself serves such a node as VMess, which does not work.
  if (isOn(config['enable_vless'])) return { lacks: 'protocol', value: 'enable_vless' }
  const protocol = sort === '11' ? 'vmess' : 'trojan'
  return readInbound({ protocol, settings: {}, stream: streamOf(config, protocol) })
}

function tuic(config: Fields): ReadInbound {
  const control = textOf(config['congestion_control']) || 'bbr'
  const congestion = (['bbr', 'cubic', 'new_reno'] as const).find((one) => one === control)
  if (congestion === undefined) return { lacks: 'settings', value: `congestion_control ${control}` }
  const tls = { server_name: textOf(config['host']), allow_insecure: isOn(config['allow_insecure']) }
  const settings = {
    protocol: 'tuic' as const,
    congestion_control: congestion,
    udp_relay_mode: 'native' as const,
    zero_rtt: true,
    alpn: ['h3' as const],
    tls,
  }
  return { settings, differs: [] }
}

/** The configuration in the words of Xray. A Trojan node always has TLS, and the host is its name too. */
function streamOf(config: Fields, protocol: 'vmess' | 'trojan'): Fields {
  const request = field(field(config, 'header'), 'request')
  const host = textOf(listOf(field(request, 'headers')['Host'])?.[0]) || textOf(config['host'])
  const web = field(config, 'ws-opts', 'ws_opts')
  const path = textOf(listOf(request['path'])?.[0]) || textOf(config['path']) || textOf(web['path'])
  const service = textOf(config['servicename']) || textOf(field(config, 'grpc-opts', 'grpc_opts')['grpc-service-name'])
  const security = protocol === 'trojan' ? 'tls' : textOf(config['security']) || 'none'
  return {
    network: textOf(config['network']),
    security,
    tlsSettings: { serverName: host, allowInsecure: isOn(config['allow_insecure']) },
    tcpSettings: { header: isObject(config['header']) ? config['header'] : {} },
    wsSettings: { path, host },
    httpupgradeSettings: { path, host },
    grpcSettings: { serviceName: service },
  }
}

function isOn(value: unknown): boolean {
  return value === true || ['1', 'true'].includes(textOf(value))
}

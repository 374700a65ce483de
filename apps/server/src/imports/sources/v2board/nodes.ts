import type { AliasType } from '@portico/contract/node-aliases'
import type { ProtocolSettings, SettingsOf } from '@portico/contract/protocols'
import type { OldDatabase } from '../../old/old-database.ts'
import type { OldNode, OldRecord } from '../../records.ts'
import { asObject, asText, Cells } from '../row.ts'
import { readRoutes, routingOf } from './routes.ts'
import { isOn, noTransport, type Read, realityOf, serverKey, tlsOf, transport } from './streams.ts'

/** One table for each protocol; the later ones are wyx2685's. */
const TABLES: readonly [table: string, type: AliasType][] = [
  ['v2_server_vmess', 'vmess'],
  ['v2_server_trojan', 'trojan'],
  ['v2_server_shadowsocks', 'shadowsocks'],
  ['v2_server_hysteria', 'hysteria'],
  ['v2_server_vless', 'vless'],
  ['v2_server_tuic', 'tuic'],
  ['v2_server_anytls', 'anytls'],
  ['v2_server_v2node', 'v2node'],
]

export async function* readNodes(old: OldDatabase): AsyncGenerator<OldRecord> {
  const { routes, found } = await readRoutes(old)
  yield* found
  for (const [table, type] of TABLES) {
    if (!old.tables.has(table)) continue
    const rows = []
    for await (const row of old.rows(table)) rows.push(row)
    const createdAt = new Map(rows.map((row) => [row['id'], row['created_at'] ?? '0']))
    // Parents first: their entrances name them.
    const sorted = rows.toSorted((a, b) => Number((a['parent_id'] ?? null) !== null) - Number((b['parent_id'] ?? null) !== null))
    for (const row of sorted) {
      const cells = new Cells(table, row)
      // An entrance has its parent's key.
      const born = createdAt.get(row['parent_id'] ?? '') ?? row['created_at'] ?? '0'
      const node = { ...nodeOf(cells, type, born), routing: routingOf(cells, routes, 'route_id') }
      yield* cells.found()
      yield node
    }
  }
}

function nodeOf(cells: Cells, type: AliasType, born: string): OldNode {
  const read = settingsOf(cells, type === 'v2node' ? cells.text('protocol') : type, type === 'v2node', born)
  const id = cells.text('id')
  const parent = cells.textOrNull('parent_id')
  const ports = cells.text('port').split(',')
  if (ports.length > 1) cells.note('node_port_list', cells.text('port'))
  return {
    kind: 'node',
    at: cells.at,
    key: `${type} ${id}`,
    name: cells.text('name'),
    host: cells.text('host'),
    port: (ports[0] ?? '').trim(),
    serverPort: cells.int('server_port'),
    rate: cells.text('rate'),
    rateRanges: [],
    tags: cells.list('tags'),
    shown: cells.flag('show'),
    parent: parent === null || parent === '0' ? null : `${type} ${parent}`,
    groups: cells.list('group_id'),
    settings: 'settings' in read ? read.settings : null,
    why: 'why' in read ? read.why : '',
    aliases: [{ type, code: id }],
    sort: cells.int('sort'),
    createdAt: cells.unix('created_at'),
  }
}

function settingsOf(cells: Cells, protocol: string, isV2node: boolean, born: string): Read {
  switch (protocol) {
    case 'vmess':
      return vmess(cells, isV2node)
    case 'vless':
      return vless(cells)
    case 'trojan':
      return trojan(cells, isV2node)
    case 'shadowsocks':
      return shadowsocks(cells, born)
    case 'hysteria':
      return !isV2node && cells.int('version') === 2 ? hysteria2(cells, false) : hysteria(cells)
    case 'hysteria2':
      return hysteria2(cells, true)
    case 'tuic':
      return tuic(cells, isV2node)
    case 'anytls':
      return anytls(cells, isV2node)
    default:
      return { why: protocol }
  }
}

function vmess(cells: Cells, isV2node: boolean): Read {
  const [network, settings] = isV2node ? ['network', cells.object('network_settings')] : ['network', cells.object('networkSettings')]
  const carried = transport({ network: cells.text(network), settings })
  if (!carried || carried.network === 'xhttp') return noTransport(cells.text(network))
  const { xhttp: _, ...blocks } = carried
  const isTls = cells.int('tls') === 1
  const tls = isTls ? tlsOf(cells.object(isV2node ? 'tls_settings' : 'tlsSettings')) : null
  return { settings: { protocol: 'vmess', security: isTls ? 'tls' : 'none', tls, ...blocks } }
}

function vless(cells: Cells): Read {
  const carried = transport({ network: cells.text('network'), settings: cells.object('network_settings') })
  if (!carried) return noTransport(cells.text('network'))
  const [kind, given] = [cells.int('tls'), cells.object('tls_settings')]
  if (isOn(given['ech'])) return { why: 'ECH' }
  const encrypted = encryptionOf(cells)
  if (encrypted === null) return { why: 'encryption' }
  const isFlow = cells.text('flow') === 'xtls-rprx-vision' && carried.network === 'tcp' && kind !== 0
  return {
    settings: {
      protocol: 'vless',
      security: kind === 2 ? 'reality' : kind === 1 ? 'tls' : 'none',
      flow: isFlow ? 'xtls-rprx-vision' : '',
      ...encrypted,
      tls: kind === 1 ? tlsOf(given) : null,
      reality: kind === 2 ? realityOf(given) : null,
      ...carried,
    },
  }
}

/** `mlkem768x25519plus.MODE.RTT[.PADDING].KEY` on both sides; null: it is another kind. */
function encryptionOf(cells: Cells): Pick<SettingsOf<'vless'>, 'encryption' | 'decryption'> | null {
  const kind = cells.text('encryption')
  if (kind === '' || kind === 'none') return { encryption: '', decryption: '' }
  const given = cells.object('encryption_settings')
  const part = (name: string): string => asText(given[name])
  if (kind !== 'mlkem768x25519plus' || part('password') === '' || part('private_key') === '') return null
  const mode = part('mode') || 'native'
  const line = (...parts: string[]): string => [kind, mode, ...parts.filter((one) => one !== '')].join('.')
  return {
    encryption: line(part('rtt') || '1rtt', part('client_padding'), part('password')),
    decryption: line(part('ticket') || '600s', part('server_padding'), part('private_key')),
  }
}

function trojan(cells: Cells, isV2node: boolean): Read {
  const carried = transport({ network: cells.text('network'), settings: cells.object('network_settings') })
  if (!carried || carried.network === 'httpupgrade' || carried.network === 'xhttp') return noTransport(cells.text('network'))
  const { xhttp: _, httpupgrade: __, ...blocks } = carried
  const given = isV2node
    ? cells.object('tls_settings')
    : { server_name: cells.text('server_name'), allow_insecure: cells.text('allow_insecure') }
  const isReality = isV2node && cells.int('tls') === 2
  return {
    settings: {
      protocol: 'trojan',
      security: isReality ? 'reality' : 'tls',
      tls: isReality ? null : tlsOf(given),
      reality: isReality ? realityOf(given) : null,
      ...blocks,
    },
  }
}

function shadowsocks(cells: Cells, born: string): Read {
  const cipher = cells.text('cipher') as SettingsOf<'shadowsocks'>['cipher'] // checked with the whole node
  const [obfs, given] = [cells.text('obfs'), cells.object('obfs_settings')]
  if (obfs !== '' && obfs !== 'http') return { why: `obfs ${obfs}` }
  const isHttp = obfs === 'http'
  return {
    settings: {
      protocol: 'shadowsocks',
      cipher,
      server_key: serverKey(cipher, born),
      obfs: isHttp ? 'http' : '',
      obfs_host: isHttp ? asText(given['host']) : '',
      obfs_path: isHttp ? asText(given['path']) : '',
      obfs_tls: false,
    },
  }
}

const quicTls = (cells: Cells) => ({ server_name: cells.text('server_name'), allow_insecure: cells.flag('insecure') })

function ofV2node(cells: Cells): { server_name: string; allow_insecure: boolean } {
  const { server_name, allow_insecure } = tlsOf(cells.object('tls_settings'))
  return { server_name, allow_insecure }
}

function hysteria(cells: Cells): Read {
  const hop = { up_mbps: cells.int('up_mbps'), down_mbps: cells.int('down_mbps'), hop_interval: 0 }
  return { settings: { protocol: 'hysteria', ...hop, obfs_password: cells.text('obfs_password'), tls: quicTls(cells) } }
}

function hysteria2(cells: Cells, isV2node: boolean): Read {
  const obfs = cells.text('obfs')
  if (obfs !== '' && obfs !== 'salamander') return { why: `obfs ${obfs}` }
  return {
    settings: {
      protocol: 'hysteria2',
      up_mbps: cells.int('up_mbps'),
      down_mbps: cells.int('down_mbps'),
      obfs: obfs === 'salamander' ? 'salamander' : '',
      obfs_password: cells.text('obfs_password'),
      hop_interval: 0,
      tls: isV2node ? ofV2node(cells) : quicTls(cells),
    },
  }
}

function tuic(cells: Cells, isV2node: boolean): Read {
  const control = cells.text('congestion_control')
  return {
    settings: {
      protocol: 'tuic',
      congestion_control: control === 'bbr' || control === 'new_reno' ? control : 'cubic',
      udp_relay_mode: cells.text('udp_relay_mode') === 'quic' ? 'quic' : 'native',
      zero_rtt: cells.flag('zero_rtt_handshake'),
      alpn: ['h3'],
      tls: isV2node ? ofV2node(cells) : quicTls(cells),
    },
  }
}

function anytls(cells: Cells, isV2node: boolean): Read {
  const given = isV2node
    ? asObject(cells.json('tls_settings'))
    : { server_name: cells.text('server_name'), allow_insecure: cells.text('insecure') }
  const settings: ProtocolSettings = { protocol: 'anytls', padding_scheme: cells.list('padding_scheme'), tls: tlsOf(given) }
  return { settings }
}

import { type AliasType, aliasType } from '@portico/contract/node-aliases'
import type { RateRange } from '@portico/contract/nodes'
import type { ProtocolSettings, SettingsOf } from '@portico/contract/protocols'
import { hundredths } from '../../intake/values.ts'
import type { OldDatabase } from '../../old/old-database.ts'
import type { OldNode, OldRecord } from '../../records.ts'
import { asObject, asText, Cells } from '../row.ts'
import { fingerprint, isOn, noTransport, type Read, realityOf, serverKey, tlsOf, transport } from '../v2board/streams.ts'
import type { ReadTime } from '../v2board/rest.ts'
import { readRoutes, routingOf } from '../v2board/routes.ts'

type Json = Record<string, unknown>
type Aliases = (type: AliasType | null, id: string, code: string | null) => OldNode['aliases']

/** `v2_server`, which has all nodes. */
export async function* readNodes(old: OldDatabase, time: ReadTime): AsyncGenerator<OldRecord> {
  const { routes, found } = await readRoutes(old)
  yield* found
  const rows = []
  for await (const row of old.rows('v2_server')) rows.push(row)
  const codes = new Set(rows.flatMap((row) => (row['code'] ? [`${aliasType(row['type'] ?? '') ?? ''} ${row['code']}`] : [])))
  // A program's number is first looked up as a code.
  const aliases: Aliases = (type, id, code) => {
    if (type === null) return []
    const names = [...(code === null ? [] : [{ type, code }]), ...(codes.has(`${type} ${id}`) && code !== id ? [] : [{ type, code: id }])]
    const any = { type: 'v2node' as const, code: id }
    return [...names.filter((one, i) => names.findIndex(({ code: same }) => same === one.code) === i), any]
  }
  const byId = new Map(rows.map((row) => [row['id'], row]))
  const sorted = rows.toSorted((a, b) => Number((a['parent_id'] ?? null) !== null) - Number((b['parent_id'] ?? null) !== null))
  for (const row of sorted) {
    const cells = new Cells('v2_server', row)
    const parent = byId.get(row['parent_id'] ?? '')
    // The key is made of the second, whatever column type holds it.
    const born = time(parent ? new Cells('v2_server', parent) : cells, 'created_at')
    const node = nodeOf(cells, String(Math.floor((born?.getTime() ?? 0) / 1000)), aliases, time)
    const routing = routingOf(cells, routes, 'route_ids')
    const custom = { custom_outbounds: listText(cells, 'custom_outbounds'), custom_routes: listText(cells, 'custom_routes') }
    yield* cells.found()
    yield { ...node, routing: { ...routing, ...custom } }
  }
}

function nodeOf(cells: Cells, born: string, aliases: Aliases, time: ReadTime): OldNode {
  const type = aliasType(cells.text('type'))
  const read = settingsOf(cells, type, born)
  const [id, parent] = [cells.text('id'), cells.textOrNull('parent_id')]
  const ports = cells.text('port').split(',')
  if (ports.length > 1) cells.note('node_port_list', cells.text('port'))
  return {
    kind: 'node',
    at: cells.at,
    key: id,
    name: cells.text('name'),
    host: cells.text('host'),
    port: (ports[0] ?? '').trim(),
    serverPort: cells.int('server_port'),
    rate: cells.text('rate'),
    rateRanges: cells.flag('rate_time_enable') ? rangesOf(cells) : [],
    tags: cells.list('tags'),
    shown: cells.flag('show'),
    parent: parent === '0' ? null : parent,
    groups: cells.list('group_ids'),
    settings: 'settings' in read ? read.settings : null,
    why: 'why' in read ? read.why : '',
    aliases: aliases(type, id, cells.textOrNull('code')),
    sort: cells.int('sort'),
    createdAt: time(cells, 'created_at'),
  }
}

function rangesOf(cells: Cells): RateRange[] {
  const given = cells.json('rate_time_ranges')
  if (!Array.isArray(given)) return []
  return given.flatMap((one) => {
    const { start, end, rate } = asObject(one)
    const value = hundredths(asText(rate))
    // The last minute of the day belongs to it.
    return value === null ? [] : [{ start: asText(start).slice(0, 5), end: asText(end).slice(0, 5).replace('23:59', '24:00'), rate: value }]
  })
}

function settingsOf(cells: Cells, type: AliasType | null, born: string): Read {
  const given = cells.object('protocol_settings')
  switch (type) {
    case 'vmess':
    case 'vless':
    case 'trojan':
      return stream(type, given)
    case 'shadowsocks':
      return shadowsocks(given, born)
    case 'hysteria':
      return hysteria(given)
    case 'tuic':
      return tuic(given)
    case 'anytls':
      return { settings: { protocol: 'anytls', padding_scheme: lines(given['padding_scheme']), tls: inner(given, 'tls') } }
    case 'socks':
    case 'http': {
      const isTls = isOn(given['tls'])
      return { settings: { protocol: type, security: isTls ? 'tls' : 'none', tls: isTls ? inner(given, 'tls_settings') : null } }
    }
    case 'naive':
      return { settings: { protocol: 'naive', tls: { server_name: asText(asObject(given['tls_settings'])['server_name']) } } }
    case 'mieru':
      return { settings: { protocol: 'mieru', transport: given['transport'] === 'UDP' ? 'UDP' : 'TCP', multiplexing: 'low' } }
    default:
      return { why: cells.text('type') }
  }
}

function stream(type: 'vmess' | 'vless' | 'trojan', given: Json): Read {
  const network = asText(given['network'])
  const carried = transport({ network, settings: asObject(given['network_settings']) })
  if (!carried) return noTransport(network)
  const kind = Number(given['tls'] ?? (type === 'trojan' ? 1 : 0))
  const utls = asObject(given['utls'])
  const look = isOn(utls['enabled']) ? fingerprint(utls['fingerprint']) : ''
  const isOwn = type === 'trojan' && given['server_name'] !== undefined
  const tls = { ...tlsOf(isOwn ? given : asObject(given['tls_settings'])), fingerprint: look }
  const reality = { ...realityOf(asObject(given['reality_settings'])), ...(look !== '' && { fingerprint: look }) }
  if (isOn(asObject(asObject(given['tls_settings'])['ech'])['enabled'])) return { why: 'ECH' }
  const { ws, grpc } = carried
  if (type === 'trojan') {
    if (carried.network === 'httpupgrade' || carried.network === 'xhttp') return noTransport(network)
    const isReality = kind === 2
    const security = isReality ? ('reality' as const) : ('tls' as const)
    return {
      settings: {
        protocol: type,
        network: carried.network,
        security,
        tls: isReality ? null : tls,
        reality: isReality ? reality : null,
        ws,
        grpc,
      },
    }
  }
  if (type === 'vmess') {
    if (carried.network === 'xhttp') return noTransport(network)
    const { xhttp: _, ...blocks } = carried
    return { settings: { protocol: type, security: kind === 1 ? 'tls' : 'none', tls: kind === 1 ? tls : null, ...blocks } }
  }
  const encrypted = asObject(given['encryption'])
  const isEncrypted = isOn(encrypted['enabled'])
  const isFlow = given['flow'] === 'xtls-rprx-vision' && carried.network === 'tcp' && kind !== 0
  const settings: SettingsOf<'vless'> = {
    protocol: 'vless',
    security: kind === 2 ? 'reality' : kind === 1 ? 'tls' : 'none',
    flow: isFlow ? 'xtls-rprx-vision' : '',
    encryption: isEncrypted ? asText(encrypted['encryption']) : '',
    decryption: isEncrypted ? asText(encrypted['decryption']) : '',
    tls: kind === 1 ? tls : null,
    reality: kind === 2 ? reality : null,
    ...carried,
  }
  return { settings }
}

function shadowsocks(given: Json, born: string): Read {
  const cipher = asText(given['cipher']) as SettingsOf<'shadowsocks'>['cipher'] // checked with the whole node
  const [plugin, obfs, more] = [asText(given['plugin']), asText(given['obfs']), asObject(given['obfs_settings'])]
  if (plugin !== '' && plugin !== 'obfs') return { why: `plugin ${plugin}` }
  const options = new Map(
    asText(given['plugin_opts'])
      .split(';')
      .map((one) => one.split('=') as [string, string]),
  )
  const kind = plugin === 'obfs' ? (options.get('obfs') ?? 'http') : obfs
  if (kind !== '' && kind !== 'http' && kind !== 'tls') return { why: `obfs ${kind}` }
  const host = options.get('obfs-host') ?? asText(more['host'])
  const path = options.get('path') ?? asText(more['path'])
  const shape = { obfs_host: kind === '' ? '' : host, obfs_path: kind === '' ? '' : path, obfs_tls: false }
  return { settings: { protocol: 'shadowsocks', cipher, server_key: serverKey(cipher, born), obfs: kind, ...shape } }
}

function hysteria(given: Json): Read {
  const [bandwidth, obfs] = [asObject(given['bandwidth']), asObject(given['obfs'])]
  const speed = { up_mbps: Number(bandwidth['up'] ?? 0) || 0, down_mbps: Number(bandwidth['down'] ?? 0) || 0 }
  const hop = { hop_interval: Number(given['hop_interval'] ?? 0) || 0 }
  const password = isOn(obfs['open']) ? asText(obfs['password']) : ''
  const tls = quic(given)
  if (Number(given['version'] ?? 2) === 1) return { settings: { protocol: 'hysteria', ...speed, ...hop, obfs_password: password, tls } }
  const kind = asText(obfs['type']) || 'salamander'
  if (password !== '' && kind !== 'salamander') return { why: `obfs ${kind}` }
  return { settings: { protocol: 'hysteria2', ...speed, ...hop, obfs: password === '' ? '' : 'salamander', obfs_password: password, tls } }
}

function tuic(given: Json): Read {
  const control = asText(given['congestion_control'])
  const alpn = lines(given['alpn']).filter((one) => one === 'h3' || one === 'spdy/3.1')
  const settings: ProtocolSettings = {
    protocol: 'tuic',
    congestion_control: control === 'bbr' || control === 'new_reno' ? control : 'cubic',
    udp_relay_mode: given['udp_relay_mode'] === 'quic' ? 'quic' : 'native',
    zero_rtt: isOn(given['zero_rtt_handshake']),
    alpn: alpn.length > 0 ? alpn : ['h3'],
    tls: quic(given),
  }
  return { settings }
}

function quic(given: Json): { server_name: string; allow_insecure: boolean } {
  const { server_name, allow_insecure } = tlsOf(asObject(given['tls']))
  return { server_name, allow_insecure }
}

const inner = (given: Json, name: string) => tlsOf(asObject(given[name]))
const lines = (value: unknown): string[] => (Array.isArray(value) ? value.map(asText).filter((one) => one !== '') : [])

/** A list of objects in JSON, as its text; '' where it is empty. */
function listText(cells: Cells, column: string): string {
  const value = cells.json(column)
  return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : ''
}

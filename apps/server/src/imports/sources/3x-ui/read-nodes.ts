import type { OwnSecretKind } from '@portico/contract/own-secret'
import { isSet, rowsBy, smallIn } from '../columns.ts'
import type { OldDatabase, OldRow } from '../../old/old-database.ts'
import { cipherOf } from '../xray/inbound.ts'
import { type Fields, field, listOf, readJson, textOf, textsOf } from '../xray/fields.ts'
import { type Entrance, mostOf } from '../xray/node-of.ts'
import type { Shown } from '../xray/fields.ts'

/** What a client's password is for on each inbound; null: nothing that Portico knows. */
export async function kindsOf(old: OldDatabase): Promise<Map<string, OwnSecretKind | null>> {
  const found = new Map<string, OwnSecretKind | null>()
  for await (const row of old.rows('inbounds')) found.set(row['id'] ?? '', kindOf(row))
  return found
}

const KINDS: readonly OwnSecretKind[] = ['vless', 'vmess', 'trojan', 'hysteria2']

function kindOf({ protocol, settings }: OldRow): OwnSecretKind | null {
  if (protocol === 'hysteria') return 'hysteria2'
  if (protocol !== 'shadowsocks') return KINDS.find((kind) => kind === protocol) ?? null
  const cipher = cipherOf(textOf(readJson(settings)?.['method']))
  if (cipher === '2022-blake3-aes-128-gcm') return 'shadowsocks-2022-128'
  return cipher === '2022-blake3-aes-256-gcm' ? 'shadowsocks-2022-256' : 'shadowsocks'
}

type Wanted = { flows: ReadonlyMap<string, Map<string, number>>; fallbackHost: string }

/** Every inbound, once for each address at which clients reach it: the first is the node, the others are entrances to it. */
export async function* readEntrances(old: OldDatabase, { flows, fallbackHost }: Wanted): AsyncGenerator<Entrance> {
  const hosts = old.tables.has('hosts') ? await rowsBy(old.rows('hosts'), 'inbound_id') : new Map<string, OldRow[]>()
  const machines = old.tables.has('nodes') ? await rowsBy(old.rows('nodes'), 'id') : new Map<string, OldRow[]>()
  const behind = old.tables.has('inbound_fallbacks') ? await rowsBy(old.rows('inbound_fallbacks'), 'child_id') : new Map()
  let sort = 0
  for await (const row of old.rows('inbounds')) {
    const id = row['id'] ?? ''
    const [settings, stream] = [readJson(row['settings']), readJson(row['stream_settings'] || '{}')]
    const inside = /^(?:@|\/)/.test(row['listen'] ?? '') || (isInside(row['listen'] ?? '') && behind.has(id))
    const node = machines.get(row['node_id'] ?? '')?.[0]?.['address'] ?? ''
    const ways = waysOf(row, hosts.get(id) ?? [], stream ?? {}, { node, fallbackHost })
    for (const [index, way] of ways.entries()) {
      yield {
        at: `inbounds ${id}`,
        key: index === 0 ? id : `${id}.${index}`,
        parent: index === 0 ? null : id,
        name: [row['remark'] || row['tag'] || `inbound ${id}`, way.remark].filter((text) => text !== '').join(' '),
        host: way.host,
        port: way.port,
        listens: smallIn(row['port']) ?? 0,
        group: [id],
        shown: isSet(row['enable']),
        sort: sort++,
        rate: '1',
        inbound: settings && stream ? { protocol: row['protocol'] ?? '', settings, stream, flow: mostOf(flows.get(id)) } : null,
        client: way.client,
        mixedFlow: (flows.get(id)?.size ?? 0) > 1,
        against: inside ? 'fallback' : way.security,
      }
    }
  }
}

type Way = { host: string; port: string; remark: string; client: Shown; security: string }

function waysOf(row: OldRow, hosts: OldRow[], stream: Fields, from: { node: string; fallbackHost: string }): [Way, ...Way[]] {
  const security = textOf(stream['security']) || 'none'
  const [host, port] = [addressOf(row, from), textOf(field(field(field(stream, 'finalmask'), 'quicParams'), 'udpHop')['ports'])]
  const own: Way = { host, port: /^\d+-\d+$/.test(port) ? port : (row['port'] ?? ''), remark: '', client: {}, security: '' }
  const shownHosts = hosts.filter((one) => !isSet(one['is_disabled']) && !isSet(one['is_hidden']))
  const proxies = (listOf(stream['externalProxy']) ?? []).map((one) => field({ one }, 'one'))
  const [first, ...more] = [
    ...shownHosts.map((one) => ofHost(one, own, security)),
    ...(shownHosts.length > 0 ? [] : proxies.map((one) => ofProxy(one, own, security))),
  ]
  return first ? [first, ...more] : [own]
}

/** In the panel's own order: what the operator named, the machine, then an address that it listens on alone. */
function addressOf(row: OldRow, { node, fallbackHost }: { node: string; fallbackHost: string }): string {
  const listen = row['listen'] ?? ''
  const listens = listen === '' || isInside(listen) || /^(?:0\.0\.0\.0|::|\[::\]|@|\/)/.test(listen) ? '' : listen
  const strategy = row['share_addr_strategy'] ?? 'node'
  const custom = strategy === 'custom' ? (row['share_addr'] ?? '').trim() : ''
  const all = strategy === 'listen' ? [listens, node] : [custom, node, listens]
  return all.find((one) => one !== '') ?? fallbackHost
}

function isInside(listen: string): boolean {
  return /^(?:127\.|::1$|\[::1\]$|localhost$)/.test(listen)
}

function ofHost(host: OldRow, own: Way, security: string): Way {
  const wanted = host['security'] || 'same'
  const address = host['address'] || own.host
  const sni = isSet(host['override_sni_from_address']) ? address : (host['sni'] ?? '')
  return {
    host: address,
    port: (smallIn(host['port']) ?? 0) > 0 ? (host['port'] ?? '') : own.port,
    remark: host['remark'] ?? '',
    client: {
      ...(sni !== '' && { serverName: sni }),
      ...(isSet(host['keep_sni_blank']) && { serverName: '' }),
      ...(host['host_header'] && { hostHeader: host['host_header'] }),
      ...(host['path'] && { path: host['path'] }),
      ...listIn('alpn', host['alpn']),
      ...(host['fingerprint'] && { fingerprint: host['fingerprint'] }),
      ...(isSet(host['allow_insecure']) && { insecure: true }),
    },
    security: otherSecurity(wanted, security),
  }
}

function listIn(name: 'alpn', json: string | null | undefined): Shown {
  const all = textsOf(readJson(`{"all":${json || 'null'}}`)?.['all'])
  return all.length > 0 ? { [name]: all } : {}
}

function ofProxy(proxy: Fields, own: Way, security: string): Way {
  const [name, print] = [textOf(proxy['sni']) || textOf(proxy['serverName']), textOf(proxy['fingerprint'])]
  const alpn = textsOf(proxy['alpn'])
  return {
    host: textOf(proxy['dest']) || own.host,
    port: textOf(proxy['port']) || own.port,
    remark: textOf(proxy['remark']),
    client: { ...(name !== '' && { serverName: name }), ...(print !== '' && { fingerprint: print }), ...(alpn.length > 0 && { alpn }) },
    security: otherSecurity(textOf(proxy['forceTls']) || 'same', security),
  }
}

/** Something before the node encrypts, or takes the encryption off: a node here speaks to clients itself. */
function otherSecurity(wanted: string, own: string): string {
  return wanted === 'same' || wanted === own ? '' : `${wanted} before the node`
}

import type { OwnSecretKind } from '@portico/contract/own-secret'
import { isSet, rowsBy, smallIn, wholeIn } from '../columns.ts'
import type { OldDatabase, OldRow } from '../../old/old-database.ts'
import { type Fields, field, readJson, textOf, textsOf } from '../xray/fields.ts'
import { cipherOf } from '../xray/inbound.ts'
import type { Entrance } from '../xray/node-of.ts'
import type { Shown } from '../xray/fields.ts'

/** Every host that members saw. The first at an inbound and a machine is the node, others are entrances to it. */
export async function* readEntrances(old: OldDatabase): AsyncGenerator<Entrance> {
  const inbounds = await rowsBy(old.rows('config_profile_inbounds'), 'uuid')
  const squads = await rowsBy(old.rows('internal_squad_inbounds'), 'inbound_uuid')
  const excluded = await rowsBy(old.rows('internal_squad_host_exclusions'), 'host_uuid')
  const machines = await rowsBy(old.rows('nodes'), 'uuid')
  const places = await rowsBy(old.rows('hosts_to_nodes'), 'host_uuid')
  const nodes = new Map<string, string>()
  const hosts = [...(await rowsBy(old.rows('hosts'), 'uuid')).values()].flat()
  hosts.sort((one, other) => (smallIn(one['view_position']) ?? 0) - (smallIn(other['view_position']) ?? 0))
  for (const [sort, host] of hosts.entries()) {
    const key = host['uuid'] ?? ''
    if (isSet(host['is_disabled']) || isSet(host['is_hidden'])) continue
    const row = inbounds.get(host['config_profile_inbound_uuid'] ?? '')?.[0]
    const raw = readJson(row?.['raw_inbound'])
    const machine = places.get(key)?.[0]?.['node_uuid'] ?? ''
    const place = `${row?.['uuid'] ?? key} ${machine}`
    const parent = nodes.get(place) ?? null
    if (parent === null) nodes.set(place, key)
    const without = new Set(excluded.get(key)?.map((one) => one['squad_uuid']))
    const group = (squads.get(row?.['uuid'] ?? '') ?? []).map((one) => one['internal_squad_uuid'] ?? '').filter((one) => !without.has(one))
    yield {
      at: `hosts ${key}`,
      key,
      parent,
      name: (host['remark'] ?? '').replace(/\s*\{\{[^}]*\}\}/g, '').trim() || key,
      host: host['address'] ?? '',
      port: host['port'] ?? '',
      listens: smallIn(row?.['port']) ?? 0,
      group,
      shown: true,
      sort,
      rate: factorOf(machines.get(machine)?.[0]?.['consumption_multiplier']),
      inbound:
        raw === null
          ? null
          : {
              protocol: textOf(raw['protocol']),
              settings: field(raw, 'settings'),
              stream: streamOf(raw, host),
              flow: flowOf(raw),
              cipher: CIPHER,
            },
      client: shownBy(host),
      mixedFlow: false,
      against: against(host, raw),
    }
  }
}

const CIPHER = 'chacha20-ietf-poly1305'
const BILLION = 1_000_000_000n

/** Billionths as decimals. */
function factorOf(text: string | null | undefined): string {
  const value = wholeIn(text) ?? BILLION
  return `${value / BILLION}.${String(value % BILLION).padStart(9, '0')}`.replace(/\.?0+$/, '')
}

/** The panel itself takes Vision wherever it can be, unless the inbound says otherwise. */
function flowOf(raw: Fields): string {
  const stream = field(raw, 'streamSettings')
  const said = field(raw, 'settings')['flow']
  if (said !== undefined) return textOf(said)
  const isPlain = ['tcp', 'raw', ''].includes(textOf(stream['network']))
  return isPlain && ['tls', 'reality'].includes(textOf(stream['security'])) ? 'xtls-rprx-vision' : ''
}

/** What a host adds for clients of XHTTP stands in the inbound's own place. */
function streamOf(raw: Fields, host: OldRow): Fields {
  const stream = field(raw, 'streamSettings')
  const extra = readJson(host['xhttp_extra_params'])
  return extra === null || Object.keys(extra).length === 0
    ? stream
    : { ...stream, xhttpSettings: { ...field(stream, 'xhttpSettings'), extra } }
}

function shownBy(host: OldRow): Shown {
  const name = isSet(host['override_sni_from_address']) ? host['address'] : host['sni']
  const alpn = textsOf(host['alpn'])
  return {
    ...(name && { serverName: name }),
    ...(isSet(host['keep_sni_blank']) && { serverName: '' }),
    ...(host['host'] && { hostHeader: host['host'] }),
    ...(host['path'] && { path: host['path'] }),
    ...(alpn.length > 0 && { alpn }),
    ...(host['fingerprint'] && { fingerprint: host['fingerprint'] }),
  }
}

/** What keeps a host from being a node here; '': nothing. */
function against(host: OldRow, raw: Fields | null): string {
  if (raw === null) return 'no inbound'
  const own = textOf(field(raw, 'streamSettings')['security']) || 'none'
  const wanted = (host['security_layer'] ?? 'DEFAULT').toLowerCase()
  return wanted === 'default' || wanted === own ? '' : `${wanted} before the node`
}

/** What members' passwords are for. */
export async function kindsOf(old: OldDatabase): Promise<Set<OwnSecretKind>> {
  const found = new Set<OwnSecretKind>()
  for await (const { type, raw_inbound: json } of old.rows('config_profile_inbounds')) {
    if (type === 'trojan') found.add('trojan')
    if (type !== 'shadowsocks') continue
    const cipher = cipherOf(textOf(field(readJson(json) ?? {}, 'settings')['method']) || CIPHER)
    found.add(cipher === '2022-blake3-aes-256-gcm' ? 'shadowsocks-2022-256' : 'shadowsocks')
  }
  return found
}

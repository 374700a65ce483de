import { isSet, smallIn } from '../columns.ts'
import type { OldRow } from '../../old/old-database.ts'
import { type Fields, field, textOf, textsOf } from '../xray/fields.ts'
import { type Entrance, mostOf } from '../xray/node-of.ts'
import type { Shown } from '../xray/fields.ts'

/** What Marzban and PasarGuard know about their nodes. */
export type Site = {
  hosts: readonly OldRow[]
  /** From the configuration of Xray, by tag. */
  inbounds: ReadonlyMap<string, Fields>
  /** Tags in the order of the database. */
  tags: readonly string[]
  groupsOf: (tag: string) => string[]
  /** Factor of traffic by the address of a machine. */
  machines: ReadonlyMap<string, string>
  /** What `{SERVER_IP}` stands for; '': not known. */
  ownHost: string
  flows: ReadonlyMap<string, Map<string, number>>
  cipher: string
}

/**
 * Every inbound, once for each host that shows it. A host at a machine of its own is a node of its own, because programs report there; others
 * are entrances to the first.
 */
export function* entrancesOf(site: Site): Generator<Entrance> {
  let sort = 0
  for (const tag of site.tags) {
    const inbound = site.inbounds.get(tag)
    const shown = site.hosts.filter((host) => host['inbound_tag'] === tag && !isSet(host['is_disabled']))
    const ways = shown.flatMap((host) => addressesOf(host, site.ownHost).map((address) => ({ host, address })))
    const used = new Set<string>()
    for (const [index, { host, address }] of ways.entries()) {
      const isOwn = index === 0 || (site.machines.has(address) && !used.has(address))
      used.add(address)
      yield {
        at: `hosts ${host['id'] ?? ''}`,
        key: index === 0 ? tag : `${tag} ${index}`,
        parent: isOwn ? null : tag,
        name: nameOf(host['remark'] ?? '', inbound) || tag,
        host: address.includes('*') ? '' : address,
        port: (smallIn(host['port']) ?? 0) > 0 ? (host['port'] ?? '') : textOf(inbound?.['port']),
        listens: smallIn(textOf(inbound?.['port'])) ?? 0,
        group: site.groupsOf(tag),
        shown: true,
        sort: sort++,
        rate: site.machines.get(address) ?? '1',
        inbound: inbound ? inboundOf(inbound, site, tag) : null,
        client: shownBy(host),
        mixedFlow: (site.flows.get(tag)?.size ?? 0) > 1,
        against: against(host, inbound, address),
      }
    }
    if (ways.length === 0) yield unseen(tag, sort++)
  }
}

/** Members never saw an inbound without a host. */
function unseen(tag: string, sort: number): Entrance {
  const none = {
    parent: null,
    host: '',
    port: '',
    listens: 0,
    group: [],
    shown: false,
    rate: '1',
    inbound: null,
    client: {},
    mixedFlow: false,
  }
  return { at: `inbounds ${tag}`, key: tag, name: tag, sort, ...none, against: 'no host' }
}

function inboundOf(inbound: Fields, { flows, cipher }: Site, tag: string) {
  const [settings, stream] = [field(inbound, 'settings'), field(inbound, 'streamSettings')]
  return { protocol: textOf(inbound['protocol']), settings, stream, flow: mostOf(flows.get(tag)), cipher }
}

function addressesOf(host: OldRow, ownHost: string): string[] {
  const all = textsOf(host['address']).map((address) => address.replace(/\{SERVER_IP(?:V6)?\}/g, ownHost))
  return all.length > 0 ? all : ['']
}

/** Placeholders for the member have no place in a node's name. */
function nameOf(remark: string, inbound: Fields | undefined): string {
  const network = textOf(field(inbound ?? {}, 'streamSettings')['network']) || 'tcp'
  return remark
    .replaceAll('{PROTOCOL}', textOf(inbound?.['protocol']))
    .replaceAll('{TRANSPORT}', network)
    .replace(/\s*[([]?\{[A-Z_]+\}[)\]]?/g, '')
    .trim()
}

function shownBy(host: OldRow): Shown {
  const [name] = textsOf(host['sni'])
  const [header] = isSet(host['use_sni_as_host']) ? [name] : textsOf(host['host'])
  const alpn = textsOf(host['alpn']).filter((one) => one !== 'none')
  const print = host['fingerprint'] ?? 'none'
  return {
    ...(name !== undefined && { serverName: name }),
    ...(header !== undefined && { hostHeader: header }),
    ...(host['path'] && { path: host['path'] }),
    ...(alpn.length > 0 && { alpn }),
    ...(print !== 'none' && { fingerprint: print }),
    ...(isSet(host['allowinsecure']) && { insecure: true }),
  }
}

/** What keeps a host from being a node here; '': nothing. */
function against(host: OldRow, inbound: Fields | undefined, address: string): string {
  if (!inbound) return 'not in the configuration of Xray'
  if (textOf(inbound['port']) === '') return 'fallback'
  if (smallIn(textOf(inbound['port'])) === null) return `port ${textOf(inbound['port'])}`
  if (address.includes('*')) return `address ${address}`
  const own = textOf(field(inbound, 'streamSettings')['security']) || 'none'
  const wanted = host['security'] ?? 'inbound_default'
  return wanted === 'inbound_default' || wanted === own ? '' : `${wanted} before the node`
}

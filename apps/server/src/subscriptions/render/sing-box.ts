import { cleanName, distinctNames, type FeedNode, type Site, siteHost, toEntries } from './feed-node.ts'
import { singBoxKnows, singBoxOutbound } from './sing-box-outbound.ts'
import { type Compiled, createTemplate } from './slots.ts'
import { atLeast } from './versions.ts'

/**
 * A sing-box profile for core 1.12 and newer, and with the older DNS form for 1.11; null takes the core for current.
 * Nodes the core does not know are left out. `measured: false` leaves the measuring group out.
 */
export function compileSingBox(nodes: readonly FeedNode[], site: Site, coreVersion: string | null, { measured = true } = {}): Compiled {
  const template = createTemplate()
  const direct = 'direct'
  const groupTag = distinctNames([direct])
  const main = groupTag(cleanName(site.title) || 'Proxy')
  const auto = groupTag('Auto')
  const entries = toEntries(nodes, [direct, main, auto]).filter((entry) => singBoxKnows(entry, coreVersion))
  const tags = entries.map((entry) => entry.name)
  const withAuto = measured && tags.length > 0
  const own = siteMatch(site)
  const current = atLeast(coreVersion, [1, 12])

  const profile = {
    log: { level: 'warn' },
    dns: {
      servers: current
        ? [
            { type: 'https', tag: 'remote', server: '1.1.1.1', detour: main },
            { type: 'local', tag: 'local' },
          ]
        : [
            { tag: 'remote', address: 'https://1.1.1.1/dns-query', detour: main },
            { tag: 'local', address: 'local', detour: direct },
          ],
      rules: [...(current ? [] : [{ outbound: 'any', server: 'local' }]), { ...own.names, server: 'local' }],
      final: 'remote',
    },
    inbounds: [
      { type: 'tun', tag: 'tun-in', address: ['172.19.0.1/30', 'fdfe:dcba:9876::1/126'], auto_route: true, strict_route: true },
      { type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 2080 },
    ],
    outbounds: [
      { type: 'selector', tag: main, outbounds: [...(withAuto ? [auto] : []), ...tags, direct] },
      ...(withAuto ? [{ type: 'urltest', tag: auto, outbounds: tags }] : []),
      ...entries.map((entry) => singBoxOutbound(entry, template)),
      { type: 'direct', tag: direct },
    ],
    route: {
      rules: [
        { action: 'sniff' },
        { protocol: 'dns', action: 'hijack-dns' },
        ...own.routes.map((match) => ({ ...match, action: 'route', outbound: direct })),
        { ip_is_private: true, action: 'route', outbound: direct },
        { domain_suffix: directSuffixes, action: 'route', outbound: direct },
      ],
      final: main,
      auto_detect_interface: true,
      ...(current && { default_domain_resolver: 'local' }),
    },
  }
  return template.compile(JSON.stringify(profile))
}

const directSuffixes = ['.cn', '.local', '.lan', '.home.arpa']

/** The subscription's own host first, then what stays local: as a rule for names and as rules for connections. */
function siteMatch(site: Site) {
  const found = siteHost(site)
  if (!found) return { names: { domain_suffix: directSuffixes }, routes: [] }
  if (found.ip) {
    const cidr = `${found.host}/${found.ip === 4 ? 32 : 128}`
    return { names: { domain_suffix: directSuffixes }, routes: [{ ip_cidr: [cidr] }] }
  }
  return { names: { domain: [found.host], domain_suffix: directSuffixes }, routes: [{ domain: [found.host] }] }
}
